import { formatDate, formatDay } from "../../../../persian/dates.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber } from "../../../../persian/toman.ts";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import type { WholePerson } from "../../../stores/desk/person.ts";
import { Fact } from "./Part.tsx";
import { OwnAccountNotice } from "../OwnAccountNotice.tsx";
import { Acts } from "./Acts.tsx";

interface PersonHeadProps {
  whole: WholePerson;
  canDecideMoney: boolean;
}

/** A person at a glance: name, freeze, waiting proposals, counts, and the acts of operators. */
export function PersonHead({ whole, canDecideMoney }: PersonHeadProps) {
  const { person, counts } = whole;
  const typedName = [person.firstName, person.lastName].filter(Boolean).join(" ");
  const name = person.provenOwner ?? typedName;
  const frozen = whole.freezes.find(({ releasedAt }) => releasedAt === null);
  return (
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
        <Fact name="نام در پروفایل">{typedName || "—"}</Fact>
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
          <OwnAccountNotice isOwn />
        </div>
      ) : (
        <Acts id={person.id} frozen={frozen} canDecideMoney={canDecideMoney} />
      )}
    </section>
  );
}
