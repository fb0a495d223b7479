import { shorten, starPath } from "./star.ts";

/**
 * Drawings of gifts: the envelope, and a seal for each occasion. Pages contain the symbols once
 * (`GiftSymbols.astro`) and refer to them. The colours of the background and the envelope are in
 * gift.css.
 */

const GOLD = "oklch(.86 .11 82)";
const CREAM = "oklch(.96 .025 85)";

/** Returns the path of a star with `count` points between two radii: a scalloped edge. */
function scallop(count: number, outer: number, inner: number): string {
  const points = Array.from({ length: count * 2 }, (_, index) => {
    const reach = index % 2 === 0 ? outer : inner;
    const angle = (index * Math.PI) / count;
    return `${shorten(reach * Math.cos(angle))} ${shorten(reach * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

const disc = (fill: string) => `<path d="${scallop(20, 54, 48)}" fill="${fill}"/>`;

/** Draws something several times around the centre. */
const around = (count: number, turn: number, drawing: string) =>
  Array.from(
    { length: count },
    (_, index) => `<g transform="rotate(${shorten(turn + (index * 360) / count)})">${drawing}</g>`,
  ).join("");

const aril = (reach: number) => `<path d="M0 ${String(-reach - 6)}l5 6-5 6-5-6z"/>`;
const CROWN = "M-10-44L-18-60-7-53 0-64 7-53 18-60 10-44Z";

/** The seals, each centred on 0, 0 and within a radius of 64. */
const SEALS = {
  yalda:
    `<g fill="${GOLD}" stroke="${GOLD}" stroke-width="5" stroke-linejoin="round">` +
    `<path d="${CROWN}"/><path d="${scallop(20, 49, 45)}"/></g>` +
    `<path d="${CROWN}" fill="oklch(.62 .19 22)"/>` +
    `<path d="${scallop(20, 49, 45)}" fill="oklch(.52 .2 18)"/>` +
    `<path d="${scallop(16, 42, 38)}" fill="${CREAM}"/>` +
    `<path d="${scallop(12, 38, 34)}" fill="oklch(.4 .16 15)"/>` +
    `<g fill="oklch(.68 .2 18)">${around(6, 0, aril(9))}${around(12, 15, aril(19))}` +
    `${around(18, 0, aril(29))}</g><path d="${starPath(5)}" fill="${GOLD}"/>`,
  nowruz:
    `${disc("oklch(.5 .12 150)")}<path d="${scallop(20, 46, 43)}" fill="none" stroke="${GOLD}"/>` +
    `<g fill="none" stroke="${CREAM}" stroke-width="3" stroke-linecap="round">` +
    `<path d="M0 20V-30M-7 20C-7 2-10-12-14-24M7 20C7 2 10-12 14-24M-14 20C-15 6-20-6-26-13` +
    `M14 20C15 6 20-6 26-13M-3 20C-4 0-6-14-7-28M3 20C4 0 6-14 7-28"/></g>` +
    `<path d="M-24 18H24C23 29 16 35 0 35S-23 29-24 18Z" fill="${CREAM}"/>` +
    `<path d="M-22 8H22V15H-22Z" fill="oklch(.55 .2 20)"/>` +
    `<path d="M0 11l7-6v12zM0 11l-7-6v12z" fill="${GOLD}"/>`,
  birthday:
    `${disc("oklch(.47 .15 300)")}<path d="${scallop(20, 46, 43)}" fill="none" stroke="${GOLD}"/>` +
    `<path d="M-28 2H28V28H-28Z" fill="${CREAM}"/>` +
    `<path d="M-28 2v8l7 6 7-6 7 6 7-6 7 6 7-6 7 6 7-6V2z" fill="oklch(.72 .14 350)"/>` +
    `<path d="M-32 28H32V32H-32Z" fill="${GOLD}"/>` +
    `<path d="M-16 2V-14M0 2V-14M16 2V-14" stroke="${CREAM}" stroke-width="4"/>` +
    `<path d="M-16-31l4 8-4 6-4-6zM0-31l4 8-4 6-4-6zM16-31l4 8-4 6-4-6z" fill="${GOLD}"/>`,
  thanks:
    `${disc("oklch(.42 .12 262)")}<path d="${scallop(20, 46, 43)}" fill="none" stroke="${GOLD}"/>` +
    `<path d="M0 36C-2 16-8 4-17-8M0 36C2 16 8 4 17-8M0 36V-12" fill="none" ` +
    `stroke="oklch(.75 .13 150)" stroke-width="3" stroke-linecap="round"/>` +
    `<path d="M-14 24L0 18 14 24 8 34H-8Z" fill="${GOLD}"/>` +
    [
      [-18, -10, CREAM],
      [18, -10, CREAM],
      [0, -24, "oklch(.72 .17 18)"],
    ]
      .map(
        ([x, y, fill]) =>
          `<g transform="translate(${String(x)} ${String(y)})"><path d="${scallop(8, 14, 9)}" ` +
          `fill="${String(fill)}"/><circle r="4" fill="${GOLD}"/></g>`,
      )
      .join(""),
  none:
    `${disc("oklch(.53 .095 198)")}<g fill="none" stroke="#fff" stroke-linejoin="round">` +
    `<path d="${starPath(35)}" stroke-width="3.2"/>` +
    `<path d="${starPath(18)}" stroke-width="2.4" transform="rotate(22.5)"/></g>` +
    `<circle r="5" fill="#fff"/>`,
} as const;

/** The khatam lattice of the background. */
const LATTICE =
  `<pattern id="gift-lattice" width="78" height="78" patternUnits="userSpaceOnUse">` +
  `<g fill="none" stroke="#fff"><path d="${starPath(29)}" transform="translate(39 39)"/>` +
  `<path d="${starPath(14)}" transform="translate(39 39)rotate(22.5)"/>` +
  `<path d="M39 0v10M39 68v10M0 39h10M68 39h10M0 0l18.500 18.500M78 0L59.500 18.500M0 78l18.500-18.500` +
  `M78 78L59.500 59.500"/></g></pattern>`;

/** The rosette behind the envelope, centred on 0, 0. */
const ROSETTE =
  `<symbol id="gift-rosette" viewBox="-190 -190 380 380"><g fill="none" stroke="${GOLD}">` +
  `<path d="${starPath(186)}" stroke-opacity=".35"/>` +
  `<path d="${scallop(16, 168, 140)}" stroke-opacity=".6"/>` +
  `<path d="${starPath(150)}" transform="rotate(22.5)" stroke-opacity=".5"/>` +
  `<path d="${scallop(16, 126, 108)}" fill="${GOLD}" fill-opacity=".08" stroke-opacity=".5"/></g>` +
  `<g fill="${GOLD}">${around(16, 11.25, `<path d="M0-172l3.500 3.500-3.500 3.500-3.500-3.500z"/>`)}</g>` +
  `</symbol>`;

/**
 * The parts of the envelope: 350 × 364, with the edge of the flap at y 150. The inside and the open
 * flap are drawn behind the card, the pocket and the closed flap in front of it.
 */
const ENVELOPE =
  `<symbol id="envelope-back" viewBox="0 0 350 364">` +
  `<rect x="15" y="146" width="320" height="206" rx="14" fill="var(--envelope-inside)"/></symbol>` +
  `<symbol id="envelope-flap-open" viewBox="0 0 350 364">` +
  `<path d="M15 152L162 30Q175 20 188 30L335 152Z" fill="var(--envelope-inside)"/>` +
  `<path d="M40 146L168 41Q175 35 182 41L310 146" fill="none" stroke="var(--envelope-thread)" ` +
  `stroke-opacity=".7"/></symbol>` +
  `<symbol id="envelope-pocket" viewBox="0 0 350 364">` +
  `<path d="M15 156L162 262Q175 271 188 262L335 156V338Q335 352 321 352H29Q15 352 15 338Z" ` +
  `fill="var(--envelope)"/><path d="M19 346L140 246M331 346L210 246" fill="none" ` +
  `stroke="var(--envelope-thread)" stroke-opacity=".5"/></symbol>` +
  `<symbol id="envelope-flap" viewBox="0 0 350 364">` +
  `<path d="M15 160Q17 146 29 146H321Q333 146 335 160L188 272Q175 281 162 272Z" ` +
  `fill="var(--envelope-flap)"/><path d="M38 157H312L183 262Q175 268 167 262Z" fill="none" ` +
  `stroke="var(--envelope-thread)" stroke-opacity=".75"/></symbol>`;

/** All drawings of gifts, for one hidden `svg` per page. */
export function giftSymbols(): string {
  const seals = Object.entries(SEALS).map(
    ([occasion, drawing]) =>
      `<symbol id="seal-${occasion}" viewBox="-64 -64 128 128">${drawing}</symbol>`,
  );
  return `<defs>${LATTICE}</defs>${ROSETTE}${ENVELOPE}${seals.join("")}`;
}

/** Returns a seal alone, to be drawn into a picture. */
export function sealOf(occasion: keyof typeof SEALS): string {
  return SEALS[occasion];
}
