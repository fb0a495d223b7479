import { MessagesSquare } from "lucide-react";
import type { Recent } from "../../../contract/dashboard.ts";
import { cut } from "../../parts/cut.ts";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { TicketBadge } from "../ticket/TicketBadge.tsx";
import { LatestBox, LatestRow } from "./LatestBox.tsx";

/** Section 11.2: a title longer than thirty characters is cut to fifteen. */
const TITLE_MAX = 30;
const TITLE_SHOWN = 15;

export function LatestTickets({ tickets }: { tickets: Recent["latestTickets"] }) {
  const newTicketLink = (
    <a className="link text-sm" href="/tickets">
      درخواست جدید
    </a>
  );
  return (
    <LatestBox id="latest-tickets" title="درخواست‌های پشتیبانی من" link={newTicketLink}>
      {tickets.length === 0 ? (
        <EmptyState
          text="هیچ تیکتی یافت نشد."
          icon={<MessagesSquare size={28} aria-hidden="true" />}
        />
      ) : (
        <ul>
          {tickets.map(({ id, title, updatedAt, status }) => (
            <LatestRow
              key={id}
              href={`/tickets/${encodeURIComponent(id)}`}
              name={Array.from(title).length > TITLE_MAX ? cut(title, TITLE_SHOWN) : title}
              updatedAt={updatedAt}
              badge={<TicketBadge status={status} />}
            />
          ))}
        </ul>
      )}
    </LatestBox>
  );
}
