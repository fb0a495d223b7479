import { useState } from "react";
import { formatChange, formatShare } from "../../../../persian/large-toman.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import type { ActResult } from "../../../parts/use-sending.ts";
import { type PriceRow, isChanging, saveRule, writeMargin } from "../../../stores/desk/price.ts";
import { useKeys } from "../keys.ts";
import { FLAGS, readBasisPoints, showBasisPoints } from "./words.ts";

interface PriceTableProps {
  rows: readonly PriceRow[];
  isTicked: (row: PriceRow) => boolean;
  canDecide: boolean;
  onTick: (productId: string, isTicked: boolean) => void;
  isSending: boolean;
  act: (asked: () => Promise<ActResult>) => void;
}

/** The table of prices: each as it is now, and as it would be after publishing. */
export function PriceTable({ rows, isTicked, canDecide, isSending, onTick, act }: PriceTableProps) {
  const fix = (row: PriceRow) => {
    const { currency, faceCents, marginBasisPoints, isFixed } = row;
    if (marginBasisPoints === null) return;
    const rule = { currency, faceCents, marginBasisPoints, isFixed: !isFixed };
    act(() => saveRule(row.productId, rule));
  };
  const fixFocused = () => {
    const id = focusedLine()?.dataset["product"];
    const row = rows.find(({ productId }) => productId === id);
    if (row) fix(row);
  };
  const focusMargin = () =>
    focusedLine()?.querySelector<HTMLElement>("input[name=margin]")?.focus();
  useKeys("قیمت‌ها", [
    canDecide && { code: "KeyF", label: "ثابت کردن قیمت، یا باز کردنش", act: fixFocused },
    canDecide && { code: "Enter", label: "نوشتن حاشیه", act: focusMargin },
  ]);
  return (
    <div className="price-scroll" role="region" aria-label="فهرست قیمت‌ها" tabIndex={0}>
      <table className="table price-table">
        <thead>
          <tr>
            {canDecide && <th scope="col">انتشار</th>}
            <th scope="col">کالا</th>
            <th scope="col">حاشیه</th>
            <th scope="col">بهای انبار</th>
            <th scope="col">اکنون</th>
            <th scope="col">تازه</th>
            <th scope="col">تغییر</th>
            <th scope="col">سود هر کد</th>
            <th scope="col">آزاد</th>
            <th scope="col">نشانه</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <PriceLine
              key={row.productId}
              row={row}
              canDecide={canDecide}
              isTicked={isTicked(row)}
              isSending={isSending}
              onTick={(isOn) => onTick(row.productId, isOn)}
              onFix={() => fix(row)}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

const focusedLine = () => document.activeElement?.closest<HTMLElement>("[data-product]");

interface PriceLineProps {
  row: PriceRow;
  canDecide: boolean;
  isTicked: boolean;
  isSending: boolean;
  onTick: (isTicked: boolean) => void;
  onFix: () => void;
}

function PriceLine({ row, canDecide, isTicked, isSending, onTick, onFix }: PriceLineProps) {
  return (
    <tr data-product={row.productId} className={toneOf(row)}>
      {canDecide && (
        <td className="price-tick">
          <input
            type="checkbox"
            className="tick"
            aria-label={`انتشار قیمت ${row.name}`}
            disabled={!isChanging(row)}
            checked={isTicked}
            onChange={(event) => onTick(event.target.checked)}
          />
        </td>
      )}
      <th scope="row">
        <img src={row.imageUrl} alt="" width="45" height="28" loading="lazy" />
        <a translate="no" href={`/desk/products/${row.productId}`} title={row.name}>
          {row.name}
        </a>
      </th>
      <td data-label="حاشیه">
        {row.marginBasisPoints === null ? (
          "—"
        ) : canDecide && !row.isFixed ? (
          <Margin key={row.marginBasisPoints} row={row} kept={row.marginBasisPoints} />
        ) : (
          `${showBasisPoints(row.marginBasisPoints)}٪`
        )}
      </td>
      <td data-label="بهای انبار" className="is-quiet">
        {row.cost === null ? "—" : formatNumber(row.cost)}
      </td>
      <td data-label="اکنون" className="is-quiet">
        {formatNumber(row.now.price)}
      </td>
      <td data-label="تازه">{tellNext(row)}</td>
      <td data-label="تغییر">
        <bdi dir="ltr">
          {isChanging(row) && row.next ? formatChange(row.next.price, row.now.price) : ""}
        </bdi>
      </td>
      <td data-label="سود هر کد">
        <Profit row={row} />
      </td>
      <td data-label="آزاد" className={row.stock === 0 ? "is-bad" : ""}>
        {formatNumber(row.stock)}
      </td>
      <td className="price-acts">
        <span className="row-acts">
          {row.isFixed && <span className="price-flag">قیمت ثابت</span>}
          {!row.isOnSale && <span className="price-flag">پنهان</span>}
          {row.flags.map((flag) => (
            <span key={flag} className={`price-flag price-${flag}`}>
              {FLAGS[flag]}
            </span>
          ))}
          {row.next && row.next.sale !== null && isChanging(row) && (
            <span className="price-flag">{`حراج: ${formatNumber(row.next.sale)}`}</span>
          )}
          {canDecide && (
            <button
              type="button"
              className="button-quiet button-small"
              aria-label={`${row.isFixed ? "با نرخ برود" : "ثابت کن"}: قیمت ${row.name}`}
              disabled={isSending}
              onClick={onFix}
            >
              {row.isFixed ? "با نرخ برود" : "ثابت کن"}
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}

function toneOf({ flags }: PriceRow): string {
  if (flags.includes("below_cost")) return "price-row-bad";
  return flags.length > 0 ? "price-row-look" : "";
}

function tellNext(row: PriceRow) {
  if (row.next === null) return <span className="is-quiet">نرخ ندارد</span>;
  if (!isChanging(row)) return <span className="is-quiet">بی‌تغییر</span>;
  return <b>{formatNumber(row.next.price)}</b>;
}

function Profit({ row: { cost, next, now, isFixed } }: { row: PriceRow }) {
  if (cost === null) return "—";
  const { price, sale } = isFixed || next === null ? now : next;
  const paid = sale ?? price;
  const profit = paid - cost;
  return (
    <span className={profit < 0 ? "is-bad" : ""}>
      <bdi dir="ltr">{profit < 0 ? `−${formatNumber(-profit)}` : formatNumber(profit)}</bdi>{" "}
      <small className="is-quiet">{formatShare(profit / paid)}</small>
    </span>
  );
}

/** The margin in percent. Leaving the field or pressing Enter updates the preview. */
function Margin({ row: { productId, name }, kept }: { row: PriceRow; kept: number }) {
  const [text, setText] = useState(showBasisPoints(kept));
  const points = readBasisPoints(text);
  const write = () => {
    if (points !== null && points !== kept) void writeMargin(productId, points);
  };
  return (
    <input
      type="text"
      name="margin"
      className="field price-margin"
      dir="ltr"
      inputMode="decimal"
      autoComplete="off"
      aria-label={`حاشیهٔ ${name}، درصد`}
      aria-invalid={points === null}
      value={text}
      onChange={(event) => setText(event.target.value)}
      onBlur={write}
      onKeyDown={(event) => {
        if (event.key === "Enter") write();
      }}
    />
  );
}
