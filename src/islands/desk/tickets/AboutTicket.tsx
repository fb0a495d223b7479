import { seenByWords } from "../../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import type { DeskTicket } from "../../../stores/desk/ticket.ts";
import { Fact } from "../people/Part.tsx";
import { PersonLink } from "../PersonLink.tsx";

/**
 * The subject of a ticket: the shopper, the item, and how often each code was opened and who saw
 * it.
 */
export function AboutTicket({ ticket }: { ticket: DeskTicket }) {
  return (
    <aside className="desk-card" aria-labelledby="about">
      <header>
        <h2 id="about">دربارهٔ این تیکت</h2>
      </header>
      <dl className="facts">
        <Fact name="شماره">
          <ShortNumber thing={ticket} />
        </Fact>
        <Fact name="شخص">
          <PersonLink person={ticket.person} />
        </Fact>
        <Fact name="تلفن">
          <bdi dir="ltr">{toPersianDigits(`0${ticket.person.phone}`)}</bdi>
        </Fact>
        {ticket.orderItem && (
          <Fact name="قلم سفارش">
            <a className="desk-link" href={`/desk/orders/${ticket.orderItem.orderId}`}>
              {ticket.orderItem.name}
            </a>
          </Fact>
        )}
        {ticket.codes.map(({ id: codeId, position, timesOpened, seenBy }) => (
          <Fact key={codeId} name={`کد ${toPersianDigits(position + 1)}`}>
            {[
              timesOpened === 0 ? "دیده نشده" : `${toPersianDigits(timesOpened)} بار دیده شده`,
              ...(seenBy.length === 0 ? [] : [seenByWords(seenBy)]),
            ].join("، ")}
          </Fact>
        ))}
        <Fact name="تیکت‌های دیگر">
          <a className="desk-link" href={`/desk/tickets?personId=${ticket.person.id}`}>
            همهٔ تیکت‌های این شخص
          </a>
        </Fact>
      </dl>
    </aside>
  );
}
