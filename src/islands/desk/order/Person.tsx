import { formatDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatToman } from "../../../../persian/toman.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import type { Order } from "../../../stores/desk/order.ts";
import { groupsOf } from "./words.ts";

/** The buyer. */
export function Person({ person, hasPeople }: { person: Order["person"]; hasPeople: boolean }) {
  const name = `${person.firstName} ${person.lastName}`.trim() || "بدون نام";
  return (
    <section className="desk-card order-person" aria-label="خریدار">
      <header>
        <h2>
          <span>{name}</span>
          <small>
            <bdi dir="ltr">{toPersianDigits(groupsOf(person.phone))}</bdi>
          </small>
        </h2>
        {person.isFrozen ? (
          <StatusBadge tone="bad">مسدود</StatusBadge>
        ) : (
          <StatusBadge tone={person.isVerified ? "good" : "plain"}>
            {person.isForgotten
              ? "فراموش‌شده"
              : person.isVerified
                ? "هویت تأییدشده"
                : "هویت تأییدنشده"}
          </StatusBadge>
        )}
      </header>
      <dl className="order-money">
        {person.provenOwner !== null && person.provenOwner !== name && (
          <div>
            <dt>نام روی کارت</dt>
            <dd>{person.provenOwner}</dd>
          </div>
        )}
        <div>
          <dt>
            <a className="link" href={`/desk/orders?person=${person.id}`}>
              {`${toPersianDigits(person.ordersCount)} سفارش`}
            </a>
            <span>{` از ${formatDay(person.since)}`}</span>
          </dt>
          <dd>{formatToman(person.spent)}</dd>
        </div>
        <div>
          <dt>ادعای خرابی در سفارش‌های دیگر</dt>
          <dd>{person.problemsCount === 0 ? "هیچ" : toPersianDigits(person.problemsCount)}</dd>
        </div>
      </dl>
      {hasPeople && (
        <a className="link order-file" href={`/desk/people/${person.id}`}>
          پرونده
        </a>
      )}
    </section>
  );
}
