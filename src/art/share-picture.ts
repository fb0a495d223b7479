import { starPath } from "./star.ts";

/**
 * The picture that is shown when a listing is shared: stars on lapis, the shop's name, a heading,
 * and the card. The build writes it as SVG and the desk paints it on a canvas, both with these
 * values.
 */

export const SHARE_SIZE = { width: 1200, height: 630 };
export const SHARE_GROUND = "oklch(.32 .09 265)";
export const SHARE_CARD = { x: 90, y: 151, width: 524, height: 328, radius: 22 };
export const SHARE_BAR = {
  x: 1000,
  y: 480,
  width: 120,
  height: 8,
  radius: 4,
  colour: "oklch(.8 .15 75)",
};
/** The right edge of all lines, and the width that a line may have beside the card. */
export const SHARE_TEXT = { end: 1120, width: 486 };

/** One tile of the background, with its stars in the middle. */
export const SHARE_TILE = {
  size: 120,
  colour: "#fff",
  opacity: 0.13,
  width: 1.5,
  stars: [
    { path: starPath(60), turn: 0 },
    { path: starPath(26), turn: 22.5 },
  ],
};

export interface ShareLine {
  text: string;
  y: number;
  size: number;
  weight: 400 | 800;
  opacity: number;
}

/** Returns the lines of the picture, from top to bottom. */
export function shareLines(name: string, heading: string): ShareLine[] {
  return [
    { text: name, y: 240, size: 84, weight: 800, opacity: 1 },
    { text: heading, y: 350, size: heading.length > 18 ? 46 : 56, weight: 800, opacity: 1 },
    { text: "پرداخت تومانی، تحویل آنی کد", y: 430, size: 32, weight: 400, opacity: 0.85 },
  ];
}
