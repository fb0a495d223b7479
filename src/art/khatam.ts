import { shorten, starPath } from "./star.ts";

/**
 * The khatam (a star pattern of Persian inlay work) around the motif, in five steps: the higher a
 * card's value, the higher its step. Each step contains the one before it. Lines are translucent
 * white; step 4 adds gold. The centre is 0, 0.
 */

export const GOLD = "oklch(.86 .11 82)";
export const CREAM = "oklch(.97 .02 88)";

export type Step = 1 | 2 | 3 | 4 | 5;
const STEPS: readonly Step[] = [1, 2, 3, 4, 5];
/** The step of tiles: the plate with its rays. */
export const TILE_STEP: Step = 2;

/** The eight-pointed star of which the whole pattern is made, ten units from centre to tip. */
const STAR = `<path id="star" d="${starPath(10)}"/>`;

/** Draws the star with this radius. Its line has this `width`, whatever the scale of the star. */
function star(radius: number, turn: number, width: number, look: string): string {
  const scale = radius / 10;
  return (
    `<use href="#star" transform="rotate(${String(turn)})scale(${String(scale)})" ` +
    `stroke-width="${String(Math.round((width / scale) * 100) / 100)}" ${look}/>`
  );
}

/** Draws dots around a circle, as dashes of length zero with round ends. */
function dots(radius: number, count: number, size: number, look: string): string {
  const gap = Math.round(((2 * Math.PI * radius) / count) * 1000) / 1000;
  return (
    `<circle r="${String(radius)}" stroke-width="${String(size)}" stroke-linecap="round" ` +
    `stroke-dasharray="0 ${String(gap)}" transform="rotate(${String(180 / count)})" ${look}/>`
  );
}

/**
 * Returns the path of the star {8/3} behind the pattern: each of eight points is joined to the
 * third point after it.
 */
function chords(radius: number): string {
  const points = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * 3 * Math.PI) / 4;
    return `${shorten(radius * Math.cos(angle))} ${shorten(radius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

const gold = `stroke="${GOLD}"`;

const GROUND =
  `<g id="ground" stroke-opacity=".12"><path d="${chords(206)}"/>` +
  `<path d="${chords(154)}" transform="rotate(22.5)"/></g>`;

/** Eight kites: one kite, doubled three times. */
const RAYS =
  `<g id="ray4"><g id="ray2"><g id="ray1" transform="rotate(22.5)">` +
  `<path d="M60 0L78-8 95 0 78 8Z" fill="#fff" fill-opacity=".2" stroke-opacity=".55"/></g>` +
  `<use href="#ray1" transform="rotate(45)"/></g><use href="#ray2" transform="rotate(90)"/></g>`;
const RAYS_DRAWN = `<use href="#ray4" transform="rotate(180)"/>`;

const ADDED: Record<Step, string> = {
  1: `<use href="#ground"/>${star(67, 22.5, 1.4, `stroke-opacity=".6"`)}`,
  2: `<use href="#ray4"/>${RAYS_DRAWN}`,
  3:
    star(97, 0, 1, `stroke-opacity=".5"`) +
    star(97, 22.5, 1, `stroke-opacity=".5"`) +
    dots(82, 16, 3.6, `stroke-opacity=".65"`),
  4:
    `<g transform="rotate(22.5)scale(1.33)" stroke-width=".8"><use href="#ray4"/>${RAYS_DRAWN}</g>` +
    dots(108, 16, 5, gold),
  5: star(132, 22.5, 1.5, gold) + star(58, 0, 7, gold) + dots(140, 16, 5, gold),
};

/** Fades the lines towards the text: opaque at the star, almost transparent at the far side. */
const FADE =
  `<linearGradient id="fade" gradientUnits="userSpaceOnUse" x1="40" x2="128">` +
  `<stop stop-color="#fff"/><stop offset="1" stop-color="#1a1a1a"/></linearGradient>` +
  `<mask id="side" maskUnits="userSpaceOnUse" x="-92" y="-87" width="320" height="200">` +
  `<path d="M-92-87h320v200H-92z" fill="url(#fade)"/></mask>`;

/** Defines the requested steps, as `step-1` to `step-5`, with the parts that they need. */
export function defineKhatam(steps: readonly Step[]): string {
  const highest = Math.max(1, ...steps);
  const rings = STEPS.filter((step) => step <= highest).map(
    (step) =>
      `<g id="ring-${String(step)}" fill="none" stroke="#fff">` +
      (step === 1 ? "" : `<use href="#ring-${String(step - 1)}"/>`) +
      `${ADDED[step]}</g>`,
  );
  const faded = steps.map(
    (step) =>
      `<g id="step-${String(step)}" mask="url(#side)"><use href="#ring-${String(step)}"/></g>`,
  );
  return STAR + GROUND + (highest > 1 ? RAYS : "") + FADE + rings.join("") + faded.join("");
}
