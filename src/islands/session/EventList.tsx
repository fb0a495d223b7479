import { Dot, TriangleAlert } from "lucide-react";
import type { AccountEvent, AccountEventKind } from "../../../contract/account-event.ts";
import { DateAndTime } from "../../parts/DateAndTime.tsx";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { type Events, loadMoreEvents } from "../../stores/account-session.ts";

/** Events of refused codes. The list highlights them: somebody else may have tried these codes. */
const REFUSED: readonly AccountEventKind[] = ["wrong_code", "wrong_second_code"];

const COLUMNS: readonly Column<AccountEvent>[] = [
  { title: "رویداد", cell: (event) => <Sentence event={event} /> },
  { title: "دستگاه", cell: ({ device }) => device || "—" },
  { title: "زمان", cell: ({ happenedAt }) => <DateAndTime at={happenedAt} /> },
];

const toLine = (event: AccountEvent): Line => ({
  icon: REFUSED.includes(event.kind) ? (
    <TriangleAlert size={20} className="text-anar" aria-hidden="true" />
  ) : (
    <Dot size={20} className="icon-plain" aria-hidden="true" />
  ),
  name: event.sentence,
  facts: <DateAndTime at={event.happenedAt} />,
  chip:
    event.device === "" ? undefined : <span className="text-sm text-muted">{event.device}</span>,
});

export function EventList({ list, fetchSize }: { list: Events; fetchSize: number }) {
  if (list.events.length === 0)
    return (
      <div className="card">
        <EmptyState text="هنوز رویدادی نیست." />
      </div>
    );
  return (
    <PagedTable
      caption="فهرست رویدادها"
      columns={COLUMNS}
      rows={list.events}
      rowKey={({ id }) => id}
      line={toLine}
      fetchMore={list.nextCursor === null ? undefined : () => loadMoreEvents(fetchSize)}
    />
  );
}

function Sentence({ event }: { event: AccountEvent }) {
  return (
    <span className={REFUSED.includes(event.kind) ? "font-semibold text-anar" : ""}>
      {event.sentence}
    </span>
  );
}
