import { useStore } from "@nanostores/react";
import { Download } from "lucide-react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import {
  SUBJECT_NAMES,
  VERDICT_NAMES,
  stateWords,
  verdictWords,
} from "../../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../../persian/digits.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { EmptyState } from "../../../parts/EmptyState.tsx";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { PersianDayField } from "../../../parts/PersianDayField.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { useIsDesktop } from "../../../parts/use-is-desktop.ts";
import { useSending } from "../../../parts/use-sending.ts";
import {
  $filter,
  $log,
  type Filter,
  type Line,
  exportLog,
  loadLog,
} from "../../../stores/desk/log.ts";
import { download } from "../download.ts";
import { ListState } from "../ListState.tsx";

/** The address of each subject's page. A subject without a page is only named. */
const PAGES: Record<string, string | undefined> = {
  person: "/desk/people/",
  ticket: "/desk/tickets/",
  order: "/desk/orders/",
  payout: "/desk/money?tab=withdrawals&file=",
  discount_series: "/desk/discount-codes?series=",
};

const columns: readonly Column<Line>[] = [
  { title: "زمان", cell: ({ createdAt }) => <RelativeDate at={createdAt} /> },
  { title: "چه کسی", cell: ({ operator }) => <bdi className="whitespace-nowrap">{operator}</bdi> },
  { title: "چه کرد", cell: ({ verdict }) => verdictWords(verdict) },
  {
    title: "با چه",
    cell: (row) => {
      const { subject, subjectId } = row;
      const page = pageOf(row);
      const name = SUBJECT_NAMES[subject] ?? subject;
      return (
        <span className="cell-lines">
          {page === undefined ? (
            name
          ) : (
            <a className="desk-link" href={page}>
              {name}
            </a>
          )}
          <bdi dir="ltr" className="log-id" title={subjectId}>
            {subjectId}
          </bdi>
        </span>
      );
    },
  },
  { title: "پیش و پس", cell: (row) => <Change {...row} /> },
  { title: "شبکه", cell: (row) => <Network {...row} /> },
];

/** A line of the log, as it is drawn on a narrow screen. */
const asRow = (row: Line) => ({
  name: (
    <>
      <bdi>{row.operator}</bdi>
      <span>{` ${verdictWords(row.verdict)}`}</span>
    </>
  ),
  href: pageOf(row),
  amount: <RelativeDate at={row.createdAt} />,
  facts: (
    <span className="cell-lines">
      <span>{SUBJECT_NAMES[row.subject] ?? row.subject}</span>
      <Change {...row} />
    </span>
  ),
  chip: <Network {...row} />,
});

function pageOf({ subject, subjectId }: Line): string | undefined {
  const page = PAGES[subject];
  return page === undefined ? undefined : page + subjectId;
}

function Change({ before, after, note }: Line) {
  return (
    <span className="cell-lines">
      {(before !== null || after !== null) && (
        <bdi>
          {`${before === null ? "—" : stateWords(before)} ← ${after === null ? "—" : stateWords(after)}`}
        </bdi>
      )}
      {note !== null && <small className="text-muted">{note}</small>}
    </span>
  );
}

function Network({ network, createdAt }: Line) {
  return (
    <bdi dir="ltr" className="text-xs text-muted" title={formatDate(createdAt)}>
      {toPersianDigits(network)}
    </bdi>
  );
}

interface LogProps {
  filter: Filter;
}

/** The decisions and views of operators. The filter is in the address. */
export function Log({ filter }: LogProps) {
  const log = useStore($log);
  const isDesktop = useIsDesktop();
  const { send, isSending, problem } = useSending();
  useEffect(() => {
    $filter.set(filter);
    void loadLog();
  }, [filter]);
  const give = async () => {
    const outcome = await exportLog();
    if (outcome.ok) download({ ...outcome.value, type: "text/csv;charset=utf-8" });
    return outcome;
  };
  return (
    <section className="desk-card" aria-labelledby="log">
      <header>
        <h2 id="log">رویدادها</h2>
        <button
          type="button"
          className="button-quiet button-small"
          disabled={isSending}
          onClick={() => void send(give)}
        >
          <Download size={16} aria-hidden="true" />
          گرفتن CSV
        </button>
      </header>
      <details className="filter-fold" open={isDesktop || Object.keys(filter).length > 0}>
        <summary>شرط‌ها</summary>
        <form className="filter-row" method="get" action="/desk/log">
          <Field label="کارمند" name="operator" value={filter.operator} />
          <label>
            <span className="label">با چه</span>
            <select className="field" name="subject" defaultValue={filter.subject ?? ""}>
              <option value="">همه</option>
              {Object.entries(SUBJECT_NAMES).map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <label>
            <span className="label">چه کرد</span>
            <select className="field" name="verdict" defaultValue={filter.verdict ?? ""}>
              <option value="">همه</option>
              {VERDICT_NAMES.map(([value, name]) => (
                <option key={value} value={value}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <Field label="شناسهٔ شخص یا چیز" name="about" value={filter.about} />
          <PersianDayField label="از روز" name="from" value={filter.from ?? ""} />
          <PersianDayField label="تا روز" name="to" value={filter.to ?? ""} />
          <button type="submit" className="button-quiet">
            نشان بده
          </button>
        </form>
      </details>
      <div className="desk-list">
        {problem !== "" && <ErrorBox message={problem} />}
        <ListState
          pages={log}
          load={loadLog}
          empty={
            <EmptyState
              text="در این روزها چنین رویدادی نیست."
              next="هر تصمیم و هر نگاه یک سطر است و پاک نمی‌شود؛ روزها یا شرط‌ها را بازتر کنید."
            />
          }
        >
          <DataTable
            caption="فهرست رویدادها"
            columns={columns}
            rows={log.rows}
            rowKey={({ id }) => id}
            line={asRow}
          />
        </ListState>
      </div>
    </section>
  );
}

interface FieldProps {
  label: string;
  name: string;
  value: string | undefined;
}

function Field({ label, name, value = "" }: FieldProps) {
  return (
    <label>
      <span className="label">{label}</span>
      <input className="field" dir="ltr" type="text" name={name} defaultValue={value} />
    </label>
  );
}
