import { starPath } from "./star.ts";
import { drawMotif, type Motif, type Shades } from "./tutorial-motifs.ts";
import { escapeXml } from "../seo/xml.ts";

/** A tutorial's cover: its motif and a gift card on a khatam lattice in the service's hue. */
export interface Cover {
  latinName: string;
  /** The hue in degrees of oklch, the same as on the gift cards. */
  hue: number;
  motif: Motif;
}

export const COVER_VIEW_BOX = "0 0 640 360";
const NAME_WIDTH = 140;

/**
 * Draws the content of `<svg viewBox={COVER_VIEW_BOX}>`. `id` keeps the ids of several covers on
 * one page unique.
 */
export function coverContent({ latinName, hue, motif }: Cover, id: string): string {
  return (
    `<defs>${ground(id, hue)}${lattice(id)}</defs>` +
    `<rect width="640" height="360" fill="url(#ground-${id})"/>` +
    `<rect width="640" height="360" fill="url(#lattice-${id})"/>` +
    `<g transform="translate(50 0)">` +
    `<g transform="translate(320 180)" fill="#fff" stroke="#fff" stroke-linejoin="round">` +
    `<path d="${starPath(214)}" fill-opacity=".07" stroke-opacity=".35" stroke-width="1.5"/>` +
    `<path d="${starPath(168)}" transform="rotate(22.5)" ` +
    `fill-opacity=".09" stroke-opacity=".3"/></g>` +
    `${drawMotif(motif, shades(hue))}</g>` +
    card(latinName, hue)
  );
}

/** Draws a stand-alone SVG file, which can also be converted to a raster image. */
export function drawCover(cover: Cover): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${COVER_VIEW_BOX}" ` +
    `width="1280" height="720" ` +
    `font-family="Vazirmatn,Roboto,'Segoe UI',Arial,sans-serif" font-weight="800">` +
    `${coverContent(cover, "cover")}</svg>`
  );
}

function shades(hue: number): Shades {
  const shade = (lightness: number, chroma: number) =>
    `oklch(${String(lightness)} ${String(chroma)} ${String(hue)})`;
  return {
    deep: shade(0.27, 0.07),
    strong: shade(0.54, 0.15),
    bright: shade(0.78, 0.1),
    pale: shade(0.965, 0.02),
  };
}

function ground(id: string, hue: number): string {
  const turned = String((hue + 14) % 360);
  return (
    `<linearGradient id="ground-${id}" x1="1" y1="0" x2="0" y2="1">` +
    `<stop stop-color="oklch(.62 .14 ${String(hue)})"/>` +
    `<stop offset="1" stop-color="oklch(.36 .11 ${turned})"/></linearGradient>`
  );
}

/** Returns a pattern of stars that touch at their tips, as on the front page. */
function lattice(id: string): string {
  return (
    `<pattern id="lattice-${id}" width="80" height="80" ` +
    `patternUnits="userSpaceOnUse" patternTransform="translate(0 20)">` +
    `<g fill="none" stroke="#fff" stroke-opacity=".2">` +
    `<path d="${starPath(40)}" transform="translate(40 40)"/>` +
    `<path d="${starPath(17)}" transform="translate(40 40)rotate(22.5)"/></g></pattern>`
  );
}

function card(latinName: string, hue: number): string {
  const size = Math.min(21, Math.floor(NAME_WIDTH / (0.6 * latinName.length)));
  const fill = `oklch(.5 .155 ${String(hue)})`;
  return (
    `<g transform="translate(44 222)rotate(-9)">` +
    `<rect x="-5" y="-5" width="178" height="114" rx="17" fill="#fff"/>` +
    `<rect width="168" height="104" rx="12" fill="${fill}"/>` +
    `<g transform="translate(134 72)" fill="#fff">` +
    `<path d="${starPath(25)}" fill-opacity=".25"/><path d="${starPath(11)}"/></g>` +
    `<rect x="16" y="76" width="64" height="9" rx="4.5" fill="#fff" fill-opacity=".55"/>` +
    `<text x="16" y="38" font-size="${String(size)}" direction="ltr" fill="#fff">` +
    `${escapeXml(latinName)}</text></g>`
  );
}
