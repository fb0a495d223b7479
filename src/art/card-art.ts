import { escapeXml } from "../seo/xml.ts";
import { FLAGS } from "./flags.ts";
import { CREAM, defineKhatam, GOLD, type Step, TILE_STEP } from "./khatam.ts";
import { defineMotifs, motifId } from "./motifs.ts";
import { flagId, regionOf } from "./regions.ts";
import { EM, type Weight, outline } from "./outlines.ts";
import { readValue } from "./value.ts";

/**
 * Draws a gift card: an engraved plate on enamel. A page defines the parts once (`defineParts`) and
 * draws each card from them (`drawInside`); `drawFile` makes a file with only its own parts.
 */

export const VIEW_BOX = "0 0 320 200";
/** The area of a card that a tile shows: the plate. */
const TILE_AREA = { x: 30, y: 25, width: 124, height: 124 };
export const TILE_BOX = Object.values(TILE_AREA).join(" ");

export interface Card {
  /** Chooses the motif. */
  urlName: string;
  latinName: string;
  hue: number;
  step: Step;
  /** The denomination as the catalogue writes it. Without it, the card shows no value. */
  denomination?: string | undefined;
  /** The region's name in the catalogue. Without it, the foot shows only the band of stars. */
  region?: string | undefined;
  /** The address of an operator's own picture, shown instead of the drawing. */
  ownPicture?: string | undefined;
}

/**
 * Returns the colour of a card, from a hue in degrees of oklch. Everything else on the card is
 * white, black or gold.
 */
export function faceColour(hue: number): string {
  return `oklch(.5 .165 ${String(hue)})`;
}

/** The opacity of the black that darkens the plate and the foot. */
export const PLATE_SHADE = 0.5;

const FACE =
  `<radialGradient id="glow" cx=".29" cy=".43" r=".75"><stop stop-color="#fff" stop-opacity=".3"/>` +
  `<stop offset=".33" stop-color="#fff" stop-opacity=".03"/><stop offset="1" stop-opacity=".16"/>` +
  `</radialGradient><g id="face"><path d="M0 0h320v200H0z"/>` +
  `<path d="M0 0h320v200H0z" fill="url(#glow)"/></g>`;

const PLATE =
  `<use id="plate" href="#star" transform="scale(5.8)" fill="#000" ` +
  `fill-opacity="${String(PLATE_SHADE)}" stroke="#fff" stroke-opacity=".65" stroke-width=".28"/>`;

/** The dark foot with a band of stars. Small cards hide the band. */
const FOOT =
  `<g id="foot"><path d="M0 173h320v27H0z" fill="#000" fill-opacity="${String(PLATE_SHADE)}"/>` +
  `<path class="art-band" d="M0 173h189v27H0z" fill="url(#band)"/></g>`;

/** A band of stars along the foot, joined by lines. */
const BAND =
  `<pattern id="band" width="27" height="27" y="173" patternUnits="userSpaceOnUse">` +
  `<g fill="none" stroke="${CREAM}" stroke-opacity=".6" transform="translate(13.5 13.5)">` +
  `<use href="#star" stroke-width=".9"/>` +
  `<path d="M10 0h4M-14 0h4M0 10v4M0-14v4M7 7l7 7M-7 7l-7 7M7-7l7-7M-7-7l-7-7"/>` +
  `<use href="#star" transform="rotate(22.5)scale(.45)" fill="${GOLD}" stroke="none"/></g></pattern>`;

/** Defines the parts from which the cards of a page are drawn, each motif and step once. */
export function defineParts({
  urlNames,
  steps,
}: {
  urlNames: readonly string[];
  steps: readonly Step[];
}): string {
  return `<defs>${defineKhatam(steps)}${PLATE}${FACE}${BAND}${FOOT}${defineMotifs(urlNames)}</defs>`;
}

/** Draws the star with the motif. It has the same place on cards and tiles. */
function drawStar(urlName: string, step: Step): string {
  return (
    `<g class="art-star" transform="translate(92 87)"><use href="#step-${String(step)}"/>` +
    `<use href="#plate"/><use href="#${motifId(urlName)}"/></g>`
  );
}

/** Fills an area of a drawing with a picture and crops the picture to it. */
function drawPicture(address: string, area: Readonly<Record<string, number>>): string {
  const place = Object.entries(area).map(([name, value]) => ` ${name}="${String(value)}"`);
  return (
    `<image href="${escapeXml(address)}"${place.join("")} ` +
    `preserveAspectRatio="xMidYMid slice"/>`
  );
}

/** Draws a tile without its outer `svg`, like `drawInside`. */
export function drawTile(urlName: string, picture?: string): string {
  if (picture !== undefined) return drawPicture(picture, TILE_AREA);
  return `<use href="#face"/>${drawStar(urlName, TILE_STEP)}`;
}

interface Word {
  text: string;
  look: string;
  x: number;
  y: number;
  size: number;
  weight?: Weight;
  /** Further attributes of the element. */
  more?: string;
}

/** Writes a word whose right edge is at `x`. */
type Write = (word: Word) => string;

const asText: Write = ({ text, look, x, y, size, weight, more = "" }) =>
  `<text class="${look}" x="${String(x)}" y="${String(y)}" font-size="${String(size)}"` +
  `${weight === undefined ? "" : ` font-weight="${weight}"`}${more}>${escapeXml(text)}</text>`;

/**
 * Writes a word into an SVG file, which cannot load the font: as outlines if every letter has an
 * outline, else as text.
 */
const asOutline: Write = (word) => {
  const drawn = outline(word.text, word.weight ?? "800");
  if (drawn === null) return asText(word);
  const { look, x, y, size, more = "" } = word;
  return (
    `<path class="${look}" transform="translate(${String(x)} ${String(y)})` +
    `scale(${String(size / EM)})"${more} d="${drawn.path}"/>`
  );
};

/** Draws a card without its outer `svg`. The `fill` of that `svg` must be the face colour. */
export function drawInside(card: Card, write = asText): string {
  if (card.ownPicture !== undefined)
    return drawPicture(card.ownPicture, { width: 320, height: 200 });
  return (
    `<use href="#face"/>${drawStar(card.urlName, card.step)}` +
    drawFoot(card.region, write) +
    `<g fill="#fff">${drawName(card.latinName, write)}` +
    `${card.denomination ? drawValue(card.denomination, write) : ""}</g>`
  );
}

function drawFoot(region: string | undefined, write: Write): string {
  if (region === undefined) return `<use href="#foot"/>`;
  const { latin } = regionOf(region);
  return (
    `<g class="art-foot"><use href="#foot"/>` +
    `<use href="#${flagId(region)}" x="279.5" y="173" width="40.5" height="27"/></g>` +
    write({
      text: latin ? `${region} · ${latin}` : region,
      look: "art-country",
      x: 270,
      y: 191,
      size: 12.5,
      weight: "600",
      more: ` fill="${CREAM}"`,
    })
  );
}

/** The number of letters from which a name is written on two lines. */
const LONG_NAME = 12;

function drawName(latinName: string, write: Write): string {
  const lines = latinName.length < LONG_NAME ? [latinName] : inTwoLines(latinName);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(lines.length === 1 ? 25 : 20, Math.floor(270 / longest));
  return lines
    .map((text, index) =>
      write({ text, look: "art-name", x: 300, y: 40 + index * size * 1.2, size }),
    )
    .join("");
}

function inTwoLines(name: string): string[] {
  const gaps = [...name.matchAll(/ /g)].map(({ index }) => index);
  if (gaps.length === 0) return [name];
  const middle = gaps.toSorted(
    (one, other) => Math.abs(one - name.length / 2) - Math.abs(other - name.length / 2),
  )[0] as number;
  return [name.slice(0, middle), name.slice(middle + 1)];
}

/** The width that the value may take in large cards, up to the star. */
const VALUE_WIDTH = 140;
const NUMBER_SIZE = 50;
const UNIT_SIZE = 19;
/** The average width of a letter of Vazirmatn ExtraBold, as a fraction of the font size. */
const ADVANCE = 0.6;

/** Writes the value. Smaller drawings show the unit below the amount. */
function drawValue(denomination: string, write: Write): string {
  const { amount, unit, isTime } = readValue(denomination);
  const length = amount.length;
  const unitWidth = isTime ? 0 : (unit.length + 1) * ADVANCE * UNIT_SIZE;
  const letters = isTime ? length + unit.length : length;
  const size = Math.floor(
    Math.min(isTime ? 42 : NUMBER_SIZE, (VALUE_WIDTH - unitWidth) / (letters * ADVANCE)),
  );
  const look = length > 5 ? " art-longest" : length > 3 ? " art-long" : "";
  const end = { x: 300, y: 150 };
  const large = drawAmount({ amount, unit, isTime, size }, `art-amount${look}`, write, end);
  return (
    large +
    (unit === ""
      ? ""
      : write({ text: unit, look: "art-unit", x: 306, y: 134, size: 40, more: ' display="none"' }))
  );
}

/** Draws the amount with its unit beside it. Smaller drawings hide the unit beside the amount. */
function drawAmount(
  { amount, unit, isTime, size }: ReturnType<typeof readValue> & { size: number },
  look: string,
  write: Write,
  end: { x: number; y: number },
): string {
  if (write === asText) {
    const besideSize = isTime ? "" : ` font-size="${String(UNIT_SIZE)}" font-weight="600"`;
    const beside = `<tspan class="art-beside"${besideSize}>${isTime ? "\u200C" : " "}${escapeXml(unit)}</tspan>`;
    return (
      `<text class="${look}" x="${String(end.x)}" y="${String(end.y)}" font-size="${String(size)}">` +
      `${escapeXml(amount)}${unit === "" ? "" : beside}</text>`
    );
  }
  const taken = ((outline(amount, "800")?.width ?? amount.length * ADVANCE * EM) * size) / EM;
  const gap = isTime ? 0 : UNIT_SIZE * 0.25;
  const beside = {
    text: unit,
    look: "art-beside",
    x: Math.round((end.x - taken - gap) * 10) / 10,
    y: end.y,
    size: isTime ? size : UNIT_SIZE,
    weight: isTime ? "800" : "600",
  } as const;
  return write({ text: amount, look, ...end, size }) + (unit === "" ? "" : write(beside));
}

/**
 * The styles of two smaller drawings. Cards in rows show the amount above its unit and a large
 * flag, but no name; tiles show only the plate. `product.css` has the same rules for text instead
 * of outlines.
 */
export const SMALLER =
  `@media(max-width:130px){.art-name,.art-country,.art-band,.art-beside{display:none}` +
  `.art-star{transform:translate(96px,84px)scale(1.24)}` +
  `.art-foot{transform:translate(-160px,-100px)scale(1.5)}` +
  `.art-amount{transform:translate(306px,84px)scale(.148)}` +
  `.art-long{transform:translate(306px,84px)scale(.108)}` +
  `.art-longest{transform:translate(306px,84px)scale(.084)}` +
  `.art-unit{display:block}}` +
  `@media(max-width:60px){.art-foot,.art-amount,.art-unit{display:none}` +
  `.art-star{transform:translate(160px,100px)scale(1.6)}}`;

/**
 * Draws a stand-alone SVG file. Escapes the texts, because a product's name is not markup. Below a
 * width of 130 pixels, its own styles switch to a smaller drawing.
 */
export function drawFile(card: Card): string {
  const flag = card.region === undefined ? "" : drawFlagSymbol(card.region);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEW_BOX}" width="640" height="400" ` +
    `fill="${faceColour(card.hue)}" direction="rtl" font-weight="800" ` +
    `font-family="Vazirmatn,Roboto,'Segoe UI',Arial,sans-serif"><style>${SMALLER}</style>` +
    `${defineParts({ urlNames: [card.urlName], steps: [card.step] })}${flag}` +
    `${drawInside(card, asOutline)}</svg>`
  );
}

function drawFlagSymbol(region: string): string {
  const { flag } = regionOf(region);
  return `<symbol id="flag-${flag}" viewBox="0 0 18 12">${FLAGS[flag]}</symbol>`;
}
