import { useStore } from "@nanostores/react";
import { useEffect } from "react";
import { formatDate } from "../../../../persian/dates.ts";
import { type Column, DataTable } from "../../../parts/DataTable.tsx";
import { RelativeDate } from "../../../parts/RelativeDate.tsx";
import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { $browsers, type Browser, endBrowser, loadBrowsers } from "../../../stores/desk/browser.ts";
import { EndButton } from "./EndButton.tsx";
import { Section } from "./Section.tsx";

const COLUMNS: readonly Column<Browser>[] = [
  { title: "ورود", cell: ({ createdAt }) => formatDate(createdAt) },
  { title: "آخرین کار", cell: ({ lastUsedAt }) => <RelativeDate at={lastUsedAt} /> },
  {
    title: "پایان",
    isAction: true,
    cell: ({ id, isThis, createdAt }) =>
      isThis ? (
        <span>
          <StatusBadge tone="good">همین مرورگر</StatusBadge>
        </span>
      ) : (
        <EndButton
          word="بستن"
          about={`نشست ${formatDate(createdAt)}`}
          title="بستن میز در مرورگری دیگر"
          action="بسته شود"
          end={() => endBrowser(id)}
        >
          آن مرورگر همین حالا از میز بیرون می‌رود.
        </EndButton>
      ),
  },
];

/** The browsers in which the operator is signed in to the desk. */
export function Browsers() {
  const browsers = useStore($browsers);
  useEffect(() => void loadBrowsers(), []);
  return (
    <Section
      title="میز در این مرورگرها باز است"
      loaded={browsers}
      onRetry={() => void loadBrowsers()}
    >
      {(rows) => (
        <DataTable
          caption="فهرست مرورگرهای من"
          columns={COLUMNS}
          rows={rows}
          rowKey={({ id }) => id}
        />
      )}
    </Section>
  );
}
