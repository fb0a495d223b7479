import { useStore } from "@nanostores/react";
import { type ReactNode, useEffect } from "react";
import { formatDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { ShortNumber } from "../../../parts/ShortNumber.tsx";
import { SignedToman } from "../../../parts/SignedToman.tsx";
import { RowsSkeleton } from "../../../parts/Skeleton.tsx";
import { StatusBadge, type Tone } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import { $person, type WholePerson, loadPerson } from "../../../stores/desk/person.ts";
import { VERDICT_NAMES } from "../log/words.ts";
import { Masked } from "../Masked.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { TicketState } from "../tickets/TicketState.tsx";
import { Acts } from "./Acts.tsx";
import { Notes } from "./Notes.tsx";

const PAPERS: Record<string, readonly [Tone, string] | undefined> = {
  pending: ["waiting", "در انتظار"],
  verified: ["good", "تأییدشده"],
  rejected: ["bad", "ردشده"],
};
const MARKS: Record<WholePerson["alike"][number]["sharedMarks"][number], string> = {
  browser: "مرورگر",
  picture: "تصویر",
  name: "نام",
  card: "کارت",
};

interface PersonPageProps {
  id: string;
  canDecideMoney: boolean;
}

/** A person with all that is theirs. */
export function PersonPage({ id, canDecideMoney }: PersonPageProps) {
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
            {frozen.frozenBy} مسدود کرد: {frozen.reason}
          </p>
        )}
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
            {formatNumber(counts.orders)} سفارش · {formatNumber(counts.tickets)} تیکت ·{" "}
            {formatNumber(counts.invitees)} دعوت
          </Fact>
        </dl>
        <Acts id={id} frozen={frozen} canDecideMoney={canDecideMoney} />
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
                {firstItem?.name ?? "سفارش"}
                {itemsCount > 1 && ` و ${formatNumber(itemsCount - 1)} قلم دیگر`}
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

      <Part title="هویت و کارت‌ها">
        <List
          rows={whole.identities}
          empty="درخواست هویتی نفرستاده است."
          row={({ id: key, status, cardOwner, rejectionReason, createdAt }) => (
            <li key={key}>
              <span>هویت به نام {cardOwner}</span>
              <Paper status={status} />
              {rejectionReason !== null && <small className="text-muted">{rejectionReason}</small>}
              <RelativeDate at={createdAt} isShort className="text-xs text-muted" />
            </li>
          )}
        />
        <List
          rows={whole.cards}
          empty="کارتی ندارد."
          row={({ id: key, cardMasked, bank, owner, iban, status, rejectionReason }) => (
            <li key={key}>
              <span className="flex flex-col">
                <Masked number={cardMasked} />
                {iban !== "" && <Masked number={iban} />}
              </span>
              <span className="text-xs text-muted">
                {bank} · {owner}
              </span>
              <Paper status={status} />
              {rejectionReason !== null && <small className="text-muted">{rejectionReason}</small>}
            </li>
          )}
        />
      </Part>

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

      <Part title="ورودها و رویدادهای حساب">
        <List
          rows={whole.sessions}
          empty="اکنون جایی وارد نیست."
          row={({ device, lastUsedAt, createdAt }) => (
            <li key={createdAt + device}>
              <span>{device === "" ? "مرورگر ناشناس" : device}</span>
              <StatusBadge tone="good">وارد است</StatusBadge>
              <RelativeDate at={lastUsedAt} isShort className="text-xs text-muted" />
            </li>
          )}
        />
        <List
          rows={whole.events}
          empty="در نود روز گذشته رویدادی نیست."
          row={({ id: key, sentence, device, happenedAt }) => (
            <li key={key}>
              <span>{sentence}</span>
              <span className="text-xs text-muted">{device}</span>
              <RelativeDate at={happenedAt} isShort className="text-xs text-muted" />
            </li>
          )}
        />
      </Part>

      <Part
        title="دعوت‌شدگان و همانندها"
        aside={
          <span className="text-xs text-muted">درآمد {formatToman(whole.referralIncome)}</span>
        }
      >
        <List
          rows={whole.invitees}
          empty="کسی را دعوت نکرده است."
          row={({ id: key, name: invitee, purchases, income }) => (
            <li key={key}>
              <a className="desk-link" href={`/desk/people/${key}`}>
                {invitee === "" ? "بی‌نام" : invitee}
              </a>
              <span className="text-xs text-muted">{formatNumber(purchases)} خرید</span>
              <Toman amount={income} />
            </li>
          )}
        />
        {whole.alike.length > 0 && (
          <List
            rows={whole.alike}
            empty=""
            row={({ person: other, sharedMarks }) => (
              <li key={other.id}>
                <PersonLink person={other} />
                <StatusBadge tone="waiting">
                  {sharedMarks.map((mark) => MARKS[mark]).join(" و ")} یکی است
                </StatusBadge>
              </li>
            )}
          />
        )}
      </Part>

      <Part title="مسدودی‌ها">
        <List
          rows={whole.freezes}
          empty="هیچ‌گاه مسدود نشده است."
          row={({ id: key, reason, frozenBy, frozenAt, releasedAt, releasedBy, releaseReason }) => (
            <li key={key}>
              <span>{reason}</span>
              <span className="text-xs text-muted">
                <bdi>{frozenBy}</bdi>، {formatDay(frozenAt)}
              </span>
              {releasedAt === null ? (
                <StatusBadge tone="bad">برقرار</StatusBadge>
              ) : (
                <small className="text-muted">
                  <bdi>{releasedBy}</bdi> برداشت: {releaseReason}
                </small>
              )}
            </li>
          )}
        />
      </Part>

      <Part
        title="یادداشت‌ها و کارهای میز"
        aside={
          canDecideMoney && (
            <a className="desk-link" href={`/desk/log?about=${id}`}>
              همه در دفتر
            </a>
          )
        }
      >
        <Notes id={id} />
        <List
          rows={whole.lines}
          empty="هنوز یادداشتی نیست."
          row={({ id: key, operator, verdict, note, createdAt }) => (
            <li key={key}>
              <span>
                <b>
                  <bdi>{operator}</bdi>
                </b>{" "}
                {verdict === "noted" ? note : (VERDICT_NAMES[verdict] ?? verdict)}
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

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Paper({ status }: { status: string }) {
  const [tone, word] = PAPERS[status] ?? ["plain", status];
  return <StatusBadge tone={tone}>{word}</StatusBadge>;
}

function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="desk-card" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {aside}
      </header>
      {children}
    </section>
  );
}

function List<Row>({
  rows,
  empty,
  row,
}: {
  rows: readonly Row[];
  empty: string;
  row: (row: Row) => ReactNode;
}) {
  return rows.length === 0 ? (
    <p className="p-4 text-sm text-muted">{empty}</p>
  ) : (
    <ul className="person-rows">{rows.map(row)}</ul>
  );
}
