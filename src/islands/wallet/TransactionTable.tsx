import { useStore } from "@nanostores/react";
import { ArrowDownLeft, ArrowUpRight, ReceiptText } from "lucide-react";
import type { Transaction } from "../../../contract/transaction.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { DateAndTime } from "../../parts/DateAndTime.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import { Toman } from "../../parts/Toman.tsx";
import {
  $transactions,
  loadMoreTransactions,
  loadTransactions,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from "../../stores/transaction.ts";

const TONES: Record<Transaction["status"], Tone> = {
  pending: "waiting",
  completed: "good",
  failed: "bad",
};

const COLUMNS: readonly Column<Transaction>[] = [
  { title: "ردیف", cell: (_, index) => formatNumber(index + 1) },
  {
    title: "وضعیت",
    cell: ({ status }) => (
      <StatusBadge tone={TONES[status]}>{TRANSACTION_STATUS_LABELS[status]}</StatusBadge>
    ),
  },
  { title: "مبلغ", cell: ({ amount }) => <Toman amount={amount} className="font-semibold" /> },
  { title: "نوع", cell: ({ type }) => <Type type={type} /> },
  { title: "تاریخ", cell: ({ createdAt }) => <DateAndTime at={createdAt} /> },
  {
    title: "توضیحات",
    cell: ({ description }) => <span className="wrap-anywhere">{description || "—"}</span>,
  },
];

export function TransactionTable({ fetchSize }: { fetchSize: number }) {
  return (
    <section aria-labelledby="transactions">
      <h2 id="transactions" className="mb-3 text-lg">
        تراکنش‌ها
      </h2>
      <Transactions fetchSize={fetchSize} />
    </section>
  );
}

function Transactions({ fetchSize }: { fetchSize: number }) {
  const list = useStore($transactions);
  if (list.state === "loading") return <RowsSkeleton rows={5} />;
  if (list.state === "failed")
    return <ErrorBox message={list.message} onRetry={() => void loadTransactions(fetchSize)} />;
  const { transactions, nextCursor } = list.value;
  if (transactions.length === 0) {
    return (
      <div className="card">
        <EmptyState
          text="هیچ تراکنشی پیدا نشد."
          icon={<ReceiptText size={28} aria-hidden="true" />}
        />
      </div>
    );
  }
  return (
    <PagedTable
      caption="فهرست تراکنش‌ها"
      columns={COLUMNS}
      rows={transactions}
      rowKey={({ id }) => id}
      fetchMore={nextCursor === null ? undefined : () => loadMoreTransactions(fetchSize)}
    />
  );
}

function Type({ type }: { type: Transaction["type"] }) {
  const isIncoming = type === "deposit" || type === "refund";
  const Icon = isIncoming ? ArrowDownLeft : ArrowUpRight;
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <Icon
        size={16}
        className={isIncoming ? "text-firouzeh-strong" : "text-muted"}
        aria-hidden="true"
      />
      {TRANSACTION_TYPE_LABELS[type]}
    </span>
  );
}
