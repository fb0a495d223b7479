import { Pencil } from "lucide-react";
import { CURRENCY_NAMES } from "../../../../persian/currency.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { formatChange } from "../../../../persian/large-toman.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import type { Rate } from "../../../stores/desk/rate.ts";
import { SOURCES, TROUBLES } from "./words.ts";

interface RateCardProps {
  rate: Rate;
  /** True for the first currency, which is drawn large and with a chart of its rate. */
  isFirst: boolean;
  onEdit: (() => void) | null;
  isSending: boolean;
  /** Accepts a rate that the shop held back, in toman. */
  onTake: (toman: number) => void;
}

/** One currency: its rate now, where it comes from, and how far prices are behind it. */
export function RateCard({ rate, isFirst, onEdit, isSending, onTake }: RateCardProps) {
  const { currency, toman, readAt, madeWith, held, trouble, isOld, automaticBy } = rate;
  const change =
    toman === null || !madeWith || madeWith.toman === toman
      ? null
      : formatChange(toman, madeWith.toman);
  const name = CURRENCY_NAMES[currency];
  return (
    <section className={isFirst ? "rate rate-first" : "rate"} aria-label={name}>
      <header>
        <h2>{name}</h2>
        {onEdit && (
          <button type="button" className="rate-edit" aria-label={`نرخ ${name}`} onClick={onEdit}>
            <Pencil size={15} aria-hidden="true" />
          </button>
        )}
      </header>
      <p className="rate-value">
        {toman === null ? (
          <span className="rate-none">هنوز نوشته نشده</span>
        ) : (
          <>
            <b>{formatNumber(toman)}</b>
            <span className="contents"> </span>
            <small>تومان</small>
            {change !== null && <bdi className="rate-change">{change}</bdi>}
          </>
        )}
      </p>
      <p className={isOld ? "rate-about is-late" : "rate-about"}>
        <span>{`${SOURCES[rate.source]}${rate.perDollar !== null ? ` ÷ ${toPersianDigits(rate.perDollar.replace(".", "٫"))}` : ""}`}</span>
        {readAt !== null && (
          <>
            <span>{` · ${isOld ? "کهنه، " : ""}`}</span>
            <RelativeDate at={readAt} isShort />
          </>
        )}
      </p>
      {isFirst && <Line rate={rate} />}
      {madeWith && (
        <p className="rate-about">
          <span>{`${formatNumber(rate.products)} کالا · ساخته‌شده با ${formatNumber(madeWith.toman)}، `}</span>
          <RelativeDate at={madeWith.at} isShort />
        </p>
      )}
      {trouble !== null && <p className="rate-trouble">{TROUBLES[trouble]}</p>}
      {automaticBy !== null && (
        <p className="rate-about">
          قیمت‌ها خودکار می‌روند، به دستور <bdi dir="ltr">{automaticBy}</bdi>
        </p>
      )}
      {held && (
        <div className="rate-held">
          <span>
            <span>{`${toman === null ? "نخستین نرخ" : "جهش"}: `}</span>
            <b>{formatNumber(held.toman)}</b>
          </span>
          {onEdit && (
            <button
              type="button"
              className="button-quiet button-small"
              disabled={isSending}
              onClick={() => onTake(held.toman)}
            >
              بپذیر
            </button>
          )}
        </div>
      )}
    </section>
  );
}

const WIDTH = 180;
const HEIGHT = 44;

/**
 * A chart of seven days of a rate, from right to left. The dashed line is the rate that prices were
 * computed with.
 */
function Line({ rate: { hours, madeWith } }: { rate: Rate }) {
  if (hours.length < 2) return null;
  const times = hours.map(({ at }) => Date.parse(at));
  const values = [...hours.map(({ toman }) => toman), ...(madeWith ? [madeWith.toman] : [])];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (at: number) => (((last - at) / (last - first || 1)) * WIDTH).toFixed(1);
  const y = (toman: number) =>
    (HEIGHT - 3 - ((toman - low) / (high - low || 1)) * (HEIGHT - 6)).toFixed(1);
  const points = hours.map(({ toman }, index) => `${x(times[index] ?? 0)},${y(toman)}`);
  return (
    <svg
      className="rate-line"
      viewBox={`0 0 ${String(WIDTH)} ${String(HEIGHT)}`}
      role="img"
      aria-label={`هفت روز: از ${formatNumber(low)} تا ${formatNumber(high)} تومان`}
    >
      {madeWith && (
        <line
          x1="0"
          x2={WIDTH}
          y1={y(madeWith.toman)}
          y2={y(madeWith.toman)}
          className="rate-made"
        />
      )}
      <polyline points={points.join(" ")} />
    </svg>
  );
}
