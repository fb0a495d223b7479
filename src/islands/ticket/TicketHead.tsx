import { PackageSearch } from "lucide-react";
import type { ReactNode } from "react";
import type { Ticket } from "../../../contract/ticket.ts";
import { cut } from "../../parts/cut.ts";
import { RelativeDate } from "../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../parts/ShortNumber.tsx";
import { AwaitsSupport, TicketBadge } from "./TicketBadge.tsx";
import { TicketImage } from "./TicketImage.tsx";

/** Section 11.2: the most characters of the title that are shown. */
const TITLE_MAX = 50;

interface TicketHeadProps {
  ticket: Ticket;
  onOpenImage: (imageUrl: string) => void;
  /** The actions on the ticket. */
  children: ReactNode;
}

/** The request that opened the ticket, and its status. */
export function TicketHead({ ticket, onOpenImage, children }: TicketHeadProps) {
  return (
    <section className="card p-5" aria-labelledby="ticket-title">
      <div className="mb-2 flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <h1
          id="ticket-title"
          dir="auto"
          className="min-w-0 flex-1 basis-56 text-xl wrap-anywhere"
          title={ticket.title}
        >
          {cut(ticket.title, TITLE_MAX)}
        </h1>
        <span className="flex flex-col items-end text-xs text-muted">
          <TicketBadge status={ticket.status} />
          <span className="contents">
            <AwaitsSupport status={ticket.status} />
          </span>
        </span>
      </div>
      <p className="mb-4 text-xs text-muted">
        شماره <ShortNumber thing={ticket} className="font-semibold text-ink select-all" />، ثبت{" "}
        <RelativeDate at={ticket.createdAt} />، آخرین به‌روزرسانی{" "}
        <RelativeDate at={ticket.updatedAt} />
      </p>
      {ticket.orderItem && (
        <p className="mb-4 flex items-center gap-2 text-sm">
          <PackageSearch size={18} className="text-muted" aria-hidden="true" />
          <span className="min-w-0">
            گزارش مشکل{" "}
            <a className="link" href={`/orders/${encodeURIComponent(ticket.orderItem.orderId)}`}>
              {ticket.orderItem.name}
            </a>
          </span>
        </p>
      )}
      <p dir="auto" className="text-sm leading-7 wrap-anywhere whitespace-pre-line">
        {ticket.description}
      </p>
      {ticket.imageUrl !== null && <TicketImage imageUrl={ticket.imageUrl} onOpen={onOpenImage} />}
      <div className="mt-5 flex flex-wrap gap-3 empty:hidden">{children}</div>
    </section>
  );
}
