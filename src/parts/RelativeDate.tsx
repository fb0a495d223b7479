import { useState } from "react";
import { formatDate, formatRelative } from "../../persian/dates.ts";

/** How long ago something was, as of when it was first drawn; the exact moment is told on hovering. */
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
