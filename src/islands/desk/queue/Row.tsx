import { useStore } from "@nanostores/react";
import { useEffect, useRef } from "react";
import { formatClock } from "../../../../persian/dates.ts";
import { formatToman } from "../../../../persian/toman.ts";
import { $chosen, choose } from "../../../stores/desk/queue-pane.ts";
import { KIND_NAMES, type QueueRow, keyOf } from "../../../stores/desk/queue.ts";
import { Star } from "../Star.tsx";
import { timeLeft } from "./time-words.ts";

/** One waiting thing: its star, its owner, a summary, the time left, and who has it in hand. */
export function Row({ row, now, name }: { row: QueueRow; now: number; name: string }) {
  const chosen = useStore($chosen);
  const isChosen = chosen !== null && keyOf(chosen) === keyOf(row);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isChosen) button.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  const dueAt = Date.parse(row.dueAt);
  const { name: whose } = row;
  const sum = row.amount === null ? "" : formatToman(row.amount);
  const said = [
    ...(sum !== "" && whose !== "" ? [sum] : []),
    row.summary,
    ...(row.heldBy !== null && row.heldBy !== name ? [`${row.heldBy} در دست دارد`] : []),
    ...(row.aside ? [`تا ${formatClock(row.aside.until)}: ${row.aside.reason}`] : []),
  ].join(" · ");
  return (
    <li>
      <button
        ref={button}
        type="button"
        className="queue-row"
        aria-current={isChosen}
        onClick={() => {
          choose({ kind: row.kind, id: row.id });
        }}
      >
        <Star promisedAt={Date.parse(row.startsAt)} dueAt={dueAt} now={now} />
        <span className="queue-what">
          <span>
            <span>{`${KIND_NAMES[row.kind]} `}</span>
            <b>{whose === "" ? sum : whose}</b>
          </span>
          <span title={said}>{said}</span>
        </span>
        <span className={`queue-left ${toneOf(dueAt, Date.parse(row.startsAt), now)}`}>
          {timeLeft(dueAt, now)}
        </span>
        {row.heldBy !== null && isShown(row, name) && (
          <Hand name={row.heldBy} isOwn={row.heldBy === name} />
        )}
      </button>
    </li>
  );
}

/**
 * True when the row shows the initial of the operator who has the thing in hand. Operators see
 * their own initial only on withdrawals, which stay in hand until they are decided.
 */
const isShown = ({ heldBy, kind }: QueueRow, name: string) =>
  heldBy !== name || kind === "withdrawal";

/** Returns the colour of the time left: one for the last quarter, another once it is late. */
export function toneOf(dueAt: number, startsAt: number, now: number): string {
  if (now >= dueAt) return "text-anar";
  return dueAt - now <= (dueAt - startsAt) / 4 ? "text-zaferan" : "";
}

/** The initial of the operator who has the thing in hand. */
function Hand({ name, isOwn }: { name: string; isOwn: boolean }) {
  const said = isOwn ? "در دست شماست" : `در دست ${name}`;
  return (
    <span className={`queue-hand ${isOwn ? "queue-hand-own" : ""}`} title={said}>
      <span aria-hidden="true" lang="en" translate="no">
        {name.slice(0, 1)}
      </span>
      <span className="sr-only">{said}</span>
    </span>
  );
}
