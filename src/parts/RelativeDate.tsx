import { useState } from "react";
import { formatDate, formatRelative, formatShortRelative } from "../../persian/dates.ts";
import { serverNow } from "../stores/server-clock.ts";

/** The time since an event, as of the first render. Hovering shows the exact time. */
export function RelativeDate({
  at,
  isShort = false,
  className = "",
}: {
  at: string;
  /** True to leave out the time of day for a day long ago. */
  isShort?: boolean;
  className?: string;
}) {
  const [now] = useState(serverNow);
  return (
    <time dateTime={at} title={formatDate(at)} className={`lg:whitespace-nowrap ${className}`}>
      {isShort ? formatShortRelative(at, now) : formatRelative(at, now)}
    </time>
  );
}
