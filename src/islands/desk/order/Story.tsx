import {
  ArrowLeft,
  Banknote,
  Headset,
  KeyRound,
  type LucideIcon,
  MessageCircle,
  NotebookPen,
  TriangleAlert,
} from "lucide-react";
import { useState } from "react";
import { formatClock, formatDate, formatDay, formatShortDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { useNow } from "../../../parts/use-now.ts";
import type { Order } from "../../../stores/desk/order.ts";

type StoryEvent = Order["story"][number];
type Filter = "all" | "money" | "code" | "message";

const FILTERS: readonly { filter: Filter; words: string }[] = [
  { filter: "all", words: "همه" },
  { filter: "money", words: "پول" },
  { filter: "code", words: "کد" },
  { filter: "message", words: "پیام" },
];
const ICONS: Record<StoryEvent["kind"], LucideIcon> = {
  money: Banknote,
  code: KeyRound,
  message: MessageCircle,
  other: NotebookPen,
};

const isListed = (event: StoryEvent, filter: Filter) =>
  filter === "all" || event.kind === filter || (filter === "money" && event.transfers.length > 0);

/** The story of an order, newest first, with the transfers of each event beside it. */
export function Story({ events }: { events: Order["story"] }) {
  const now = useNow();
  const [chosen, setChosen] = useState<Filter>("all");
  const shown = events.filter((event) => isListed(event, chosen));
  return (
    <section className="desk-card story" aria-labelledby="story">
      <header>
        <h2 id="story">سرگذشت</h2>
        <div className="story-filters" role="group" aria-label="چه چیزهایی؟">
          {FILTERS.map(({ filter, words }) => (
            <button
              key={filter}
              type="button"
              aria-pressed={filter === chosen}
              onClick={() => {
                setChosen(filter);
              }}
            >
              <span>{`${words} `}</span>
              <b>{toPersianDigits(events.filter((e) => isListed(e, filter)).length)}</b>
            </button>
          ))}
        </div>
        <span className="story-ledger-title">
          دفتر: از <ArrowLeft size={14} aria-label="به" /> به
        </span>
      </header>
      <ol>
        {shown.map((event, at) => (
          <Event
            key={`${event.at} ${event.title}`}
            event={event}
            now={now}
            isNewDay={at === 0 || formatDay(shown[at - 1]?.at ?? "") !== formatDay(event.at)}
          />
        ))}
      </ol>
    </section>
  );
}

interface EventProps {
  event: StoryEvent;
  now: number;
  isNewDay: boolean;
}

function Event({ event, now, isNewDay }: EventProps) {
  const Icon =
    event.tone === "bad" ? TriangleAlert : event.who === "operator" ? Headset : ICONS[event.kind];
  return (
    <li className={`story-event story-${event.tone}`}>
      <time
        dateTime={event.at}
        title={`${formatDate(event.at)}:${toPersianDigits(event.at.slice(17, 19))}`}
      >
        <span>{formatClock(event.at)}</span>
        {isNewDay && <small>{formatShortDay(event.at, now)}</small>}
      </time>
      <span className="story-icon" aria-hidden="true">
        <Icon size={15} />
      </span>
      <div className="story-words">
        <b>{event.title}</b>
        {event.detail !== null && event.detail !== "" && <p>{event.detail}</p>}
        {event.reference !== null && (
          <p>
            <bdi dir="ltr" translate="no" className="mono">
              {event.reference}
            </bdi>
          </p>
        )}
      </div>
      <div className="story-ledger">
        {event.transfers.map(({ from, to, amount }) => (
          <p key={`${from} ${to}`}>
            <span>
              <span>{`${from} `}</span>
              <ArrowLeft size={13} aria-label="به" />
              <span>{` ${to}`}</span>
            </span>
            <b>{formatNumber(amount)}</b>
          </p>
        ))}
      </div>
    </li>
  );
}
