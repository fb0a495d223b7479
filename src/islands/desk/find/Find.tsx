import { useStore } from "@nanostores/react";
import { CornerDownLeft, Search } from "lucide-react";
import { useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { Spinner } from "../../../parts/Spinner.tsx";
import { type Found, findAnything } from "../../../stores/desk/find.ts";
import { $keys } from "../../../stores/desk/keys.ts";
import { commandSections, foundSections, isCommand } from "./find-lines.ts";
import type { FindPage } from "./FindOpener.tsx";

interface FindProps {
  isOpen: boolean;
  pages: readonly FindPage[];
  onClose: () => void;
}

type State =
  | { state: "resting" }
  | { state: "searching" }
  | { state: "failed"; message: string }
  | { state: "ready"; text: string; found: readonly Found[] };

/**
 * Search everywhere. Commands and screens are sifted while one types; what lies in the shop is looked
 * for at Enter or at once after pasting, because each look leaves a line.
 */
export function Find({ isOpen, pages, onClose }: FindProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const id = useId();
  const [text, setText] = useState("");
  const [search, setSearch] = useState<State>({ state: "resting" });
  const [active, setActive] = useState(0);
  const latest = useRef(0);
  const groups = useStore($keys);
  useLayoutEffect(() => {
    if (!isOpen) dialog.current?.close();
    else if (!dialog.current?.open) dialog.current?.showModal();
    // The next word takes the place of the last one.
    if (isOpen) field.current?.select();
  }, [isOpen]);
  const look = async (wanted: string) => {
    const trimmed = wanted.trim();
    if ([...trimmed].length < 3) return;
    const call = ++latest.current;
    setSearch({ state: "searching" });
    const outcome = await findAnything(trimmed);
    if (call !== latest.current) return;
    setActive(0);
    setSearch(
      outcome.ok
        ? { state: "ready", text: trimmed, found: outcome.value.found }
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
  const leave = (act: () => void) => {
    onClose();
    act();
  };
  const hasFound = search.state === "ready";
  const sections = [
    ...(hasFound ? foundSections(search.found, pages) : []),
    ...commandSections(
      text,
      pages,
      Object.values(groups).flatMap((group) => group?.keys ?? []),
    ),
  ];
  const lines = sections.flatMap((section) => section.lines);
  const chosen = lines[Math.min(active, lines.length - 1)];
  const isSearchNext = text.trim() !== "" && !hasFound && search.state !== "searching";
  useEffect(() => {
    if (chosen) document.getElementById(`${id}${chosen.id}`)?.scrollIntoView({ block: "nearest" });
  }, [chosen, id]);
  return (
    <dialog
      ref={dialog}
      className="find"
      aria-label="جست‌وجوی همه‌چیز"
      onKeyDown={(event) => {
        // Browsers tell of Escape a moment later: the next Ctrl K would be lost.
        if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        if (!event.currentTarget.open) onClose();
      }}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="find-field">
        <Search size={19} aria-hidden="true" />
        <input
          ref={field}
          type="text"
          role="combobox"
          autoComplete="off"
          spellCheck={false}
          dir="auto"
          aria-label="کد، کارت، تلفن، پیگیری، نام یا کار"
          aria-controls={`${id}list`}
          aria-expanded={lines.length > 0}
          aria-activedescendant={chosen ? `${id}${chosen.id}` : undefined}
          placeholder="کد، کارت، تلفن، پیگیری، نام یا کار"
          value={text}
          maxLength={200}
          onChange={(event) => {
            const { inputType } = event.nativeEvent as InputEvent;
            write(event.target.value, inputType === "insertFromPaste");
          }}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return;
            const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
            if (by !== undefined) {
              event.preventDefault();
              setActive((active + by + lines.length) % Math.max(1, lines.length));
            } else if (event.key === "Enter") {
              event.preventDefault();
              // The search comes before the commands, unless one of them was chosen by arrows.
              if (isSearchNext && active === 0 && !isCommand(text, lines)) void look(text);
              else if (chosen?.act) leave(chosen.act);
            }
          }}
        />
        {search.state === "searching" && <Spinner />}
      </div>
      <div className="find-body" aria-live="polite">
        {search.state === "failed" && (
          <ErrorBox message={search.message} onRetry={() => void look(text)} />
        )}
        {hasFound && search.found.length === 0 && (
          <p className="find-none">
            چیزی با این نشان پیدا نشد. نام از آغازش، شماره و کد تا آخر نوشته می‌شود.
          </p>
        )}
        {isSearchNext && search.state !== "failed" && !isCommand(text, lines) && (
          <p className="find-none">
            <kbd aria-hidden="true">↵</kbd> برای جست‌وجو در فروشگاه
          </p>
        )}
        <div id={`${id}list`} role="listbox" aria-label="نتیجه‌ها">
          {sections.map(({ title, lines: own }) => (
            <div key={title} role="group" aria-label={title}>
              <h3 aria-hidden="true">{title}</h3>
              {own.map((line) => (
                <div
                  key={line.id}
                  id={`${id}${line.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={line === chosen}
                  aria-disabled={line.act === null}
                  className="find-line"
                  onPointerMove={() => {
                    setActive(lines.indexOf(line));
                  }}
                  onClick={() => {
                    if (line.act) leave(line.act);
                  }}
                >
                  <span className="find-icon">
                    <line.Icon size={17} aria-hidden="true" />
                  </span>
                  <span className="find-words">
                    <b>{line.title}</b>
                    {line.detail !== "" && <span>{line.detail}</span>}
                  </span>
                  {line.cap !== undefined && (
                    <kbd dir="ltr" lang="en" translate="no" aria-hidden="true">
                      {line.cap}
                    </kbd>
                  )}
                  {line === chosen && <CornerDownLeft size={15} aria-hidden="true" />}
                </div>
              ))}
            </div>
          ))}
        </div>
      </div>
      <footer className="find-foot" aria-hidden="true">
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> جابه‌جا
        </span>
        <span>
          <kbd>↵</kbd> باز کن
        </span>
        <span>
          <kbd>Esc</kbd> بستن
        </span>
        <p>کدها مهر شده‌اند؛ جست‌وجو آن‌ها را باز نمی‌کند</p>
      </footer>
    </dialog>
  );
}
