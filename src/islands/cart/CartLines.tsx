import { Fragment } from "react";
import type { CartItem } from "../../../contract/cart.ts";
import { lazily } from "../../parts/lazily.tsx";
import { RegionChip } from "../../parts/RegionChip.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { useIsDesktop } from "../../parts/use-is-desktop.ts";
import {
  DeliveryType,
  LinePicture,
  LineQuantity,
  ProductLink,
  RemoveButton,
  UnitPrice,
} from "./line-pieces.tsx";

/** Loaded on demand, because most products ask no questions. */
const LineQuestions = lazily(async () => (await import("./LineQuestions.tsx")).LineQuestions);

interface CartLinesProps {
  items: readonly CartItem[];
  quantityMax: number;
}

/** The lines of the cart: a table on wide screens, cards on narrow ones. */
export function CartLines(props: CartLinesProps) {
  return useIsDesktop() ? <Table {...props} /> : <Cards {...props} />;
}

function Table({ items, quantityMax }: CartLinesProps) {
  return (
    <div className="card overflow-x-auto" role="region" aria-label="سبد خرید" tabIndex={0}>
      <table className="table">
        <caption className="sr-only">سبد خرید</caption>
        <thead>
          <tr>
            <th scope="col">محصول</th>
            <th scope="col">تحویل</th>
            <th scope="col">تعداد</th>
            <th scope="col">قیمت واحد</th>
            <th scope="col">مبلغ کل</th>
            <th scope="col">
              <span className="sr-only">عملیات</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <Fragment key={item.productId}>
              <tr>
                <td>
                  <div className="flex items-center gap-3">
                    <LinePicture item={item} />
                    <span className="flex flex-col items-start gap-1">
                      <ProductLink item={item} />
                      <RegionChip region={item.region} />
                    </span>
                  </div>
                </td>
                <td>
                  <DeliveryType item={item} />
                </td>
                <td>
                  <LineQuantity item={item} quantityMax={quantityMax} />
                </td>
                <td>
                  <UnitPrice item={item} />
                </td>
                <td>
                  <Toman amount={item.total} className="font-bold" />
                </td>
                <td>
                  <RemoveButton item={item} />
                </td>
              </tr>
              {item.questions && (
                <tr className="line-asks">
                  <td colSpan={6}>
                    <LineQuestions item={item} />
                  </td>
                </tr>
              )}
            </Fragment>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Cards({ items, quantityMax }: CartLinesProps) {
  return (
    <ul className="flex flex-col gap-3">
      {items.map((item) => (
        <li key={item.productId} className="card p-4">
          <div className="flex items-start gap-3">
            <LinePicture item={item} />
            <div className="flex min-w-0 flex-1 flex-col items-start gap-1">
              <ProductLink item={item} />
              <span className="flex flex-wrap gap-1">
                <RegionChip region={item.region} />
                <DeliveryType item={item} />
              </span>
            </div>
            <div className="-me-2 -mt-2">
              <RemoveButton item={item} />
            </div>
          </div>
          <div className="mt-4 flex flex-wrap items-end justify-between gap-3">
            <LineQuantity item={item} quantityMax={quantityMax} />
            <dl className="flex flex-col items-end gap-1 text-sm">
              <div className="flex items-baseline gap-2">
                <dt className="text-xs text-muted">قیمت واحد</dt>
                <dd>
                  <UnitPrice item={item} />
                </dd>
              </div>
              <div className="flex items-baseline gap-2">
                <dt className="text-xs text-muted">مبلغ کل</dt>
                <dd>
                  <Toman amount={item.total} className="text-base font-bold" />
                </dd>
              </div>
            </dl>
          </div>
          {item.questions && <LineQuestions item={item} />}
        </li>
      ))}
    </ul>
  );
}
