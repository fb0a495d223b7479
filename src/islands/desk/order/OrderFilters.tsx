import { X } from "lucide-react";
import type { ReactNode } from "react";
import { readPersian, tehranDay, writeGregorian } from "../../../../persian/calendar.ts";
import { formatShortDay } from "../../../../persian/dates.ts";
import { GATEWAY_NAMES } from "../../../../persian/gateway.ts";
import { PersianDayField } from "../../../parts/PersianDayField.tsx";
import type { Filter } from "../../../stores/desk/order.ts";
import { DELIVERIES, ORDER_STATES } from "./words.ts";

const DAY_MS = 24 * 60 * 60_000;
const DAYS_SHOWN = 31;

interface OrderFiltersProps {
  filter: Filter;
  now: number;
  onChoose: (name: keyof Filter, value: string) => void;
  /** Buttons for the whole list, shown after the filters. */
  children: ReactNode;
}

/** The filters of the list. A product or a person is set by a link, and can be removed here. */
export function OrderFilters({ filter, now, onChoose: choose, children }: OrderFiltersProps) {
  return (
    <header className="orders-filters">
      <Choice
        label="وضعیت"
        value={filter.state}
        words={Object.entries(ORDER_STATES).map(([value, { words }]) => [value, words])}
        onChange={(value) => {
          choose("state", value);
        }}
      />
      <Choice
        label="تحویل"
        value={filter.delivery}
        words={Object.entries(DELIVERIES)
          .filter(([value]) => value !== "failed")
          .map(([value, { words }]) => [value, words])}
        onChange={(value) => {
          choose("delivery", value);
        }}
      />
      <Choice
        label="پرداخت از"
        value={filter.paidBy}
        words={[["gateway", "درگاه"], ...Object.entries(GATEWAY_NAMES), ["wallet", "کیف پول"]]}
        onChange={(value) => {
          choose("paidBy", value);
        }}
      />
      <Choice
        label="روز"
        value={filter.day}
        words={daysBefore(now, filter.day)}
        onChange={(value) => {
          choose("day", value);
        }}
      />
      {(["from", "to"] as const).map((name) => (
        <PersianDayField
          key={name}
          label={name === "from" ? "از روز" : "تا روز"}
          name={name}
          value={filter[name] ?? ""}
          onChange={(value) => {
            if (value === "" || readPersian(value) !== null) choose(name, value);
          }}
        />
      ))}
      {(["product", "person"] as const).map(
        (name) =>
          filter[name] !== undefined && (
            <button
              key={name}
              type="button"
              className="button-quiet orders-chip"
              onClick={() => {
                choose(name, "");
              }}
            >
              <span>{name === "product" ? "تنها یک کالا" : "تنها یک شخص"}</span>
              <X size={14} aria-hidden="true" />
              <span className="sr-only">برداشتن</span>
            </button>
          ),
      )}
      <div className="orders-give">{children}</div>
    </header>
  );
}

/** Returns the last days in Tehran. Their values are Gregorian days, as in the address. */
function daysBefore(now: number, chosen: string | undefined): [string, string][] {
  const days = Array.from({ length: DAYS_SHOWN }, (_, ago): [string, string] => {
    const at = now - ago * DAY_MS;
    const words = ["امروز", "دیروز"][ago] ?? formatShortDay(at, now);
    return [writeGregorian(tehranDay(at)), words];
  });
  if (chosen !== undefined && !days.some(([day]) => day === chosen))
    days.push([chosen, formatShortDay(`${chosen}T12:00:00Z`, now)]);
  return days;
}

interface ChoiceProps {
  label: string;
  value: string | undefined;
  words: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choice({ label, value, words, onChange }: ChoiceProps) {
  return (
    <label className="orders-filter">
      <span>{label}</span>
      <select
        className="field"
        value={value ?? ""}
        onChange={(event) => {
          onChange(event.target.value);
        }}
      >
        <option value="">همه</option>
        {words.map(([key, text]) => (
          <option key={key} value={key}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}
