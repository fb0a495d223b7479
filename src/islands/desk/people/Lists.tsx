import { toPersianDigits } from "../../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../../persian/toman.ts";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { Toman } from "../../../parts/Toman.tsx";
import type { WholePerson } from "../../../stores/desk/person.ts";
import { Masked } from "../Masked.tsx";
import { PersonLink } from "../PersonLink.tsx";
import { PaperActs } from "./PaperActs.tsx";
import { List, Paper, Part } from "./Part.tsx";

const MARKS: Record<WholePerson["alike"][number]["sharedMarks"][number], string> = {
  browser: "مرورگر",
  picture: "تصویر",
  name: "نام",
  card: "کارت",
};

interface Props {
  whole: WholePerson;
}

/** Identity requests and cards. */
export function Papers({ whole, canDecideMoney }: Props & { canDecideMoney: boolean }) {
  const { id: personId, isOwn } = whole.person;
  return (
    <Part title="هویت و کارت‌ها">
      <List
        rows={whole.identities}
        empty="درخواست هویتی نفرستاده است."
        row={({ id: key, status, cardOwner, rejectionReason, createdAt }) => (
          <li key={key}>
            <span>{`هویت به نام ${cardOwner}`}</span>
            <Paper status={status} />
            {rejectionReason !== null && <small className="text-muted">{rejectionReason}</small>}
            <RelativeDate at={createdAt} isShort className="text-xs text-muted" />
            {!isOwn && (
              <PaperActs
                {...{ personId, canDecideMoney, id: key }}
                kind="identity"
                name={cardOwner}
                isVerified={status === "verified"}
              />
            )}
          </li>
        )}
      />
      <List
        rows={whole.cards}
        empty="کارتی ندارد."
        row={({ id: key, cardMasked, bank, owner, iban, status, rejectionReason }) => (
          <li key={key}>
            <span className="cell-lines">
              <Masked number={cardMasked} />
              {iban !== "" && <Masked number={iban} />}
            </span>
            <span className="text-xs text-muted">{`${bank} · ${owner}`}</span>
            <Paper status={status} />
            {rejectionReason !== null && <small className="text-muted">{rejectionReason}</small>}
            {!isOwn && (
              <PaperActs
                {...{ personId, canDecideMoney, id: key }}
                kind="card"
                name={toPersianDigits(cardMasked.slice(-4))}
                isVerified={status === "verified"}
              />
            )}
          </li>
        )}
      />
    </Part>
  );
}

/** Open sessions, and events of the account. */
export function Access({ whole }: Props) {
  return (
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
  );
}

/** The people whom this person invited, and the people who share marks with this person. */
export function Relations({ whole }: Props) {
  return (
    <Part
      title="دعوت‌شدگان و همانندها"
      aside={
        <span className="text-xs text-muted">{`درآمد ${formatToman(whole.referralIncome)}`}</span>
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
            <span className="text-xs text-muted">{`${formatNumber(purchases)} خرید`}</span>
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
                {`${sharedMarks.map((mark) => MARKS[mark]).join(" و ")} یکی است`}
              </StatusBadge>
            </li>
          )}
        />
      )}
    </Part>
  );
}
