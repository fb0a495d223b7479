import { useStore } from "@nanostores/react";
import { MessagesSquare } from "lucide-react";
import { useEffect } from "react";
import type { TicketSummary } from "../../../contract/ticket.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { cut } from "../../parts/cut.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Dotted } from "../../parts/Dotted.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RelativeDate } from "../../parts/RelativeDate.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { $tickets, loadMoreTickets, loadTickets } from "../../stores/ticket.ts";
import { AwaitsSupport, TicketBadge } from "./TicketBadge.tsx";

/** Section 11.2: the most characters of the title and the description that are shown. */
const TEXT_MAX = 15;

const COLUMNS: readonly Column<TicketSummary>[] = [
  { title: "ردیف", cell: (_, index) => formatNumber(index + 1) },
  { title: "شماره", cell: (ticket) => <ShortNumber thing={ticket} /> },
  { title: "عنوان", cell: ({ title }) => <span title={title}>{cut(title, TEXT_MAX)}</span> },
  {
    title: "توضیحات",
    cell: ({ description }) => <span title={description}>{cut(description, TEXT_MAX)}</span>,
  },
  { title: "وضعیت", cell: ({ status }) => <Status status={status} /> },
  { title: "آخرین به‌روزرسانی", cell: ({ updatedAt }) => <RelativeDate at={updatedAt} /> },
  { title: "عملیات", isAction: true, cell: (ticket) => <TicketLink ticket={ticket} /> },
];

function Status({ status }: { status: TicketSummary["status"] }) {
  return (
    <>
      <TicketBadge status={status} />
      <span className="block text-xs text-muted empty:hidden">
        <AwaitsSupport status={status} />
      </span>
    </>
  );
}

const toLine = (ticket: TicketSummary): Line => ({
  icon: <MessagesSquare size={20} aria-hidden="true" />,
  name: <bdi>{ticket.title}</bdi>,
  href: `/tickets/${encodeURIComponent(ticket.id)}`,
  facts: (
    <Dotted>
      <ShortNumber thing={ticket} />
      <RelativeDate isShort at={ticket.updatedAt} />
      {ticket.status === "User Responded" && <AwaitsSupport status={ticket.status} />}
    </Dotted>
  ),
  chip: <TicketBadge status={ticket.status} />,
});

interface TicketListProps {
  /** Number of tickets per call. */
  fetchSize: number;
}

export function TicketList({ fetchSize }: TicketListProps) {
  const tickets = useStore($tickets);
  useEffect(() => {
    void loadTickets(fetchSize);
  }, [fetchSize]);
  if (tickets.state === "loading") return <RowsSkeleton rows={5} />;
  if (tickets.state === "failed")
    return <ErrorBox message={tickets.message} onRetry={() => void loadTickets(fetchSize)} />;
  if (tickets.value.tickets.length === 0) {
    return (
      <EmptyState
        text="هیچ تیکتی یافت نشد."
        next="پرسش یا مشکلی دارید؟ با «تیکت جدید» بنویسید؛ از ساعت ۸ تا ۲۴ پاسخ می‌دهیم."
        icon={<MessagesSquare size={28} aria-hidden="true" />}
      />
    );
  }
  const { tickets: rows, nextCursor } = tickets.value;
  const fetchMore = nextCursor === null ? undefined : () => loadMoreTickets(fetchSize);
  return (
    <PagedTable
      caption="تیکت‌ها"
      columns={COLUMNS}
      rows={rows}
      rowKey={(ticket) => ticket.id}
      line={toLine}
      fetchMore={fetchMore}
    />
  );
}

/** A link whose target area is the whole row. */
function TicketLink({ ticket }: { ticket: TicketSummary }) {
  return (
    <a
      className="button-quiet row-link lg:min-h-[38px] lg:px-3"
      href={`/tickets/${encodeURIComponent(ticket.id)}`}
      aria-label={`مشاهدهٔ تیکت ${ticket.title}`}
    >
      مشاهده
    </a>
  );
}
