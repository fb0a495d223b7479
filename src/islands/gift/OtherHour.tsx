import { toPersianDigits } from "../../../persian/digits.ts";
import { formatWeekday } from "../../../persian/dates.ts";
import { tehranHour } from "../../stores/gift.ts";

interface OtherHourProps {
  /** UTC milliseconds. */
  now: number;
  daysMax: number;
  value: { day: number; hour: number };
  onChange: (value: { day: number; hour: number }) => void;
}

/**
 * Fields for a day of the Persian calendar and an hour, because the browser's own date fields are
 * Gregorian.
 */
export function OtherHour({ now, daysMax, value, onChange }: OtherHourProps) {
  // All days except today, which has a chip, and the last day, whose later hours may be after the
  // limit.
  const days = Array.from({ length: daysMax - 1 }, (_, index) => index + 1);
  return (
    <div className="flex gap-3">
      <label className="flex-2 text-sm font-semibold">
        روز
        <select
          className="field mt-1.5"
          value={value.day}
          onChange={(event) => onChange({ ...value, day: Number(event.target.value) })}
        >
          {days.map((day) => (
            <option key={day} value={day}>
              {formatWeekday(tehranHour(now, day, 12))}
            </option>
          ))}
        </select>
      </label>
      <label className="flex-1 text-sm font-semibold">
        ساعت
        <select
          className="field mt-1.5"
          value={value.hour}
          onChange={(event) => onChange({ ...value, hour: Number(event.target.value) })}
        >
          {Array.from({ length: 24 }, (_, hour) => (
            <option key={hour} value={hour}>
              {toPersianDigits(`${String(hour)}:00`)}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}
