import { AREA_NAMES, areaWords } from "../../../../persian/area-words.ts";
import type { Area, Role } from "../../../stores/desk/operator.ts";

/** The areas that the operator may give, and those that each role has by default. */
export interface AreaChoices {
  own: readonly Area[];
  prepared: Readonly<Record<Role, readonly Area[]>>;
}

interface AreaChoiceProps {
  role: Role;
  choices: AreaChoices;
  /** Null when the default areas of the role are chosen. */
  chosen: readonly Area[] | null;
  onChoose: (areas: readonly Area[] | null) => void;
}

const ALL = Object.keys(AREA_NAMES) as Area[];
const isSame = (some: readonly Area[], others: readonly Area[]) =>
  some.length === others.length && some.every((area) => others.includes(area));

/** The choice of areas for a role. It is folded, because most people get the default areas. */
export function AreaChoice({
  role,
  choices: { own, prepared },
  chosen,
  onChoose,
}: AreaChoiceProps) {
  const areas = chosen ?? prepared[role];
  const tick = (area: Area, isTicked: boolean) => {
    const next = ALL.filter((one) => (one === area ? isTicked : areas.includes(one)));
    onChoose(isSame(next, prepared[role]) ? null : next);
  };
  return (
    <details className="text-sm">
      <summary className="min-h-11 cursor-pointer content-center font-semibold">
        {chosen === null ? "بخش‌ها: مجموعهٔ آمادهٔ نقش" : `بخش‌ها: ${areaWords(chosen)}`}
      </summary>
      <fieldset className="grid grid-cols-2 gap-x-4">
        <legend className="hint pb-1">نقش می‌گوید تا کجا، بخش می‌گوید در چه.</legend>
        {ALL.map((area) => (
          <label key={area} className="tick-line min-h-11">
            <input
              type="checkbox"
              className="tick"
              checked={areas.includes(area)}
              disabled={!own.includes(area) && !areas.includes(area)}
              onChange={(event) => tick(area, event.target.checked)}
            />
            <span>{AREA_NAMES[area]}</span>
          </label>
        ))}
      </fieldset>
    </details>
  );
}
