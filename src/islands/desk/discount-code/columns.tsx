import { Copy, Download } from "lucide-react";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { CopyButton } from "../../../parts/CopyButton.tsx";
import type { Column } from "../../../parts/DataTable.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import type { DiscountCode } from "../../../stores/desk/discount-code.ts";
import { PersonLink } from "../PersonLink.tsx";
import { STATES, dayWords, discountWords, usesWords } from "./words.ts";

interface RowActions {
  canDecide: boolean;
  /** True when all rows belong to one series: each row then shows its own code. */
  isOneSeries: boolean;
  onMove: (row: DiscountCode) => void;
  onCopy: (row: DiscountCode) => void;
  onGive: (seriesId: string) => void;
}

/** Returns the columns of the list of discount codes. */
export const codeColumns = (ways: RowActions): readonly Column<DiscountCode>[] => [
  { title: "کد", cell: (row) => <Code row={row} isOneSeries={ways.isOneSeries} /> },
  {
    title: "تخفیف",
    cell: (row) => (
      <span className="cell-lines">
        <b className="whitespace-nowrap">{discountWords(row)}</b>
        {row.minPurchase > 0 && (
          <small className="text-muted">{`خرید از ${formatToman(row.minPurchase)}`}</small>
        )}
        {row.maySellBelowCost && <small className="text-anar">تا زیر بهای تمام‌شده</small>}
      </span>
    ),
  },
  {
    title: "برای",
    cell: ({ person, usesPerPerson }) => (
      <span className="cell-lines">
        {person === null ? "همه" : <PersonLink person={person} />}
        <small className="text-muted">{`هر نفر ${formatNumber(usesPerPerson)} بار`}</small>
      </span>
    ),
  },
  { title: "استفاده", cell: (row) => usesWords(row) },
  { title: "خرج", cell: (row) => <Cost row={row} /> },
  {
    title: "وضعیت",
    cell: ({ state, until }) => (
      <span className="cell-lines">
        <StatusBadge tone={STATES[state].tone}>{STATES[state].words}</StatusBadge>
        {until !== null && (
          <small className="whitespace-nowrap text-muted">
            تا <bdi>{dayWords(until)}</bdi>
          </small>
        )}
      </span>
    ),
  },
  ...(ways.canDecide
    ? [
        {
          title: "کارها",
          isAction: true,
          cell: (row: DiscountCode) => <RowActs row={row} {...ways} />,
        },
      ]
    : []),
];

function Code({ row, isOneSeries }: { row: DiscountCode; isOneSeries: boolean }) {
  const { code, series, madeBy, createdAt } = row;
  return (
    <span className="cell-lines">
      {series !== null && !isOneSeries ? (
        <a className="desk-link" href={`/desk/discount-codes?series=${series.id}`}>
          <bdi dir="ltr" lang="en" translate="no" className="discount-code">
            {`${series.prefix}-…`}
          </bdi>
          <span>{` ${formatNumber(series.count)} کد`}</span>
        </a>
      ) : (
        <span className="code-cell">
          <bdi dir="ltr" lang="en" translate="no" className="discount-code">
            {code}
          </bdi>
          {!code.includes("•") && <CopyButton text={code} label={`کپی کد ${code}`} />}
        </span>
      )}
      <small className="whitespace-nowrap text-muted">
        <bdi>{madeBy ?? "بیرون از میز"}</bdi> · <RelativeDate at={createdAt} isShort />
      </small>
    </span>
  );
}

function Cost({ row: { given, belowCost } }: { row: DiscountCode }) {
  return (
    <span className="cell-lines">
      {given === 0 ? <span className="text-muted">۰</span> : <Toman amount={given} />}
      {belowCost !== null && belowCost.orders > 0 && (
        <small className="text-anar">
          {`${formatNumber(belowCost.orders)} سفارش زیر بها، ${formatToman(belowCost.toman)} زیان`}
        </small>
      )}
    </span>
  );
}

function RowActs({ row, isOneSeries, onMove, onCopy, onGive }: RowActions & { row: DiscountCode }) {
  const { series, state } = row;
  const isCode = series === null || isOneSeries;
  const name = isCode ? row.code : series.prefix;
  return (
    <span className="row-acts">
      {!isCode && (
        <button
          type="button"
          className="button-quiet button-small"
          aria-label={`گرفتن CSV ${name}`}
          onClick={() => onGive(series.id)}
        >
          <Download size={15} aria-hidden="true" /> CSV
        </button>
      )}
      {(series === null || !isOneSeries) && (
        <button
          type="button"
          className="button-quiet button-small"
          aria-label={`کد تازه مانند این: ${name}`}
          onClick={() => onCopy(row)}
        >
          <Copy size={15} aria-hidden="true" /> مانند این
        </button>
      )}
      <button
        type="button"
        className={state === "stopped" ? "button-quiet button-small" : "button-danger button-small"}
        aria-label={`${state === "stopped" ? "به کار بینداز" : "از کار بینداز"}: ${name}`}
        onClick={() => onMove(row)}
      >
        {state === "stopped" ? "به کار بینداز" : "از کار بینداز"}
      </button>
    </span>
  );
}
