import { useState } from "react";
import { formatDate, formatRelative } from "../../persian/dates.ts";

/** The time since an event, as of the first render. Hovering shows the exact time. */
export function RelativeDate({ moment, className = "" }: { moment: string; className?: string }) {
  const [now] = useState(Date.now);
  return (
    <time
      dateTime={moment}
      title={formatDate(moment)}
      className={`tabular lg:whitespace-nowrap ${className}`}
    >
      {formatRelative(moment, now)}
    </time>
  );
}
