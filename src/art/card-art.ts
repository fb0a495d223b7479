import { escapeXml } from "../seo/xml.ts";
import { shorten as round } from "./star.ts";

/**
 * Draws a gift card: a gradient in the card's hue, a khatam star that runs off the corner, the name
 * at the top and the value at the bottom.
 */

export const VIEW_BOX = "0 0 340 214";
const TEXT_START = 24;
const NAME_WIDTH = 232;
const VALUE_WIDTH = 250;

/** The rosette on every card: three nested stars, each in the centre of the next larger one. */
function rosette(): string {
  const layer = (radius: number, turn: number, stroke: number, line: number, fill: number) =>
    `<path d="${chordStar(radius)}" transform="rotate(${String(turn)})" ` +
    `stroke-width="${String(stroke)}" stroke-opacity="${String(line)}" ` +
    `fill-opacity="${String(fill)}"/>`;
  return `<g fill="#fff" stroke="#fff" stroke-linejoin="round" fill-rule="evenodd">${[
    layer(196, 0, 0.8, 0.26, 0.05),
    layer(81, 22.5, 1.1, 0.42, 0.1),
    layer(33.6, 0, 1.4, 0.7, 0.2),
  ].join("")}</g>`;
}

/** Returns the path of the star {8/3}: each of eight points joined to the third one after it. */
function chordStar(radius: number): string {
  const points = Array.from({ length: 8 }, (_, index) => {
    const angle = (index * 3 * Math.PI) / 4;
    return `${round(radius * Math.cos(angle))} ${round(radius * Math.sin(angle))}`;
  });
  return `M${points.join("L")}Z`;
}

function gradient(id: string, hue: number): string {
  const turned = String((hue + 14) % 360);
  return (
    `<linearGradient id="${id}" x1="1" y1="0" x2="0" y2="1">` +
    `<stop stop-color="oklch(.6 .165 ${String(hue)})"/>` +
    `<stop offset="1" stop-color="oklch(.38 .14 ${turned})"/></linearGradient>`
  );
}

const ROSETTE_TRANSFORM = "translate(290 44)";

/** Defines the rosette and a face per hue once per page; all cards on the page refer to them. */
export function sharedDefinitions(faces: readonly { id: string; hue: number }[]): string {
  const face = ({ id, hue }: { id: string; hue: number }) =>
    `${gradient(`hue-${id}`, hue)}<symbol id="face-${id}" viewBox="${VIEW_BOX}">` +
    `<rect width="340" height="214" fill="url(#hue-${id})"/><use href="#rosette"/></symbol>`;
  return (
    `<defs><g id="rosette" transform="${ROSETTE_TRANSFORM}">${rosette()}</g>` +
    `${faces.map(face).join("")}</defs>`
  );
}

export function nameSize(latinName: string): number {
  return Math.min(26, Math.floor(NAME_WIDTH / (0.6 * latinName.length)));
}

export function valueSize(denomination: string): number {
  return Math.min(50, Math.floor(VALUE_WIDTH / (0.6 * denomination.length)));
}

export interface Card {
  latinName: string;
  /** Empty on the card of a subcategory. */
  denomination: string;
  hue: number;
}

/** Draws a stand-alone SVG file. Escapes the texts, because a product's name is not markup. */
export function drawCard({ latinName, denomination, hue }: Card): string {
  const text = (y: number, size: number, content: string) =>
    `<text x="${String(TEXT_START)}" y="${String(y)}" font-size="${String(size)}">` +
    `${escapeXml(content)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEW_BOX}" width="680" height="428">` +
    `<defs>${gradient("g", hue)}</defs><rect width="340" height="214" fill="url(#g)"/>` +
    `<g transform="${ROSETTE_TRANSFORM}">${rosette()}</g>` +
    `<g fill="#fff" direction="ltr" ` +
    `font-family="Vazirmatn,Roboto,'Segoe UI',Arial,sans-serif" font-weight="800">` +
    text(50, nameSize(latinName), latinName) +
    (denomination ? text(188, valueSize(denomination), denomination) : "") +
    `</g></svg>`
  );
}
