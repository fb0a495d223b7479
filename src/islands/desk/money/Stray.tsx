import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { toPersianDigits } from "../../../../persian/digits.ts";
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
import { PersonLink } from "../PersonLink.tsx";
import { Adopt } from "./Adopt.tsx";
import { EndReview } from "./EndReview.tsx";
import { useTabKeys } from "./tabs.ts";

/** Money without a row here, and what the shop cannot find out by itself. */
export function Stray({ canDecide }: { canDecide: boolean }) {
  const strays = useStore($strays);
  const reviews = useStore($reviews);
  const [stray, setStray] = useState<StrayRow | null>(null);
  const [review, setReview] = useState<Review | null>(null);
  useEffect(() => void Promise.all([loadStrays(), loadReviews()]), []);
  useTabKeys();
  const strayColumns: readonly Column<StrayRow>[] = [
    { title: "شناسهٔ درگاه", cell: ({ authority }) => <AtGateway authority={authority} /> },
    { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} className="font-semibold" /> },
    { title: "نخستین بار", cell: ({ firstSeenAt }) => <RelativeDate at={firstSeenAt} isShort /> },
    ...(canDecide
      ? [
          {
            title: "کار",
            isAction: true,
            cell: (row: StrayRow) => (
              <button
                type="button"
                className="button-quiet button-small"
                onClick={() => {
                  setStray(row);
                }}
              >
                به کیف پول…
              </button>
            ),
          },
        ]
      : []),
  ];
  const reviewColumns: readonly Column<Review>[] = [
    { title: "چه", cell: ({ kind }) => (kind === "payment" ? "پرداخت" : "بازپرداخت") },
    { title: "شخص", cell: ({ person }) => <PersonLink person={person} /> },
    { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} className="font-semibold" /> },
    {
      title: "سفارش",
      cell: ({ orderId, orderNumber }) =>
        orderId === null ? (
          <span className="text-muted">—</span>
        ) : (
          <a className="desk-link" href={`/desk/orders/${orderId}`}>
            <bdi dir="ltr">{toPersianDigits(orderNumber ?? "")}</bdi>
          </a>
        ),
    },
    {
      title: "شناسهٔ درگاه",
      cell: ({ authority, reason }) => (
        <span className="cell-lines">
          {authority !== null && <AtGateway authority={authority} />}
          {reason !== null && <small className="text-muted">{reason}</small>}
        </span>
      ),
    },
    ...(canDecide
      ? [
          {
            title: "کار",
            isAction: true,
            cell: (row: Review) => (
              <button
                type="button"
                className="button-quiet button-small"
                onClick={() => {
                  setReview(row);
                }}
              >
                پایان بررسی…
              </button>
            ),
          },
        ]
      : []),
  ];
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
              columns={strayColumns}
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
              columns={reviewColumns}
              rows={reviews.rows}
              rowKey={({ id }) => id}
            />
          </ListState>
        </div>
      </section>
      {stray && (
        <Adopt
          stray={stray}
          onClose={() => {
            setStray(null);
          }}
        />
      )}
      {review && (
        <EndReview
          review={review}
          onClose={() => {
            setReview(null);
          }}
        />
      )}
    </>
  );
}

/** An authority with the name of its gateway. */
function AtGateway({ authority }: { authority: string }) {
  return (
    <span className="cell-lines">
      <span>{GATEWAY_NAMES[gatewayOfAuthority(authority)]}</span>
      <bdi dir="ltr" className="code-text text-xs">
        {authority}
      </bdi>
    </span>
  );
}
