import { escapeXml } from "../seo/xml.ts";
import { FLAGS } from "./flags.ts";
import { CREAM, defineKhatam, GOLD, type Step, TILE_STEP } from "./khatam.ts";
import { defineMotifs, motifId } from "./motifs.ts";
import { flagId, regionOf } from "./regions.ts";
import { readValue } from "./value.ts";

/**
 * Draws a gift card: an engraved plate on enamel. A page defines the parts once (`defineParts`) and
 * draws each card from them (`drawInside`); `drawFile` makes a file with only its own parts.
 */

export const VIEW_BOX = "0 0 320 200";
/** The plate alone, for tiles. */
export const TILE_BOX = "30 25 124 124";

export interface Card {
  /** Chooses the motif. */
  urlName: string;
  latinName: string;
  hue: number;
  step: Step;
  /** As the catalogue has it; without one the card shows no value. */
  denomination?: string | undefined;
  /** As the catalogue names it; without one the foot is the band alone. */
  region?: string | undefined;
}

/** The colour of a card, from a hue in degrees of oklch. All else on it is white, black or gold. */
export function faceColour(hue: number): string {
  return `oklch(.5 .165 ${String(hue)})`;
}

/** Plate and foot: so much black over the face, and the white of the lines. */
export const PLATE_SHADE = 0.5;

const FACE =
  `<radialGradient id="glow" cx=".29" cy=".43" r=".75"><stop stop-color="#fff" stop-opacity=".3"/>` +
  `<stop offset=".33" stop-color="#fff" stop-opacity=".03"/><stop offset="1" stop-opacity=".16"/>` +
  `</radialGradient><g id="face"><path d="M0 0h320v200H0z"/>` +
  `<path d="M0 0h320v200H0z" fill="url(#glow)"/></g>`;

const PLATE =
  `<use id="plate" href="#star" transform="scale(5.8)" fill="#000" ` +
  `fill-opacity="${String(PLATE_SHADE)}" stroke="#fff" stroke-opacity=".65" stroke-width=".28"/>`;

/** The dark foot with a band of stars, whose display small cards turn off. */
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

/** Defines what the cards of a page are drawn from: their motifs and steps, once. */
export function defineParts({
  urlNames,
  steps,
}: {
  urlNames: readonly string[];
  steps: readonly Step[];
}): string {
  return `<defs>${defineKhatam(steps)}${PLATE}${FACE}${BAND}${FOOT}${defineMotifs(urlNames)}</defs>`;
}

/** Draws the star with the motif, at the place where cards and tiles have it. */
function drawStar(urlName: string, step: Step): string {
  return (
    `<g class="art-star" transform="translate(92 87)"><use href="#step-${String(step)}"/>` +
    `<use href="#plate"/><use href="#${motifId(urlName)}"/></g>`
  );
}

/** Draws a tile but its outer `svg`, as in `drawInside`. */
export function drawTile(urlName: string): string {
  return `<use href="#face"/>${drawStar(urlName, TILE_STEP)}`;
}

/** Draws all of a card but its outer `svg`, whose `fill` is the face. */
export function drawInside(card: Card): string {
  return (
    `<use href="#face"/>${drawStar(card.urlName, card.step)}` +
    drawFoot(card.region) +
    `<g fill="#fff">${drawName(card.latinName)}` +
    `${card.denomination ? drawValue(card.denomination) : ""}</g>`
  );
}

function drawFoot(region: string | undefined): string {
  if (region === undefined) return `<use href="#foot"/>`;
  const { latin } = regionOf(region);
  return (
    `<g class="art-foot"><use href="#foot"/>` +
    `<use href="#${flagId(region)}" x="279.5" y="173" width="40.5" height="27"/></g>` +
    `<text class="art-country" x="270" y="191" font-size="12.5" font-weight="600" fill="${CREAM}">` +
    `${escapeXml(latin ? `${region} · ${latin}` : region)}</text>`
  );
}

/** Names of twelve letters and more stand on two lines. */
const LONG_NAME = 12;

function drawName(latinName: string): string {
  const lines = latinName.length < LONG_NAME ? [latinName] : inTwoLines(latinName);
  const longest = Math.max(...lines.map((line) => line.length));
  const size = Math.min(lines.length === 1 ? 25 : 20, Math.floor(270 / longest));
  return lines
    .map(
      (line, index) =>
        `<text class="art-name" x="300" y="${String(40 + index * size * 1.2)}" ` +
        `font-size="${String(size)}">${escapeXml(line)}</text>`,
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

/** Room for the value in large cards, up to the star. */
const VALUE_WIDTH = 140;
const NUMBER_SIZE = 50;
const UNIT_SIZE = 19;
/** The average advance of Vazirmatn ExtraBold, in parts of the font size. */
const ADVANCE = 0.6;

/** Writes the amount with its unit beside it; smaller drawings hide that and show it beneath. */
function drawValue(denomination: string): string {
  const { amount, unit, isTime } = readValue(denomination);
  const length = amount.length;
  const unitWidth = isTime ? 0 : (unit.length + 1) * ADVANCE * UNIT_SIZE;
  const letters = isTime ? length + unit.length : length;
  const size = Math.floor(
    Math.min(isTime ? 42 : NUMBER_SIZE, (VALUE_WIDTH - unitWidth) / (letters * ADVANCE)),
  );
  const look = length > 5 ? " art-longest" : length > 3 ? " art-long" : "";
  const beside = isTime
    ? `<tspan class="art-beside">\u200C${escapeXml(unit)}</tspan>`
    : `<tspan class="art-beside" font-size="${String(UNIT_SIZE)}" font-weight="600"> ${escapeXml(unit)}</tspan>`;
  return (
    `<text class="art-amount${look}" x="300" y="150" font-size="${String(size)}">` +
    `${escapeXml(amount)}${unit === "" ? "" : beside}</text>` +
    (unit === ""
      ? ""
      : `<text class="art-unit" display="none" x="306" y="134" font-size="40">${escapeXml(unit)}</text>`)
  );
}

/**
 * The styles of the two smaller drawings, for cards in rows and for tiles: the amount over its unit,
 * the flag large, no name; then the plate alone. The same rules are in `product.css`.
 */
export const SMALLER =
  `@media(max-width:130px){.art-name,.art-country,.art-band,.art-beside{display:none}` +
  `.art-star{transform:translate(96px,84px)scale(1.24)}` +
  `.art-foot{transform:translate(-160px,-100px)scale(1.5)}` +
  `.art-amount{font-size:74px;transform:translate(6px,-66px)}` +
  `.art-long{font-size:54px}.art-longest{font-size:42px}` +
  `.art-unit{display:block}}` +
  `@media(max-width:60px){.art-foot,.art-amount,.art-unit{display:none}` +
  `.art-star{transform:translate(160px,100px)scale(1.6)}}`;

/**
 * Draws a stand-alone SVG file. Escapes the texts, because a product's name is not markup. Shown
 * narrower than 130 pixels it draws itself smaller by itself.
 */
export function drawFile(card: Card): string {
  const flag = card.region === undefined ? "" : drawFlagSymbol(card.region);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${VIEW_BOX}" width="640" height="400" ` +
    `fill="${faceColour(card.hue)}" direction="rtl" font-weight="800" ` +
    `font-family="Vazirmatn,Roboto,'Segoe UI',Arial,sans-serif"><style>${SMALLER}</style>` +
    `${defineParts({ urlNames: [card.urlName], steps: [card.step] })}${flag}` +
    `${drawInside(card)}</svg>`
  );
}

function drawFlagSymbol(region: string): string {
  const { flag } = regionOf(region);
  return `<symbol id="flag-${flag}" viewBox="0 0 18 12">${FLAGS[flag]}</symbol>`;
}
