import { formatDate } from "../../persian/dates.ts";

/** A date and time that may wrap between the day and the hour only. */
export function DateAndTime({ at }: { at: string }) {
  const [day, hour] = formatDate(at).split(" ساعت ");
  return (
    <time dateTime={at}>
      <span className="whitespace-nowrap">{day}</span>{" "}
      <span className="whitespace-nowrap text-muted">{`ساعت ${hour ?? ""}`}</span>
    </time>
  );
}
