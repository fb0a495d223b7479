import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { formatClock, formatDate, formatDay, formatShortDay } from "../../../../persian/dates.ts";
import { LoudToman } from "../../../parts/LoudToman.tsx";
import type { QueuePane } from "../../../stores/desk/queue-pane.ts";
import { Picture } from "./Picture.tsx";
import { Talk } from "./Talk.tsx";

/** The evidence of the open thing, and beside it what is known, checked and caused. */
export function PaneBody({ pane, operator }: { pane: QueuePane; operator: string }) {
  const hasEvidence = pane.uploadId !== null || pane.kind === "ticket";
  return (
    <div className={hasEvidence ? "pane-two" : "pane-one"}>
      {hasEvidence && (
        <div className="pane-evidence">
          {pane.kind === "ticket" && <Talk pane={pane} operator={operator} />}
          {pane.uploadId !== null && pane.isWaiting && (
            <Picture uploadId={pane.uploadId} operator={operator} />
          )}
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
        {pane.isWaiting && <MustSee items={pane.mustSee} />}
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

/** Boxes to tick while looking. They are for the eye; nothing waits for them. */
function MustSee({ items }: { items: readonly string[] }) {
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  if (items.length === 0) return null;
  return (
    <section>
      <h3>شما ببینید</h3>
      <ul className="pane-see">
        {items.map((item) => (
          <li key={item}>
            <label>
              <input
                type="checkbox"
                checked={seen.has(item)}
                onChange={() => {
                  const next = new Set(seen);
                  if (!next.delete(item)) next.add(item);
                  setSeen(next);
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

/** «امروز ۱۴:۰۶», else the day. */
function whenWords(at: string): string {
  const now = Date.now();
  return formatDay(at) === formatDay(now) ? `امروز ${formatClock(at)}` : formatShortDay(at, now);
}
