import { useStore } from "@nanostores/react";
import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { formatClock, formatDate, formatDay, formatShortDay } from "../../../../persian/dates.ts";
import { LoudToman } from "../../../parts/LoudToman.tsx";
import { type QueuePane, isDecidedByPicture } from "../../../stores/desk/queue-pane.ts";
import { $ticked, tick } from "../../../stores/desk/open-thing.ts";
import { KeyHint } from "../KeyHint.tsx";
import { useKeys } from "../keys.ts";
import { focusOpenBox } from "./must-see.ts";
import { Picture } from "./Picture.tsx";
import { Talk } from "./Talk.tsx";
import { serverNow } from "../../../stores/server-clock.ts";

/** The evidence of the open thing, and beside it facts, checks and consequences. */
export function PaneBody({ pane, operator }: { pane: QueuePane; operator: string }) {
  const isByPicture = isDecidedByPicture(pane);
  const hasPicture = pane.isWaiting && (isByPicture || pane.uploadId !== null);
  const hasEvidence = hasPicture || pane.kind === "ticket";
  return (
    <div
      className={isByPicture && hasPicture ? "pane-papers" : hasEvidence ? "pane-two" : "pane-one"}
    >
      {hasEvidence && (
        <div className="pane-evidence">
          {pane.kind === "ticket" && <Talk pane={pane} operator={operator} />}
          {hasPicture && <Picture pane={pane} operator={operator} />}
        </div>
      )}
      <div className="pane-side">
        {pane.amount !== null && <LoudToman amount={pane.amount} />}
        {pane.facts.length > 0 && (
          <dl className="pane-facts">
            {pane.facts.map(({ label, value, form }, at) => (
              <div key={at}>
                <dt>{label}</dt>
                <dd>
                  {form === "text" ? (
                    value
                  ) : (
                    <bdi
                      dir="ltr"
                      {...(form === "latin" && { lang: "en", className: "font-mono" })}
                    >
                      {value}
                    </bdi>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        )}
        <Checks pane={pane} />
        {pane.isWaiting && <MustSee items={pane.mustTick} />}
        <History pane={pane} />
        {pane.isWaiting && (
          <p className="pane-consequence">{`${pane.consequence} ${pane.otherwise}`}</p>
        )}
      </div>
    </div>
  );
}

const CHECK_ICONS = { good: CircleCheck, warning: TriangleAlert, bad: CircleAlert };
const CHECK_WORDS = { good: "درست", warning: "هشدار", bad: "نادرست" };

function Checks({ pane: { checks } }: { pane: QueuePane }) {
  if (checks.length === 0) return null;
  return (
    <section>
      <h3>میز سنجید</h3>
      <ul className="pane-checks">
        {checks.map(({ state, text }) => {
          const Icon = CHECK_ICONS[state];
          return (
            <li key={text} className={`check-${state}`}>
              <Icon size={18} aria-label={CHECK_WORDS[state]} />
              <span>{text}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** Checks that an operator ticks while viewing the evidence. Approval needs all of them. */
function MustSee({ items }: { items: readonly string[] }) {
  const ticked = useStore($ticked);
  const next = items.find((item) => !ticked.has(item));
  useKeys(
    "شما ببینید",
    next === undefined
      ? []
      : [
          {
            code: "Space",
            label: "این را دیدم",
            act: () => {
              tick(next, true);
            },
          },
        ],
  );
  if (items.length === 0) return null;
  return (
    <section>
      <h3>
        <span>شما ببینید</span>
        {next !== undefined && <KeyHint code="Space" />}
      </h3>
      <ul className="pane-see">
        {items.map((item) => (
          <li key={item}>
            <label>
              <input
                type="checkbox"
                checked={ticked.has(item)}
                onChange={(event) => {
                  tick(item, event.target.checked);
                  // After a tick by keyboard, the focus moves to the next box that is not ticked,
                  // so that Space ticks it.
                  if ((event.nativeEvent as MouseEvent).detail === 0) focusOpenBox();
                }}
              />
              <span>{item}</span>
            </label>
          </li>
        ))}
      </ul>
    </section>
  );
}

function History({ pane: { history } }: { pane: QueuePane }) {
  if (history.length === 0) return null;
  return (
    <section>
      <h3>پیشینه</h3>
      <ol className="pane-history">
        {history.map(({ at, text }) => (
          <li key={at + text}>
            <time dateTime={at} title={formatDate(at)}>
              {whenWords(at)}
            </time>
            <span>{text}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Returns a time of today as «امروز ۱۴:۰۶», and any other time as its day. */
function whenWords(at: string): string {
  const now = serverNow();
  return formatDay(at) === formatDay(now) ? `امروز ${formatClock(at)}` : formatShortDay(at, now);
}
