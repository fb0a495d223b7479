import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate, formatDay } from "../../../../persian/dates.ts";
import { verdictWords } from "../../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import { SignedToman } from "../../../parts/SignedToman.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { $person, loadPerson } from "../../../stores/desk/person.ts";
import { TicketState } from "../tickets/TicketState.tsx";
import { OwnThing } from "../OwnThing.tsx";
import { Acts } from "./Acts.tsx";
import { Access, Papers, Relations } from "./Lists.tsx";
import { Notes } from "./Notes.tsx";
import { Fact, List, Part } from "./Part.tsx";

interface PersonPageProps {
  id: string;
  canDecideMoney: boolean;
  readsLog: boolean;
}

/** A person with all that is theirs. */
export function PersonPage({ id, canDecideMoney, readsLog }: PersonPageProps) {
  const loaded = useStore($person);
  useEffect(() => void loadPerson(id), [id]);
  if (loaded.state === "loading") return <RowsSkeleton rows={5} />;
  if (loaded.state === "failed")
    return <ErrorBox message={loaded.message} onRetry={() => void loadPerson(id)} />;
  const whole = loaded.value;
  const { person, counts } = whole;
  const name = person.provenOwner ?? [person.firstName, person.lastName].filter(Boolean).join(" ");
  const frozen = whole.freezes.find(({ releasedAt }) => releasedAt === null);
  return (
    <div className="person-page">
      <section className="desk-card person-head" aria-labelledby="who">
        <header>
          <h2 id="who">{name === "" ? "هنوز نامی ندارد" : name}</h2>
          {frozen ? (
            <StatusBadge tone="bad">مسدود</StatusBadge>
          ) : (
            person.provenOwner !== null && <StatusBadge tone="good">هویت تأییدشده</StatusBadge>
          )}
          {whole.forgottenAt !== null && <StatusBadge tone="plain">فراموش‌شده</StatusBadge>}
        </header>
        {frozen && (
          <p className="notice notice-anar mx-4 mt-4">
            {`${frozen.frozenBy} مسدود کرد: ${frozen.reason}`}
          </p>
        )}
        {whole.waiting.map((one) => (
          <p key={one.what + one.since} className="notice notice-zaferan mx-4 mt-4">
            {`«${one.what}» منتظر نفر دوم است: ${one.askedBy} در ${formatDate(one.since)} آن را خواست${one.note === null ? "" : `، «${one.note}»`}. تا ${formatDate(one.until)} اعتبار دارد.`}
          </p>
        ))}
        <dl className="facts">
          <Fact name="تلفن">
            <bdi dir="ltr">{person.phone === "" ? "—" : toPersianDigits(`0${person.phone}`)}</bdi>
          </Fact>
          <Fact name="ایمیل">
            <bdi dir="ltr">{whole.email === "" ? "—" : whole.email}</bdi>
          </Fact>
          <Fact name="نام در پروفایل">
            {[person.firstName, person.lastName].filter(Boolean).join(" ") || "—"}
          </Fact>
          <Fact name="عضو از">{formatDay(whole.joinedAt)}</Fact>
          <Fact name="دعوت‌کننده">
            {whole.inviter === null ? (
              "—"
            ) : (
              <a className="desk-link" href={`/desk/people/${whole.inviter.id}`}>
                {whole.inviter.name || "بی‌نام"}
              </a>
            )}
          </Fact>
          <Fact name="شمار">
            {`${formatNumber(counts.orders)} سفارش · ${formatNumber(counts.tickets)} تیکت · ${formatNumber(counts.invitees)} دعوت`}
          </Fact>
        </dl>
        {person.isOwn ? (
          <div className="m-4">
            <OwnThing isOwn />
          </div>
        ) : (
          <Acts id={id} frozen={frozen} canDecideMoney={canDecideMoney} />
        )}
      </section>

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

      <Papers whole={whole} canDecideMoney={canDecideMoney} />

      <Part
        title="تیکت‌ها"
        aside={
          <a className="desk-link" href={`/desk/tickets?personId=${id}`}>
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

      <Access whole={whole} />

      <Relations whole={whole} />

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

      <Part
        title="یادداشت‌ها و کارهای میز"
        aside={
          readsLog && (
            <a className="desk-link" href={`/desk/log?about=${id}`}>
              همه در دفتر
            </a>
          )
        }
      >
        {!person.isOwn && <Notes id={id} />}
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
    </div>
  );
}
