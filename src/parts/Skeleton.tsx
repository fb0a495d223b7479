import type { ReactNode } from "react";

/** A bar in the shape of what comes. */
export function Bone({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} />;
}

/** Says once that something is loading; the bars themselves mean nothing to who cannot see them. */
export function Skeleton({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">در حال بارگذاری…</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

/** Rows of a table or list. */
export function RowsSkeleton({ rows }: { rows: number }) {
  return (
    <Skeleton>
      <div className="flex flex-col gap-3">
        {Array.from({ length: rows }, (_, row) => (
          <Bone key={row} className="h-40 lg:h-13" />
        ))}
      </div>
    </Skeleton>
  );
}
