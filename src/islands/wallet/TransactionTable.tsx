import { useStore } from "@nanostores/react";
import { ArrowDownLeft, ArrowUpRight, ReceiptText, ShoppingBag, Undo2 } from "lucide-react";
import type { Transaction } from "../../../contract/transaction.ts";
import { formatComing, formatShortDay } from "../../../persian/dates.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { DateAndTime } from "../../parts/DateAndTime.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Dotted } from "../../parts/Dotted.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { SignedToman } from "../../parts/SignedToman.tsx";
import { TakeBack } from "./TakeBack.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import {
  $transactions,
  loadMoreTransactions,
  loadTransactions,
  TRANSACTION_STATUS_LABELS,
  TRANSACTION_TYPE_LABELS,
} from "../../stores/transaction.ts";
import { serverNow } from "../../stores/server-clock.ts";

const TONES: Record<Transaction["status"], Tone> = {
  pending: "waiting",
  completed: "good",
  failed: "bad",
};

const COLUMNS: readonly Column<Transaction>[] = [
  { title: "ردیف", cell: (_, index) => formatNumber(index + 1) },
  {
    title: "وضعیت",
    cell: ({ type, status, withdrawalId, dueAt }) => (
      <div className="flex flex-col items-start gap-1">
        <StatusBadge tone={TONES[status]}>{TRANSACTION_STATUS_LABELS[status]}</StatusBadge>
        {dueAt !== null && <span className="text-xs text-muted">{dueWords(dueAt)}</span>}
        {type === "withdrawal" && <TakeBack withdrawalId={withdrawalId ?? null} />}
      </div>
    ),
  },
  { title: "مبلغ", cell: (transaction) => <Amount transaction={transaction} /> },
  { title: "نوع", cell: ({ type }) => <Type type={type} /> },
  { title: "تاریخ", cell: ({ createdAt }) => <DateAndTime at={createdAt} /> },
  { title: "توضیحات", cell: (transaction) => <Description transaction={transaction} /> },
];

const toLine = (transaction: Transaction): Line => ({
  icon: <TypeIcon type={transaction.type} />,
  name: transaction.description || TRANSACTION_TYPE_LABELS[transaction.type],
  href: orderAddress(transaction),
  amount: <Amount transaction={transaction} />,
  facts: (
    <Dotted>
      <span>{TRANSACTION_TYPE_LABELS[transaction.type]}</span>
      <span>{formatShortDay(transaction.createdAt, serverNow())}</span>
      {transaction.dueAt !== null && <span>{dueWords(transaction.dueAt)}</span>}
    </Dotted>
  ),
  actions: transaction.type === "withdrawal" && (
    <TakeBack withdrawalId={transaction.withdrawalId ?? null} />
  ),
  // A completed transaction needs no badge.
  chip: transaction.status !== "completed" && (
    <StatusBadge tone={TONES[transaction.status]}>
      {TRANSACTION_STATUS_LABELS[transaction.status]}
    </StatusBadge>
  ),
});

/** Says when a withdrawal that waits for its new card can be paid. */
function dueWords(dueAt: string): string {
  return `واریز از ${formatComing(dueAt, serverNow())}`;
}

/** The page of the order behind a transaction. */
function orderAddress({ order }: Transaction): string | undefined {
  return order ? `/orders/${encodeURIComponent(order.id)}` : undefined;
}

function Description({ transaction }: { transaction: Transaction }) {
  const href = orderAddress(transaction);
  if (transaction.description === "") return "—";
  return href === undefined ? (
    <span className="wrap-anywhere">{transaction.description}</span>
  ) : (
    <a className="link wrap-anywhere" href={href}>
      {transaction.description}
    </a>
  );
}

function Amount({ transaction: { type, status, amount } }: { transaction: Transaction }) {
  return <SignedToman amount={amount} isIncoming={isIncoming(type)} counts={status !== "failed"} />;
}

function isIncoming(type: Transaction["type"]): boolean {
  return type === "deposit" || type === "refund";
}

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
          next="هر واریز، خرید و برداشت این‌جا نوشته می‌شود."
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
      line={toLine}
      fetchMore={nextCursor === null ? undefined : () => loadMoreTransactions(fetchSize)}
    />
  );
}

const ICONS: Record<Transaction["type"], typeof Undo2> = {
  deposit: ArrowDownLeft,
  withdrawal: ArrowUpRight,
  purchase: ShoppingBag,
  refund: Undo2,
};

function TypeIcon({ type, size = 20 }: { type: Transaction["type"]; size?: number }) {
  const Icon = ICONS[type];
  return <Icon size={size} className={isIncoming(type) ? "" : "icon-plain"} aria-hidden="true" />;
}

function Type({ type }: { type: Transaction["type"] }) {
  return (
    <span className="inline-flex items-center gap-1.5 align-middle">
      <TypeIcon type={type} size={16} />
      <span>{TRANSACTION_TYPE_LABELS[type]}</span>
    </span>
  );
}
