import { Star } from "lucide-react";
import { useId, useState } from "react";
import { toPersianDigits } from "../../../persian/digits.ts";
import { FieldMessage } from "../../parts/FieldMessage.tsx";

function shape(isFull: boolean): string {
  return isFull ? "fill-zaferan text-zaferan" : "text-line-strong";
}

export function Stars({ stars, maximum }: { stars: number; maximum: number }) {
  return (
    <span
      role="img"
      aria-label={`${toPersianDigits(stars)} ستاره از ${toPersianDigits(maximum)}`}
      className="flex gap-1"
    >
      {Array.from({ length: maximum }, (_, index) => (
        <Star key={index} size={26} className={shape(index < stars)} aria-hidden="true" />
      ))}
    </span>
  );
}

interface StarChoiceProps {
  name: string;
  /** The chosen number, or empty. */
  value: string;
  message: string;
  maximum: number;
  onChange: (stars: string) => void;
  onBlur: () => void;
}

/** A radio group with a star per choice. The stars up to the chosen one are filled. */
export function StarChoice({ name, value, message, maximum, onChange, onBlur }: StarChoiceProps) {
  const id = useId();
  const [hovered, setHovered] = useState(0);
  return (
    <fieldset
      role="radiogroup"
      aria-invalid={message !== ""}
      aria-describedby={id}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onBlur();
      }}
      onPointerLeave={() => setHovered(0)}
    >
      <legend className="label">امتیاز شما</legend>
      <div className="flex gap-1">
        {Array.from({ length: maximum }, (_, index) => index + 1).map((stars) => (
          <label
            key={stars}
            className="star-choice"
            onPointerEnter={(event) => {
              if (event.pointerType === "mouse") setHovered(stars);
            }}
          >
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={stars}
              checked={value === String(stars)}
              onChange={() => onChange(String(stars))}
            />
            <Star
              size={30}
              className={shape(stars <= (hovered || Number(value)))}
              aria-hidden="true"
            />
            <span className="sr-only">{`${toPersianDigits(stars)} ستاره`}</span>
          </label>
        ))}
      </div>
      <FieldMessage id={id} message={message} />
    </fieldset>
  );
}
