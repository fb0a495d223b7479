import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import {
  $ticketFilter,
  $tickets,
  type TicketFilter,
  type TicketLine,
  loadTickets,
} from "../../../stores/desk/ticket.ts";
import { ListState } from "../ListState.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { TicketState, STATES } from "./TicketState.tsx";

const columns: readonly Column<TicketLine>[] = [
  { title: "شماره", cell: (ticket) => <ShortNumber thing={ticket} /> },
  {
    title: "موضوع",
    cell: ({ id, title }) => (
      <a className="desk-link" href={`/desk/tickets/${id}`}>
        {title === "" ? "بی‌نام" : title}
      </a>
    ),
  },
  { title: "از", cell: ({ person }) => <PersonLink person={person} /> },
  { title: "آخرین تغییر", cell: ({ updatedAt }) => <RelativeDate at={updatedAt} isShort /> },
  { title: "وضعیت", cell: ({ status }) => <TicketState status={status} /> },
];

/** Tickets by status, those that wait longest first; or all of them, newest first. */
export function TicketList({ filter }: { filter: TicketFilter }) {
  const tickets = useStore($tickets);
  const { status = "Open", personId } = filter;
  useEffect(() => {
    $ticketFilter.set(filter);
    void loadTickets();
  }, [filter]);
  return (
    <section className="desk-card" aria-labelledby="tickets">
      <header>
        <h2 id="tickets">{personId === undefined ? "بایگانی تیکت‌ها" : "تیکت‌های این شخص"}</h2>
        <nav className="chips" aria-label="کدام تیکت‌ها؟">
          {[
            ...Object.entries(STATES).map(([value, [, label]]) => [value, label] as const),
            ["all", "همه"] as const,
          ].map(([value, label]) => (
            <a
              key={value}
              href={`/desk/tickets?status=${encodeURIComponent(value)}`}
              aria-current={personId === undefined && status === value ? "true" : undefined}
            >
              {label}
            </a>
          ))}
        </nav>
      </header>
      <div className="desk-list">
        <ListState
          pages={tickets}
          load={loadTickets}
          empty={
            <EmptyState
              text="تیکتی با این وضعیت نیست."
              next="تیکت‌های باز در صف امروز هم می‌آیند؛ اینجا همه را از آغاز تا پایان می‌بینید."
            />
          }
        >
          <DataTable
            caption="فهرست تیکت‌ها"
            columns={columns}
            rows={tickets.rows}
            rowKey={({ id }) => id}
          />
        </ListState>
      </div>
    </section>
  );
}
