import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { reviewWords } from "../../../../persian/desk-words.ts";
import { GATEWAY_NAMES, gatewayOfAuthority } from "../../../../persian/gateway.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import {
  $reviews,
  $strays,
  type Review,
  type Stray as StrayRow,
  loadReviews,
  loadStrays,
} from "../../../stores/desk/flow.ts";
import { ListState } from "../ListState.tsx";
import { OrderLink } from "../OrderLink.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { useTabKeys } from "./tabs.ts";

const STRAY_COLUMNS: readonly Column<StrayRow>[] = [
  { title: "شناسهٔ درگاه", cell: ({ authority }) => <AtGateway authority={authority} /> },
  { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} className="font-semibold" /> },
  { title: "نخستین بار", cell: ({ firstSeenAt }) => <RelativeDate at={firstSeenAt} isShort /> },
];

const REVIEW_COLUMNS: readonly Column<Review>[] = [
  { title: "چه", cell: ({ kind }) => (kind === "payment" ? "پرداخت" : "بازپرداخت") },
  { title: "شخص", cell: ({ person }) => <PersonLink person={person} /> },
  { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} className="font-semibold" /> },
  {
    title: "سفارش",
    cell: ({ orderId, orderNumber }) => <OrderLink {...{ orderId, orderNumber }} />,
  },
  {
    title: "شناسهٔ درگاه",
    cell: ({ kind, authority, reason }) => (
      <span className="cell-lines">
        {authority !== null && <AtGateway authority={authority} />}
        <small className="text-muted">{reviewWords(kind, reason)}</small>
      </span>
    ),
  },
];

const STRAY_ACT: Column<StrayRow> = {
  title: "کار",
  isAction: true,
  cell: ({ authority }) => <InToday kind="stray_payment" id={authority} />,
};
const REVIEW_ACT: Column<Review> = {
  title: "کار",
  isAction: true,
  cell: ({ kind, id }) => <InToday kind={kind} id={id} />,
};

/** Stray payments, and payments and refunds in review. */
export function Stray({ canDecide }: { canDecide: boolean }) {
  const strays = useStore($strays);
  const reviews = useStore($reviews);
  useEffect(() => void Promise.all([loadStrays(), loadReviews()]), []);
  useTabKeys();
  return (
    <>
      <section className="desk-card" aria-labelledby="strays">
        <header>
          <h2 id="strays">پول سرگردان</h2>
          <p className="text-xs text-muted">درگاه گرفته، فروشگاه ردیفی ندارد.</p>
        </header>
        <div className="desk-list">
          <ListState
            pages={strays}
            load={loadStrays}
            empty={
              <EmptyState
                text="هیچ پولی سرگردان نیست."
                next="اگر درگاه پرداختی را نشان دهد که اینجا ردیفی ندارد، همین‌جا می‌آید تا به کیف پول صاحبش برود."
              />
            }
          >
            <DataTable
              caption="فهرست پول سرگردان"
              columns={canDecide ? [...STRAY_COLUMNS, STRAY_ACT] : STRAY_COLUMNS}
              rows={strays.rows}
              rowKey={({ authority }) => authority}
            />
          </ListState>
        </div>
      </section>
      <section className="desk-card" aria-labelledby="reviews">
        <header>
          <h2 id="reviews">نیاز به بررسی</h2>
          <p className="text-xs text-muted">سرانجامشان تنها در پنل درگاه پیداست.</p>
        </header>
        <div className="desk-list">
          <ListState
            pages={reviews}
            load={loadReviews}
            empty={<EmptyState text="چیزی نیاز به بررسی ندارد." />}
          >
            <DataTable
              caption="فهرست پرداخت‌ها و بازپرداخت‌های نیازمند بررسی"
              columns={canDecide ? [...REVIEW_COLUMNS, REVIEW_ACT] : REVIEW_COLUMNS}
              rows={reviews.rows}
              rowKey={({ id }) => id}
            />
          </ListState>
        </div>
      </section>
    </>
  );
}

/** An authority with the name of its gateway. */
function AtGateway({ authority }: { authority: string }) {
  return (
    <span className="cell-lines">
      <span>{GATEWAY_NAMES[gatewayOfAuthority(authority)]}</span>
      <bdi dir="ltr" translate="no" className="code-text text-xs">
        {authority}
      </bdi>
    </span>
  );
}

/**
 * Links to the queue, where decisions are made, because it shows the evidence and who has the thing
 * in hand.
 */
function InToday({ kind, id }: { kind: "stray_payment" | Review["kind"]; id: string }) {
  return (
    <a className="button-quiet button-small" href={`/desk?open=${kind}:${encodeURIComponent(id)}`}>
      باز کردن در امروز
    </a>
  );
}
