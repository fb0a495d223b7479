import type { ReactNode } from "react";

/** A grey bar in the shape of the content to come. */
export function Bone({ className }: { className: string }) {
  return <span className={`skeleton block ${className}`} />;
}

/** Announces loading once, and hides the bars from screen readers. */
export function Skeleton({ children }: { children: ReactNode }) {
  return (
    <div role="status">
      <span className="sr-only">در حال بارگذاری…</span>
      <div aria-hidden="true">{children}</div>
    </div>
  );
}

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
