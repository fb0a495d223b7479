import { useStore } from "@nanostores/react";
import { useRef, useState } from "react";
import { type Found, findAnything } from "../../../stores/desk/find.ts";
import { $keys } from "../../../stores/desk/keys.ts";
import {
  type FindPage,
  type Line,
  commandSections,
  foundSections,
  isCommand,
} from "./find-lines.ts";

type Search =
  | { state: "resting" }
  | { state: "searching" }
  | { state: "failed"; message: string }
  | { state: "ready"; found: readonly Found[] };

/**
 * Holds the search text, the results and the chosen line. Commands and screens are filtered while
 * the operator types. The shop is searched only at Enter or after pasting, because each search is a
 * line in the log.
 */
export function useFind(pages: readonly FindPage[]) {
  const [text, setText] = useState("");
  const [search, setSearch] = useState<Search>({ state: "resting" });
  const [active, setActive] = useState(0);
  const latest = useRef(0);
  const groups = useStore($keys);
  const look = async (requested: string) => {
    const trimmed = requested.trim();
    if ([...trimmed].length < 3) return;
    const call = ++latest.current;
    setSearch({ state: "searching" });
    const outcome = await findAnything(trimmed);
    if (call !== latest.current) return;
    setActive(0);
    setSearch(
      outcome.ok
        ? { state: "ready", found: outcome.value.found }
        : { state: "failed", message: outcome.message },
    );
  };
  const write = (value: string, isPasted: boolean) => {
    setText(value);
    setActive(0);
    latest.current++;
    setSearch({ state: "resting" });
    if (isPasted) void look(value);
  };
  const keys = Object.values(groups).flatMap((group) => group?.keys ?? []);
  const sections = [
    ...(search.state === "ready" ? foundSections(search.found, pages) : []),
    ...commandSections(text, pages, keys),
  ];
  const lines = sections.flatMap((section) => section.lines);
  const isUnsearched = search.state === "resting" || search.state === "failed";
  /**
   * True when a line that searches the shop comes before the commands. When the text names a
   * command, the command comes first.
   */
  const isSearchNext = text.trim() !== "" && isUnsearched && !isCommand(text, lines);
  return {
    text,
    search,
    sections,
    chosen: lines[Math.min(active, lines.length - 1)],
    isSearchNext,
    /** True when Enter searches the shop: the arrow keys have chosen no other line. */
    searchesAtEnter: isSearchNext && active === 0,
    write,
    look: () => void look(text),
    choose: (line: Line) => setActive(lines.indexOf(line)),
    move: (by: number) => setActive((active + by + lines.length) % Math.max(1, lines.length)),
  };
}
