import type { HeroWords } from "../page-data/hero-words.ts";
import { CREAM, GOLD } from "./khatam.ts";

/**
 * The drawings beside the card of the front page, by occasion, in the area from -60 to 60. They
 * need the star of `defineKhatam`.
 */
const DRAWINGS: Readonly<Record<HeroWords["look"], string>> = {
  // A pomegranate cut open.
  yalda:
    `<path d="M-13-50l-7-20 11 7 9-11 9 11 11-7-7 20z" fill="oklch(.6 .2 22)"/>` +
    `<circle r="56" fill="oklch(.5 .19 20)"/><circle r="47" fill="${CREAM}"/>` +
    `<circle r="42" fill="oklch(.36 .14 15)"/><g fill="oklch(.64 .21 20)">` +
    `<g id="s4"><g id="s2"><path id="s1" d="M0-12l6 8-6 8-6-8zM0-36l7 9-7 9-7-9zM14-30l8 5-3 9-8-5z" transform="rotate(22)"/>` +
    `<use href="#s1" transform="rotate(45)"/></g><use href="#s2" transform="rotate(90)"/></g>` +
    `<use href="#s4" transform="rotate(180)"/></g>`,
  // Sprouts in a bowl, with a ribbon.
  nowruz:
    `<g fill="none" stroke="oklch(.72 .17 140)" stroke-width="5" stroke-linecap="round">` +
    `<path id="s1" d="M-30 14c-2-20-8-34-14-44M-18 12c0-24-4-40-8-54M-6 12c0-26-1-44-2-58"/>` +
    `<use href="#s1" transform="scale(-1 1)"/></g>` +
    `<path d="M-46 10h92l-12 40q-34 10-68 0z" fill="oklch(.55 .1 200)"/>` +
    `<path d="M-43 22h86l-3 11h-80z" fill="oklch(.6 .2 22)"/>` +
    `<use href="#star" transform="translate(0 27)scale(1.2)" fill="${GOLD}"/>`,
  // A cake with candles.
  birthday:
    `<path d="M-48 8h96v42h-96z" fill="oklch(.62 .13 350)"/>` +
    `<path d="M-48 8h96v12q-8 10-16 0t-16 0-16 0-16 0-16 0-16 0z" fill="${CREAM}"/>` +
    `<path d="M-24 8v-26M0 8v-32M24 8v-26" stroke="oklch(.75 .11 195)" stroke-width="6"/>` +
    `<g fill="${GOLD}"><path id="s1" d="M0-32q8 8 0 14-8-6 0-14z" transform="translate(0 -12)"/>` +
    `<use href="#s1" x="-24" y="6"/><use href="#s1" x="24" y="6"/></g>`,
};

export function drawOccasion(look: HeroWords["look"]): string {
  return DRAWINGS[look];
}
