import { formatDay } from "../../../../persian/dates.ts";
import { verdictWords } from "../../../../persian/desk-words.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import { SignedToman } from "../../../parts/SignedToman.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import type { WholePerson } from "../../../stores/desk/person.ts";
import { TicketState } from "../tickets/TicketState.tsx";
import { Notes } from "./Notes.tsx";
import { List, Part } from "./Part.tsx";

/** A person's wallet, orders, tickets and freezes, and the notes and decisions of operators. */

interface Props {
  whole: WholePerson;
}

export function Wallet({ whole }: Props) {
  return (
    <Part title="کیف پول" aside={<b>{formatToman(whole.balance)}</b>}>
      <List
        rows={whole.transactions}
        empty="هنوز پولی در این کیف جابه‌جا نشده است."
        row={({ id: key, description, amount, type, status, createdAt }) => (
          <li key={key}>
            <span>{description}</span>
            <SignedToman
              amount={amount}
              isIncoming={type === "deposit" || type === "refund"}
              counts={status !== "failed"}
            />
            <RelativeDate at={createdAt} isShort className="text-xs text-muted" />
          </li>
        )}
      />
    </Part>
  );
}

export function Orders({ whole }: Props) {
  return (
    <Part title="سفارش‌ها">
      <List
        rows={whole.orders}
        empty="سفارش پرداخت‌شده‌ای ندارد."
        row={({ id: orderId, number, firstItem, itemsCount, total, state, paidAt }) => (
          <li key={orderId}>
            <a className="desk-link" href={`/desk/orders/${orderId}`}>
              {`${firstItem?.name ?? "سفارش"}${itemsCount > 1 ? ` و ${formatNumber(itemsCount - 1)} قلم دیگر` : ""}`}
            </a>
            <span className="text-xs text-muted">
              <ShortNumber thing={{ id: orderId, number }} />
            </span>
            <Toman amount={total} />
            {state === "refunded" && <StatusBadge tone="plain">بازپرداخت شد</StatusBadge>}
            <RelativeDate at={paidAt} isShort className="text-xs text-muted" />
          </li>
        )}
      />
    </Part>
  );
}

export function Tickets({ whole }: Props) {
  return (
    <Part
      title="تیکت‌ها"
      aside={
        <a className="desk-link" href={`/desk/tickets?personId=${whole.person.id}`}>
          همه
        </a>
      }
    >
      <List
        rows={whole.tickets}
        empty="تیکتی نفرستاده است."
        row={(ticket) => (
          <li key={ticket.id}>
            <a className="desk-link" href={`/desk/tickets/${ticket.id}`}>
              {ticket.title}
            </a>
            <TicketState status={ticket.status} />
            <RelativeDate at={ticket.updatedAt} isShort className="text-xs text-muted" />
          </li>
        )}
      />
    </Part>
  );
}

export function Freezes({ whole }: Props) {
  return (
    <Part title="مسدودی‌ها">
      <List
        rows={whole.freezes}
        empty="هیچ‌گاه مسدود نشده است."
        row={({ id: key, reason, frozenBy, frozenAt, releasedAt, releasedBy, releaseReason }) => (
          <li key={key}>
            <span>{reason}</span>
            <span className="text-xs text-muted">
              <bdi>{frozenBy}</bdi>
              <span>{`، ${formatDay(frozenAt)}`}</span>
            </span>
            {releasedAt === null ? (
              <StatusBadge tone="bad">برقرار</StatusBadge>
            ) : (
              <small className="text-muted">
                <bdi>{releasedBy}</bdi>
                <span>{` برداشت: ${releaseReason ?? ""}`}</span>
              </small>
            )}
          </li>
        )}
      />
    </Part>
  );
}

/** Notes of operators, and what they decided about the person. */
export function DeskLines({ whole, readsLog }: Props & { readsLog: boolean }) {
  const { person } = whole;
  return (
    <Part
      title="یادداشت‌ها و کارهای میز"
      aside={
        readsLog && (
          <a className="desk-link" href={`/desk/log?about=${person.id}`}>
            همه در دفتر
          </a>
        )
      }
    >
      {!person.isOwn && <Notes id={person.id} />}
      <List
        rows={whole.lines}
        empty="هنوز یادداشتی نیست."
        row={({ id: key, operator, verdict, note, createdAt }) => (
          <li key={key}>
            <span>
              <b>
                <bdi>{operator}</bdi>
              </b>
              <span>{` ${(verdict === "noted" ? note : verdictWords(verdict)) ?? ""}`}</span>
            </span>
            {verdict !== "noted" && note !== null && <small className="text-muted">{note}</small>}
            <RelativeDate at={createdAt} isShort className="text-xs text-muted" />
          </li>
        )}
      />
    </Part>
  );
}
