import { toPersianDigits } from "./digits.ts";

const MINUTE_MS = 60_000;
const HOUR_MINUTES = 60;
const LONG_MINUTES = 10 * HOUR_MINUTES;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/**
 * Formats how long it is from `now` until a promise is due (both UTC milliseconds): «۴ دقیقه»,
 * «۱:۴۸ ساعت», «۲۰ ساعت», «۳ روز». When it is overdue, formats by how much: «۱۱ دقیقه دیر». Less
 * than a minute is «کمتر از یک دقیقه».
 */
export function formatTimeLeft(dueAt: number, now: number): string {
  const minutes = Math.floor(Math.abs(dueAt - now) / MINUTE_MS);
  const isLate = dueAt < now;
  if (minutes === 0) return isLate ? "همین حالا دیر شد" : "کمتر از یک دقیقه";
  return isLate ? `${formatMinutes(minutes)} دیر` : formatMinutes(minutes);
}

function formatMinutes(minutes: number): string {
  if (minutes < HOUR_MINUTES) return `${toPersianDigits(minutes)} دقیقه`;
  const hours = Math.floor(minutes / HOUR_MINUTES);
  if (minutes >= 3 * DAY_MINUTES)
    return `${toPersianDigits(Math.floor(minutes / DAY_MINUTES))} روز`;
  if (minutes >= LONG_MINUTES || minutes % HOUR_MINUTES === 0)
    return `${toPersianDigits(hours)} ساعت`;
  const rest = String(minutes % HOUR_MINUTES).padStart(2, "0");
  return `${toPersianDigits(`${String(hours)}:${rest}`)} ساعت`;
}
