import { UsersRound } from "lucide-react";
import type { Invitee, Referral } from "../../../contract/referral.ts";
import { formatDay } from "../../../persian/dates.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { CutText } from "../../parts/CutText.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { Toman } from "../../parts/Toman.tsx";
import { loadMoreInvitees } from "../../stores/referral.ts";

/** Section 11.5: shown characters of a name. */
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
          fetchMore={nextCursor === null ? undefined : () => loadMoreInvitees(fetchSize)}
        />
      )}
    </section>
  );
}

function Name({ invitee: { firstName, lastName } }: { invitee: Invitee }) {
  const name = `${firstName} ${lastName}`.trim();
  return name === "" ? (
    <span className="text-muted">ناشناس</span>
  ) : (
    <CutText text={name} maximum={NAME_MAX} />
  );
}
