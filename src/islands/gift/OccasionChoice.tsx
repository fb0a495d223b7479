import type { Occasion } from "../../../contract/gift.ts";
import { OCCASION_LABELS } from "../../stores/gift.ts";

interface OccasionChoiceProps {
  value: Occasion;
  onChange: (occasion: Occasion) => void;
}

/** The occasions as drawn chips. */
export function OccasionChoice({ value, onChange }: OccasionChoiceProps) {
  return (
    <fieldset>
      <legend className="label">مناسبت</legend>
      <div className="gift-occasions">
        {(Object.entries(OCCASION_LABELS) as [Occasion, string][]).map(([occasion, label]) => (
          <label key={occasion} className="gift-choice" data-occasion={occasion}>
            <input
              type="radio"
              name="occasion"
              className="sr-only"
              checked={occasion === value}
              onChange={() => onChange(occasion)}
            />
            <svg viewBox="0 0 72 52" aria-hidden="true">
              <rect width="72" height="52" rx="8" fill="var(--field)" />
              <use href={`#seal-${occasion}`} x="14" y="4" width="44" height="44" />
            </svg>
            <span>{label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
