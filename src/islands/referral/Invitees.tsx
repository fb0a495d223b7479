import { UserRound, UsersRound } from "lucide-react";
import type { Invitee, Referral } from "../../../contract/referral.ts";
import { formatDay } from "../../../persian/dates.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { CutText } from "../../parts/CutText.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { Dotted } from "../../parts/Dotted.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { SignedToman } from "../../parts/SignedToman.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { loadMoreInvitees } from "../../stores/referral.ts";

/** Section 11.2: the most characters of a name that are shown. */
const NAME_MAX = 15;

const COLUMNS: readonly Column<Invitee>[] = [
  { title: "نام", cell: (invitee) => <Name invitee={invitee} /> },
  { title: "تاریخ ثبت‌نام", cell: ({ registrationDate }) => formatDay(registrationDate) },
  { title: "تعداد خرید", cell: ({ purchaseCount }) => formatNumber(purchaseCount) },
  {
    title: "درآمد شما",
    cell: ({ incomeForInviter }) =>
      incomeForInviter === 0 ? "—" : <Toman amount={incomeForInviter} className="font-semibold" />,
  },
];

const toLine = (invitee: Invitee): Line => ({
  icon: <UserRound size={20} className="icon-plain" aria-hidden="true" />,
  name: nameOf(invitee) || <span className="text-muted">ناشناس</span>,
  amount:
    invitee.incomeForInviter === 0 ? (
      "—"
    ) : (
      <SignedToman amount={invitee.incomeForInviter} isIncoming counts />
    ),
  facts: (
    <Dotted>
      <span>{formatDay(invitee.registrationDate)}</span>
      <span>
        {invitee.purchaseCount === 0 ? "بی‌خرید" : `${formatNumber(invitee.purchaseCount)} خرید`}
      </span>
    </Dotted>
  ),
});

export function Invitees({
  referral: { invitees, nextCursor },
  fetchSize,
}: {
  referral: Referral;
  fetchSize: number;
}) {
  return (
    <section aria-labelledby="invitees">
      <h2 id="invitees" className="mb-3 text-lg">
        دعوت‌شدگان
      </h2>
      {invitees.length === 0 ? (
        <div className="card">
          <EmptyState
            text="هنوز کسی با لینک شما ثبت‌نام نکرده است. لینک دعوت را برای دوستان خود بفرستید."
            icon={<UsersRound size={28} aria-hidden="true" />}
          />
        </div>
      ) : (
        <PagedTable
          caption="فهرست دعوت‌شدگان"
          columns={COLUMNS}
          rows={invitees}
          // Invitees come without an id, and two of them can be equal in every field.
          rowKey={(invitee) => String(invitees.indexOf(invitee))}
          line={toLine}
          fetchMore={nextCursor === null ? undefined : () => loadMoreInvitees(fetchSize)}
        />
      )}
    </section>
  );
}

function nameOf({ firstName, lastName }: Invitee): string {
  return `${firstName} ${lastName}`.trim();
}

function Name({ invitee }: { invitee: Invitee }) {
  const name = nameOf(invitee);
  return name === "" ? (
    <span className="text-muted">ناشناس</span>
  ) : (
    <CutText text={name} maximum={NAME_MAX} />
  );
}
