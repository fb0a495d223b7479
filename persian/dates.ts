const parts = new Intl.DateTimeFormat("fa-IR-u-ca-persian-nu-arabext", {
  timeZone: "Asia/Tehran",
  day: "numeric",
  month: "long",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hour12: false,
});

/** A moment in the Persian calendar at Tehran's time: «۱ فروردین ۱۴۰۵ ساعت ۰۰:۴۵». Takes an ISO string or UTC milliseconds. */
export function formatDate(moment: string | number | Date): string {
  const found = partsOf(moment);
  return `${found["day"]} ${found["month"]} ${found["year"]} ساعت ${found["hour"]}:${found["minute"]}`;
}

/** The day alone: «۱ فروردین ۱۴۰۵». */
export function formatDay(moment: string | number | Date): string {
  const found = partsOf(moment);
  return `${found["day"]} ${found["month"]} ${found["year"]}`;
}

function partsOf(moment: string | number | Date): Partial<Record<string, string>> {
  return Object.fromEntries(parts.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
}
