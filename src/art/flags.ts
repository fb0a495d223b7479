import type { Flag } from "./regions.ts";
import { starPath } from "./star.ts";

/**
 * The flags of the catalogue's regions, drawn 18 × 12. Every page contains the symbols once
 * (`FlagSymbols.astro`); chips, cards and rows refer to them by `flagId`.
 */

const RED = "oklch(.53 .2 26)";
const BLUE = "oklch(.37 .13 264)";
const cloth = (colour: string) => `<path fill="${colour}" d="M0 0h18v12H0z"/>`;
/** Draws round dots along a line, as dashes of length zero with round ends. */
const dots = (path: string, gap: number, size: number, colour: string) =>
  `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${String(size)}" ` +
  `stroke-linecap="round" stroke-dasharray="0 ${String(gap)}"/>`;

/** The drawings, by the id of their symbol. */
export const FLAGS: Readonly<Record<Flag, string>> = {
  us:
    cloth("#fff") +
    `<path stroke="${RED}" stroke-width="1.7" d="M0 .85h18M0 4.3h18M0 7.7h18M0 11.15h18"/>` +
    `<path fill="${BLUE}" d="M0 0h8.6v6.8H0z"/>` +
    dots("M1.3 1.4h6.2M2.2 3.4h4.6M1.3 5.4h6.2", 2, 1, "#fff"),
  tr:
    cloth(RED) +
    `<circle cx="7" cy="6" r="3.3" fill="#fff"/><circle cx="7.9" cy="6" r="2.65" fill="${RED}"/>` +
    `<path fill="#fff" d="M9.4 6l2.9-.95-1.8 2.45V4.5l1.8 2.45z"/>`,
  uk:
    cloth(BLUE) +
    `<path stroke="#fff" stroke-width="2.4" d="M0 0l18 12M18 0L0 12"/>` +
    `<path stroke="${RED}" stroke-width=".9" d="M0 0l18 12M18 0L0 12"/>` +
    `<path stroke="#fff" stroke-width="4" d="M9 0v12M0 6h18"/>` +
    `<path stroke="${RED}" stroke-width="2.3" d="M9 0v12M0 6h18"/>`,
  eu:
    cloth(BLUE) +
    dots("M9 2.2a3.8 3.8 0 0 1 0 7.6a3.8 3.8 0 0 1 0-7.6", 1.99, 1.1, "oklch(.86 .17 92)"),
  ae:
    cloth("#fff") +
    `<path fill="oklch(.5 .13 155)" d="M0 0h18v4H0z"/><path d="M0 8h18v4H0z" fill="#1b1b1b"/>` +
    `<path fill="${RED}" d="M0 0h5v12H0z"/>`,
  global:
    cloth("oklch(.5 .09 198)") +
    `<g transform="translate(9 6)" fill="#fff"><path d="${starPath(4.9)}"/>` +
    `<circle r="1.7" fill="oklch(.5 .09 198)"/></g>`,
  plain:
    cloth("oklch(.86 .012 85)") +
    `<path d="M0 0h18v12z" fill="oklch(.76 .015 85)"/>` +
    `<circle cx="9" cy="6" r="2.2" fill="#fff"/>`,
};

/** All flags as symbols, for one hidden `svg` per page. */
export function flagSymbols(): string {
  return Object.entries(FLAGS)
    .map(([name, drawing]) => `<symbol id="flag-${name}" viewBox="0 0 18 12">${drawing}</symbol>`)
    .join("");
}
