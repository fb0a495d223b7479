import { useId } from "react";
import { FieldMessage } from "../../../parts/FieldMessage.tsx";

interface HueFieldProps {
  name: string;
  value: string;
  message: string;
  onChange: (value: string) => void;
}

/** The colour of a card by its hue, with the colour itself beside it. */
export function HueField({ name, value, message, onChange }: HueFieldProps) {
  const id = useId();
  const hue = Number(value);
  const isHue = Number.isInteger(hue) && hue >= 0 && hue <= 359;
  return (
    <div>
      <label htmlFor={id} className="label">
        رنگ کارت، از ۰ تا ۳۵۹
      </label>
      <div className="hue-field">
        <svg viewBox="0 0 32 20" width="56" height="35" aria-hidden="true">
          <rect
            width="32"
            height="20"
            rx="3"
            fill={isHue ? `oklch(.5 .165 ${String(hue)})` : "none"}
            stroke="currentcolor"
            strokeOpacity=".3"
          />
        </svg>
        <input
          id={id}
          name={name}
          type="range"
          min={0}
          max={359}
          value={isHue ? hue : 0}
          aria-invalid={message !== ""}
          aria-describedby={`${id}message`}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <FieldMessage id={`${id}message`} message={message} />
    </div>
  );
}
