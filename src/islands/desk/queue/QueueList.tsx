import { useStore } from "@nanostores/react";
import { ArrowLeft, CloudOff, RefreshCw } from "lucide-react";
import { useEffect } from "react";
import { type Role, isAtLeast } from "./roles.ts";
import { formatClock, formatDate } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { Bone, Skeleton } from "../../../parts/Skeleton.tsx";
import { useNow } from "../../../parts/use-now.ts";
import { $refused, forgetRefusals } from "../../../stores/desk/queue-acts.ts";
import { step } from "../../../stores/desk/queue-pane.ts";
import {
  $answered,
  $decidedToday,
  $heard,
  $isMore,
  $newCount,
  $queue,
  $shown,
  $tab,
  TABS,
  type QueueRow,
  type Tab,
  isInTab,
  hearAnswers,
  keyOf,
  loadQueue,
  showNew,
} from "../../../stores/desk/queue.ts";
import { useKeys } from "../keys.ts";
import { Row } from "./Row.tsx";
import { GROUPS, GROUP_NAMES, groupOf } from "./time-words.ts";

/** The number of placeholder rows while the queue is loaded. */
const BONES = 6;

export function QueueList({ name, role }: { name: string; role: Role }) {
  const queue = useStore($queue);
  const shown = useStore($shown);
  const heard = useStore($heard);
  const refused = useStore($refused);
  const newCount = useStore($newCount);
  const isMore = useStore($isMore);
  const now = useNow();
  return (
    <section className="queue-list" aria-label="صف">
      <Tabs queue={queue ?? []} role={role} />
      {heard.isStale && <Stale />}
      {refused.length > 0 && (
        <div role="alert" className="queue-strip queue-strip-anar">
          <ul>
            {refused.map(({ key, text }) => (
              <li key={key}>{text}</li>
            ))}
          </ul>
          <button type="button" className="button-quiet button-small" onClick={forgetRefusals}>
            دیدم
          </button>
        </div>
      )}
      <Answers />
      {newCount > 0 && (
        <button type="button" className="queue-new" onClick={showNew}>
          {`${formatNumber(newCount)} کار تازه`}
        </button>
      )}
      <div className={`queue-rows ${heard.isStale ? "queue-stale" : ""}`}>
        {queue === null ? (
          !heard.isStale && <Bones />
        ) : shown.length === 0 ? (
          <Empty rows={queue} />
        ) : (
          GROUPS.map((group) => {
            const rows = shown.filter((row) => groupOf(row, now) === group);
            return (
              rows.length > 0 && (
                <section key={group} aria-labelledby={`queue-${group}`}>
                  <h2 id={`queue-${group}`} className="queue-group">
                    <span>{`${GROUP_NAMES[group]} `}</span>
                    <span>{formatNumber(rows.length)}</span>
                  </h2>
                  <ul>
                    {rows.map((row) => (
                      <Row key={keyOf(row)} row={row} now={now} name={name} />
                    ))}
                  </ul>
                </section>
              )
            );
          })
        )}
        {isMore && <p className="queue-more">کارهای بیشتری هم در صف است؛ با این‌ها آغاز کنید.</p>}
      </div>
      {shown.length > 0 && (
        <button
          type="button"
          className="button button-decide queue-start"
          onClick={() => {
            step(1);
          }}
        >
          شروع از دیرترین <ArrowLeft size={18} aria-hidden="true" />
        </button>
      )}
    </section>
  );
}

/** The tabs. The open tab is part of the address, so that it can be bookmarked. */
function Tabs({ queue, role }: { queue: readonly QueueRow[]; role: Role }) {
  const open = useStore($tab);
  useEffect(() => {
    const asked = new URLSearchParams(location.search).get("tab");
    if (asked !== null && Object.hasOwn(TABS, asked)) $tab.set(asked as Tab);
  }, []);
  const tabs = (Object.keys(TABS) as Tab[]).filter(
    (tab) => tab !== "money" || isAtLeast(role, "finance"),
  );
  const show = (tab: Tab) => {
    $tab.set(tab);
    history.replaceState(history.state, "", tab === "all" ? "/desk" : `/desk?tab=${tab}`);
  };
  useKeys(
    "زبانه‌ها",
    tabs.map((tab, at) => ({
      // With Shift, because digits alone choose the reasons of the open thing.
      code: `Digit${String(at + 1)}`,
      isShift: true,
      label: TABS[tab].label,
      act: () => {
        show(tab);
      },
    })),
  );
  return (
    <div className="queue-tabs" role="group" aria-label="نوع کار">
      {tabs.map((tab) => (
        <button
          key={tab}
          type="button"
          aria-pressed={tab === open}
          onClick={() => {
            show(tab);
          }}
        >
          <span>{`${TABS[tab].label} `}</span>
          <span>{formatNumber(queue.filter((row) => isInTab(row, tab)).length)}</span>
        </button>
      ))}
    </div>
  );
}

/** Tells operators how the second person decided about their proposals. */
function Answers() {
  const answered = useStore($answered);
  if (answered.length === 0) return null;
  return (
    <div role="status" className="queue-strip">
      <ul>
        {answered.map((one) => (
          <li key={one.id}>
            {one.order ? (
              <a className="link" href={`/desk/orders/${one.order.id}`}>
                {`${one.what}، سفارش ${toPersianDigits(one.order.number)}`}
              </a>
            ) : (
              <span>{one.what}</span>
            )}
            <span>{`: ${outcomeWords(one)}`}</span>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="button-quiet button-small"
        onClick={() => void hearAnswers()}
      >
        دیدم
      </button>
    </div>
  );
}

function outcomeWords({ outcome, by, at }: ReturnType<typeof $answered.get>[number]): string {
  if (outcome === "lapsed") return "کسی در مهلت آن تصمیم نگرفت.";
  return `${by ?? ""} در ${formatDate(at)} آن را ${outcome === "confirmed" ? "تأیید کرد" : "کنار گذاشت"}.`;
}

/** Says since when the list has not been refreshed. */
function Stale() {
  const { at } = useStore($heard);
  return (
    <div role="status" className="queue-strip">
      <CloudOff size={18} aria-hidden="true" />
      <p>{at === 0 ? "صف خوانده نشد." : `از ${formatClock(at)} تازه نشده است.`}</p>
      <button
        type="button"
        className="button-quiet button-small"
        onClick={() => {
          void loadQueue();
        }}
      >
        <RefreshCw size={15} aria-hidden="true" />
        دوباره
      </button>
    </div>
  );
}

function Empty({ rows }: { rows: readonly QueueRow[] }) {
  const decided = useStore($decidedToday);
  const next = rows
    .map(({ dueAt, aside }) => Date.parse(aside?.until ?? dueAt))
    .toSorted((one, other) => one - other)[0];
  return (
    <div className="queue-empty">
      <span className="star star-large" aria-hidden="true" />
      <h2>{rows.length === 0 ? "صف خالی است." : "این‌جا چیزی در صف نیست."}</h2>
      {next !== undefined && <p>{`نزدیک‌ترین قول: ${formatClock(next)}`}</p>}
      <p>
        {decided === 0
          ? "کارهای تازه خودشان این‌جا می‌آیند: مدارک، برداشت، تحویل و تیکت."
          : `امروز ${formatNumber(decided)} تصمیم گرفته‌اید.`}
      </p>
    </div>
  );
}

function Bones() {
  return (
    <Skeleton>
      {Array.from({ length: BONES }, (_, row) => (
        <div key={row} className="queue-bone">
          <Bone className="size-7 rounded-full" />
          <div>
            <Bone className="mb-2 h-3 w-32" />
            <Bone className="h-3 w-48" />
          </div>
        </div>
      ))}
    </Skeleton>
  );
}
