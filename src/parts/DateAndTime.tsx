import { formatDate } from "../../persian/dates.ts";

/** Day and hour may stand on two lines, but neither breaks. */
export function DateAndTime({ moment }: { moment: string }) {
  const [day, hour] = formatDate(moment).split(" ساعت ");
  return (
    <time dateTime={moment}>
      <span className="whitespace-nowrap">{day}</span>{" "}
      <span className="whitespace-nowrap text-muted">ساعت {hour}</span>
    </time>
  );
}
