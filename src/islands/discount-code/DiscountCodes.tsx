import { useStore } from "@nanostores/react";
import { TicketPercent } from "lucide-react";
import { useEffect } from "react";
import type { DiscountCode } from "../../../contract/discount-code.ts";
import { formatDay } from "../../../persian/dates.ts";
import { CopyButton } from "../../parts/CopyButton.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
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
  {
    title: "وضعیت",
    cell: ({ isActive }) => (
      <StatusBadge tone={isActive ? "good" : "plain"}>{isActive ? "فعال" : "غیرفعال"}</StatusBadge>
    ),
  },
];

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
    />
  );
}

function Code({ code }: { code: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      <bdi dir="ltr" className="code-text font-semibold">
        {code}
      </bdi>
      <CopyButton text={code} label={`کپی کد ${code}`} />
    </span>
  );
}

function Value({ discount }: { discount: DiscountCode }) {
  return (
    <>
      <span className="text-muted">{discount.type === "percentage" ? "درصدی" : "مبلغ ثابت"}</span>{" "}
      <span className="font-semibold whitespace-nowrap">{discountValue(discount)}</span>
    </>
  );
}

/** Section 2: shows the expiry of a code that the shopper can use, and any other as expired. */
function expiry({ isActive, expirationDate }: DiscountCode): string {
  if (!isActive) return "منقضی شده";
  return expirationDate === null ? "بدون انقضا" : formatDay(expirationDate);
}
