import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatAverage } from "../../../../persian/average.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import type { ImportLimits } from "../../../stores/desk/import-file.ts";
import { $shelf, type Shelf, loadShelf } from "../../../stores/desk/stock.ts";
import { AddCodes } from "./AddCodes.tsx";
import { Batches } from "./Batches.tsx";
import { Threshold } from "./Threshold.tsx";
import { coverWords } from "./words.ts";

interface ProductProps {
  id: string;
  canDecide: boolean;
  limits: ImportLimits;
}

/** Shows the stock of a product, the form that adds codes to it, and its batches. */
export function Product({ id, canDecide, limits }: ProductProps) {
  const shelf = useStore($shelf);
  useEffect(() => {
    void loadShelf(id);
  }, [id]);
  if (shelf.state === "failed")
    return <ErrorBox message={shelf.message} onRetry={() => void loadShelf(id)} />;
  if (shelf.state === "loading")
    return (
      <div className="desk-card p-4">
        <RowsSkeleton rows={5} />
      </div>
    );
  return (
    <div className="stock-page">
      <Head shelf={shelf.value} canDecide={canDecide} />
      {canDecide && <AddCodes shelf={shelf.value} limits={limits} />}
      <Batches shelf={shelf.value} canDecide={canDecide} />
    </div>
  );
}

function Head({ shelf, canDecide }: { shelf: Shelf; canDecide: boolean }) {
  const [isAsking, setIsAsking] = useState(false);
  const { product, days } = shelf;
  const figures: readonly { name: string; value: string }[] = [
    {
      name:
        product.recalled === 0 ? "آزاد" : `آزاد، جز ${formatNumber(product.recalled)} فراخوانده`,
      value: formatNumber(product.free),
    },
    { name: "نگه‌داشته", value: formatNumber(product.held) },
    { name: "فروش در روز", value: formatAverage(product.sold30 / days.length) },
    { name: "دوام", value: coverWords(product) },
    { name: "منتظر خبر", value: formatNumber(product.waiting) },
  ];
  return (
    <section className="desk-card stock-head" aria-labelledby="stock-product">
      <div className="stock-name">
        <h2 id="stock-product" translate="no">
          {product.name}
        </h2>
        <p>
          {product.free === 0 && <StatusBadge tone="bad">ناموجود</StatusBadge>}
          {product.free > 0 && product.lowSince !== null && (
            <StatusBadge tone="waiting">رو به پایان</StatusBadge>
          )}
          {!product.isActive && <StatusBadge tone="plain">پنهان</StatusBadge>}
          <span className="text-muted">{product.region}</span>
          <Toman amount={product.price} className="font-semibold" />
        </p>
      </div>
      <dl className="stock-figures">
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dd>{value}</dd>
            <dt>{name}</dt>
          </div>
        ))}
        <div>
          <dd>{product.threshold === 0 ? "بی‌هشدار" : formatNumber(product.threshold)}</dd>
          <dt>
            {canDecide ? (
              <button type="button" className="desk-link" onClick={() => setIsAsking(true)}>
                هشدار زیر
              </button>
            ) : (
              "هشدار زیر"
            )}
          </dt>
        </div>
      </dl>
      <Sales days={days} />
      <Threshold product={product} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </section>
  );
}

/** Thirty days of sales as columns, and the same as a table. */
function Sales({ days }: { days: Shelf["days"] }) {
  const most = Math.max(1, ...days.map(({ sold }) => sold));
  const all = days.reduce((sum, { sold }) => sum + sold, 0);
  return (
    <figure className="stock-sales">
      <svg
        viewBox="0 0 300 60"
        preserveAspectRatio="none"
        role="img"
        aria-label={`فروش ۳۰ روز: ${formatNumber(all)} کد، بیشترین در یک روز ${formatNumber(Math.max(0, ...days.map(({ sold }) => sold)))}`}
      >
        {days.map(({ day, sold }, at) => {
          const height = Math.max(sold > 0 ? 2 : 0.8, (Math.max(0, sold) / most) * 58);
          return (
            <rect key={day} x={291 - at * 10} y={60 - height} width="8" height={height} rx="1" />
          );
        })}
      </svg>
      <figcaption>
        <details>
          <summary>{`فروش ۳۰ روز، ${formatNumber(all)} کد`}</summary>
          <table className="table table-tight">
            <caption className="sr-only">فروش هر روز</caption>
            <thead>
              <tr>
                <th scope="col">روز</th>
                <th scope="col">فروش</th>
              </tr>
            </thead>
            <tbody>
              {days.toReversed().map(({ day, sold }) => (
                <tr key={day}>
                  <th scope="row">{toPersianDigits(day)}</th>
                  <td>{formatNumber(sold)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </details>
      </figcaption>
    </figure>
  );
}
