import { Inbox } from "lucide-react";
import type { ReactNode } from "react";

/** Says that a list is empty. `children` is the next step. */
export function EmptyState({
  text = "اطلاعاتی پیدا نشد.",
  next,
  icon,
  children,
}: {
  text?: string;
  /** A sentence about what to do next. */
  next?: string;
  icon?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="flex flex-col items-center gap-4 px-4 py-12 text-center">
      <span className="rounded-full bg-firouzeh-wash p-4 text-firouzeh-strong">
        {icon ?? <Inbox size={28} aria-hidden="true" />}
      </span>
      <p className="text-muted">
        <span>{text}</span>
        {next && <span className="mt-1 block text-sm">{next}</span>}
      </p>
      {children}
    </div>
  );
}
