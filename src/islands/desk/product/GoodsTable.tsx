import { formatNumber } from "../../../../persian/toman.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import type { Line } from "../../../parts/ListRow.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import type { Product } from "../../../stores/desk/catalogue.ts";
import { GoodsState } from "./GoodsState.tsx";
import { OrderButtons } from "./OrderButtons.tsx";
import { ShowButton } from "./ShowButton.tsx";
import { isBelowCost, profitOf, shareOf } from "./margin.ts";

interface GoodsTableProps {
  name: string;
  subcategoryId: string;
  products: readonly Product[];
  canDecide: boolean;
  canOrder: boolean;
}

/** The products of a subcategory: prices, profit, and stock. */
export function GoodsTable({
  name,
  subcategoryId,
  products,
  canDecide,
  canOrder,
}: GoodsTableProps) {
  const ids = products.map(({ id }) => id);
  const acts = (product: Product) => (
    <span className="row-acts">
      {canOrder && (
        <OrderButtons
          kind="product"
          within={subcategoryId}
          siblings={ids}
          id={product.id}
          name={product.name}
        />
      )}
      <ShowButton
        kind="product"
        id={product.id}
        name={product.name}
        isShown={product.isShown}
        isSmall
      />
    </span>
  );
  return (
    <DataTable
      caption={`کالاهای ${name}`}
      columns={[...columns, ...(canDecide ? [{ title: "کارها", isAction: true, cell: acts }] : [])]}
      rows={products}
      rowKey={({ id }) => id}
      line={(product) => ({ ...lineOf(product), actions: canDecide && acts(product) })}
    />
  );
}

const columns: readonly Column<Product>[] = [
  {
    title: "کالا",
    cell: (product) => (
      <span className="goods-name">
        <Art product={product} />
        <span className="cell-lines">
          <a translate="no" className="desk-link" href={`/desk/products/${product.id}`}>
            {product.name}
          </a>
          <small className="text-muted">
            <span>{`${product.region} · `}</span>
            <bdi dir="ltr" lang="en" translate="no">
              {product.denomination}
            </bdi>
            <span>{product.deliveryType === "manual" && " · تحویل دستی"}</span>
          </small>
        </span>
      </span>
    ),
  },
  { title: "قیمت (تومان)", cell: ({ price }) => <Sum toman={price} /> },
  { title: "حراج", cell: ({ priceAfterDiscount }) => <Sum toman={priceAfterDiscount} isLoud /> },
  { title: "پاداش", cell: ({ reward }) => <Sum toman={reward === 0 ? null : reward} /> },
  { title: "بهای انبار", cell: ({ unitCost }) => <Sum toman={unitCost} /> },
  { title: "سود هر واحد", cell: (product) => <Profit product={product} /> },
  { title: "آزاد", cell: (product) => <Stock product={product} /> },
  {
    title: "وضعیت",
    cell: (product) => <GoodsState product={product} isListed={product.isOnSale} />,
  },
];

const lineOf = (product: Product): Line => ({
  art: <Art product={product} />,
  name: <span translate="no">{product.name}</span>,
  href: `/desk/products/${product.id}`,
  amount: <Toman amount={product.priceAfterDiscount ?? product.price} />,
  facts: (
    <>
      <span>{"آزاد "}</span>
      <Stock product={product} />
      <span>{" · سود "}</span>
      <Profit product={product} />
    </>
  ),
  chip: <GoodsState product={product} isListed={product.isOnSale} />,
});

function Art({ product }: { product: Product }) {
  return <img src={product.imageUrl} alt="" width={44} height={28} loading="lazy" />;
}

/** A sum without its unit, which is in the title of the column. */
function Sum({ toman, isLoud = false }: { toman: number | null; isLoud?: boolean }) {
  if (toman === null) return <Dash />;
  return <span className={isLoud ? "text-zaferan-strong" : ""}>{formatNumber(toman)}</span>;
}

const Dash = () => <span className="text-muted">—</span>;

function Profit({ product }: { product: Product }) {
  const profit = profitOf(product);
  if (profit === null) return <Dash />;
  return (
    <span className={`goods-profit ${isBelowCost(product) ? "text-anar" : ""}`}>
      <bdi>{`${profit < 0 ? "\u2212" : ""}${formatNumber(Math.abs(profit))}`}</bdi>{" "}
      <small>
        <bdi>{shareOf(product)}</bdi>
      </small>
    </span>
  );
}

function Stock({ product: { stock, isOnSale } }: { product: Product }) {
  const words = stock >= 100 ? "۱۰۰ یا بیشتر" : formatNumber(stock);
  return <span className={stock === 0 && isOnSale ? "font-semibold text-anar" : ""}>{words}</span>;
}
