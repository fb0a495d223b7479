import { useStore } from "@nanostores/react";
import { IdCard } from "lucide-react";
import { useEffect } from "react";
import type { IdentityRequest } from "../../../contract/identity.ts";
import { formatClock, formatDate, formatDay } from "../../../persian/dates.ts";
import type { Column } from "../../parts/DataTable.tsx";
import { EmptyState } from "../../parts/EmptyState.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import type { Line } from "../../parts/ListRow.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { RowsSkeleton } from "../../parts/Skeleton.tsx";
import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import {
  $identityRequests,
  AUTHORIZATION_STATUS_LABELS,
  loadIdentityRequests,
  loadMoreIdentityRequests,
} from "../../stores/identity.ts";

const TONES: Record<IdentityRequest["status"], Tone> = {
  pending: "waiting",
  verified: "good",
  rejected: "bad",
};

const COLUMNS: readonly Column<IdentityRequest>[] = [
  {
    title: "تاریخ ارسال",
    cell: ({ createdAt }) => <span className="lg:whitespace-nowrap">{formatDate(createdAt)}</span>,
  },
  {
    title: "وضعیت",
    cell: ({ status }) => (
      <StatusBadge tone={TONES[status]}>{AUTHORIZATION_STATUS_LABELS[status]}</StatusBadge>
    ),
  },
  {
    title: "توضیحات",
    cell: ({ rejectionReason }) => <span className="wrap-anywhere">{rejectionReason || "—"}</span>,
  },
];

const toLine = ({ createdAt, status, rejectionReason }: IdentityRequest): Line => ({
  name: formatDay(createdAt),
  facts: rejectionReason || `ساعت ${formatClock(createdAt)}`,
  chip: <StatusBadge tone={TONES[status]}>{AUTHORIZATION_STATUS_LABELS[status]}</StatusBadge>,
});

export function IdentityRequests({ fetchSize }: { fetchSize: number }) {
  return (
    <div>
      <h2 className="mb-3 text-lg">درخواست‌های احراز هویت</h2>
      <Loading fetchSize={fetchSize} />
    </div>
  );
}

function Loading({ fetchSize }: { fetchSize: number }) {
  const list = useStore($identityRequests);
  useEffect(() => {
    void loadIdentityRequests(fetchSize);
  }, [fetchSize]);
  if (list.state === "loading") return <RowsSkeleton rows={1} />;
  if (list.state === "failed")
    return <ErrorBox message={list.message} onRetry={() => void loadIdentityRequests(fetchSize)} />;
  if (list.value.authorizations.length === 0) {
    return (
      <div className="card">
        <EmptyState
          next="هنوز درخواستی نفرستاده‌اید؛ با «شروع احراز هویت» یک عکس بفرستید، همین یک بار."
          icon={<IdCard size={28} aria-hidden="true" />}
        />
      </div>
    );
  }
  const { authorizations, nextCursor } = list.value;
  const fetchMore = nextCursor === null ? undefined : () => loadMoreIdentityRequests(fetchSize);
  return (
    <PagedTable
      caption="درخواست‌های احراز هویت"
      columns={COLUMNS}
      rows={authorizations}
      rowKey={({ id }) => id}
      line={toLine}
      fetchMore={fetchMore}
    />
  );
}
