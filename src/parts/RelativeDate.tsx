import { useState } from "react";
import { formatDate, formatRelative } from "../../persian/dates.ts";

/** The time since an event, as of the first render. Hovering shows the exact time. */
export function RelativeDate({ at, className = "" }: { at: string; className?: string }) {
  const [now] = useState(Date.now);
  return (
    <time dateTime={at} title={formatDate(at)} className={`lg:whitespace-nowrap ${className}`}>
      {formatRelative(at, now)}
    </time>
  );
}
