import type { FiguresAnswer } from "../../../../contract/desk/figures.ts";
import { formatNumber } from "../../../../persian/toman.ts";

/** Names the length of a period, and the period with which it is compared. */
export function comparedWords({ span, days, isOver, comparedTitle }: FiguresAnswer["period"]) {
  return span === "day"
    ? `در برابر ${comparedTitle}`
    : `${formatNumber(days)} روز، در برابر ${isOver ? "" : "همین روزهای "}${comparedTitle}`;
}

/** Returns the last day of a period, its month and its year, as the periods to choose from. */
export function spansOf({ period, bars }: FiguresAnswer) {
  const name = bars.at(-1)?.name;
  if (name === undefined) return [];
  return [
    {
      label: "روز",
      name: name.length === 10 ? name : `${name}-01`,
      isCurrent: period.span === "day",
    },
    { label: "ماه", name: name.slice(0, 7), isCurrent: period.span === "month" },
    { label: "سال", name: name.slice(0, 4), isCurrent: period.span === "year" },
  ];
}
