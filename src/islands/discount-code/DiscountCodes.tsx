import { useStore } from "@nanostores/react";
import { ShoppingCart, TicketPercent } from "lucide-react";
import { useEffect } from "react";
import type { DiscountCode } from "../../../contract/discount-code.ts";
import { formatDay } from "../../../persian/dates.ts";
import { formatToman } from "../../../persian/toman.ts";
import { CopyButton } from "../../parts/CopyButton.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Dotted } from "../../parts/Dotted.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { StatusBadge } from "../../parts/StatusBadge.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { $discountCodes, discountValue, loadDiscountCodes } from "../../stores/discount-code.ts";

const COLUMNS: readonly Column<DiscountCode>[] = [
  { title: "کد", cell: ({ code }) => <Code code={code} /> },
  { title: "نوع و مقدار", cell: (discount) => <Value discount={discount} /> },
  {
    title: "حداقل خرید",
    cell: ({ minPurchase }) => (minPurchase > 0 ? <Toman amount={minPurchase} /> : "بدون حداقل"),
  },
  { title: "تاریخ انقضا", cell: expiry },
  { title: "نحوه ارائه", cell: ({ isPublic }) => (isPublic ? "عمومی" : "اختصاصی") },
  { title: "وضعیت", cell: ({ isActive }) => <State isActive={isActive} /> },
  {
    title: "استفاده",
    isAction: true,
    cell: ({ isActive, code }) => (isActive ? <UseInCart code={code} /> : "—"),
  },
];

const toLine = (discount: DiscountCode): Line => ({
  name: <Code code={discount.code} />,
  amount: <span className="font-semibold">{discountValue(discount)}</span>,
  facts: (
    <Dotted>
      {discount.maxDiscount !== null && <span>{capOf(discount.maxDiscount)}</span>}
      <span>
        {discount.minPurchase > 0
          ? `از خرید ${formatToman(discount.minPurchase)}`
          : "بدون حداقل خرید"}
      </span>
      {discount.isActive && discount.expirationDate !== null && (
        <span>{`تا ${expiry(discount)}`}</span>
      )}
      {!discount.isPublic && <span>ویژهٔ شما</span>}
    </Dotted>
  ),
  chip: discount.isActive ? <UseInCart code={discount.code} /> : <State isActive={false} />,
});

export function DiscountCodes() {
  const codes = useStore($discountCodes);
  useEffect(() => {
    void loadDiscountCodes();
  }, []);
  if (codes.state === "loading") return <RowsSkeleton rows={5} />;
  if (codes.state === "failed")
    return <ErrorBox message={codes.message} onRetry={() => void loadDiscountCodes()} />;
  if (codes.value.length === 0) {
    return (
      <div className="card">
        <EmptyState
          text="هیچ کد تخفیفی یافت نشد."
          next="با دعوت یک دوست، او برای خرید نخستش کد تخفیف می‌گیرد و شما از سود خریدش سهم می‌برید."
          icon={<TicketPercent size={28} aria-hidden="true" />}
        />
      </div>
    );
  }
  return (
    <PagedTable
      caption="کدهای تخفیف"
      columns={COLUMNS}
      rows={codes.value}
      rowKey={({ id }) => id}
      line={toLine}
    />
  );
}

function State({ isActive }: { isActive: boolean }) {
  return (
    <StatusBadge tone={isActive ? "good" : "plain"}>{isActive ? "فعال" : "غیرفعال"}</StatusBadge>
  );
}

/** Leads to the cart with the code filled in. */
function UseInCart({ code }: { code: string }) {
  return (
    <a
      className="link inline-flex min-h-[40px] items-center gap-1.5 text-sm whitespace-nowrap"
      href={`/cart?${new URLSearchParams({ discount: code }).toString()}`}
      aria-label={`استفاده در سبد: ${code}`}
    >
      <ShoppingCart size={16} aria-hidden="true" />
      استفاده در سبد
    </a>
  );
}

function Code({ code }: { code: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <bdi dir="ltr" translate="no" className="code-text font-semibold">
        {code}
      </bdi>
      <CopyButton text={code} label={`کپی کد ${code}`} />
    </span>
  );
}

function Value({ discount }: { discount: DiscountCode }) {
  return (
    <>
      <span className="font-semibold whitespace-nowrap">{discountValue(discount)}</span>
      {discount.maxDiscount !== null && (
        <span className="block text-xs whitespace-nowrap text-muted">
          {capOf(discount.maxDiscount)}
        </span>
      )}
    </>
  );
}

function capOf(maxToman: number): string {
  return `حداکثر ${formatToman(maxToman)}`;
}

/** Returns the expiry of a code that the shopper can use, else «منقضی شده». Section 2. */
function expiry({ isActive, expirationDate }: DiscountCode): string {
  if (!isActive) return "منقضی شده";
  return expirationDate === null ? "بدون انقضا" : formatDay(expirationDate);
}
