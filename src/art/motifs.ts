import { CREAM, GOLD } from "./khatam.ts";

/**
 * The motifs that are engraved into the plate, by the subcategory's `urlName`. Each is a drawing in
 * the area from -30 to 30, in cream lines with one spot of gold, without a brand's logo.
 */

const gold = `fill="${GOLD}" stroke="${GOLD}" stroke-width="1"`;
const line = (path: string) => `<path d="${path}"/>`;
const spot = (path: string) => `<path d="${path}" ${gold}/>`;
const goldStar = (x: number, y: number, scale: number) =>
  `<use href="#star" transform="translate(${String(x)} ${String(y)})scale(${String(scale)})" ` +
  `fill="${GOLD}" stroke="none"/>`;
const goldDot = (x: number, y: number, radius: number) =>
  `<circle cx="${String(x)}" cy="${String(y)}" r="${String(radius)}" ${gold}/>`;
const mirrored = (drawing: string) => `${drawing}<g transform="scale(-1 1)">${drawing}</g>`;
const cube = (x: number, y: number) =>
  line(
    `M${String(x)} ${String(y - 13)}l11 6.5v13l-11 6.5-11-6.5v-13zm-11 6.5l11 6.5 11-6.5m-11 6.5v13`,
  );
const ticket = (top: number) =>
  line(`M-28 ${String(top)}h56v9a6 6 0 0 0 0 12v9h-56v-9a6 6 0 0 0 0-12z`) +
  `<path d="M12 ${String(top + 5)}v22" stroke-dasharray="1 6"/>`;

const MOTIFS: Readonly<Record<string, string>> = {
  // Two joined notes.
  itunes: line("M-11 18v-36l29-7v36M-11-9l29-7") + spot("M-27 20l8-7 8 5-8 7zM2 13l8-7 8 5-8 7z"),
  // A gamepad.
  playstation:
    line(
      "M-15-15h30c9 0 12 9 14 20 2 12-7 16-13 9l-6-7h-20l-6 7c-6 7-15 3-13-9 2-11 5-20 14-20zm-1 5v10m-5-5h10",
    ) + spot("M15-12l3 3-3 3-3-3zm6 6l3 3-3 3-3-3zm-6 6l3 3-3 3-3-3zm-6-6l3 3-3 3-3-3z"),
  // A gear with three breaths of steam.
  steam:
    `<circle cy="10" r="12.5"/><circle cy="10" r="16.5" stroke-width="5" ` +
    `stroke-linecap="butt" stroke-dasharray="6.48"/>` +
    line("M-9-14c-4-4 4-8 0-13M0-14c-4-4 4-8 0-13M9-14c-4-4 4-8 0-13") +
    goldStar(0, 10, 0.65),
  // A direction pad.
  xbox:
    line("M-9-26h18v17h17v18h-17v17h-18v-17h-17v-18h17z") +
    line("M-4-17l4-4 4 4M-4 17l4 4 4-4M-17-4l-4 4 4 4M17-4l4 4-4 4") +
    goldStar(0, 0, 0.8),
  // A parachute with a crate.
  pubg:
    line(
      "M-27-5c0-14 12-24 27-24s27 10 27 24c-6-5-13-5-18 0-5-5-13-5-18 0-5-5-12-5-18 0zl20 19m-2-19l5 19m8 0l5-19m18 0l-20 19",
    ) + spot("M-8 15h16v13h-16z"),
  // A crosshair.
  valorant:
    `<circle r="18"/>` + line("M0-29v17M0 12v17M-29 0h17M12 0h17") + spot("M0-6l6 6-6 6-6-6z"),
  // A flame.
  freefire:
    line(
      "M2-30c3 13 20 20 20 38 0 14-10 22-22 22s-22-8-22-21c0-9 5-15 10-21 1 6 3 9 8 11-3-11 0-21 6-29z",
    ) + spot("M1 3c2 6 9 8 9 15 0 6-4 9-10 9s-10-3-10-9c0-6 8-8 11-15z"),
  // A parcel and its tape.
  amazon:
    line("M0-28l25 13v28l-25 13-25-13v-28zm-25 13l25 13 25-13m-25 13v28") +
    spot("M-14-20.5l25 13v11l6-3v-11l-25-13z"),
  // Three cubes.
  roblox: cube(0, -14) + cube(-13, 10) + cube(13, 10) + spot("M0-27l11 6.5-11 6.5-11-6.5z"),
  // Headphones with three levels.
  spotify:
    line("M-24 8v-6a24 24 0 0 1 48 0v6") +
    mirrored(`<rect x="19" y="6" width="9" height="20" rx="4"/>`) +
    `<path d="M-9 5v14M0-2v28M9 5v14" stroke="${GOLD}" stroke-width="4"/>`,
  // A film frame.
  netflix:
    `<rect x="-28" y="-21" width="56" height="42" rx="4"/>` +
    line("M-17-21v42M17-21v42M-28-7h11M-28 7h11M17-7h11M17 7h11") +
    spot("M-6-9l15 9-15 9z"),
  // A ball.
  ea:
    `<circle r="27"/>` +
    line(
      "M0-11v-9M10.5-3.4l8.6-2.8M6.5 8.9l5.3 7.3M-6.5 8.9l-5.3 7.3M-10.5-3.4l-8.6-2.8M-12-24l12 4 12-4M-26 5l7-11-5-12M24-18l-5 12 7 11M-16 22l4-6h24l4 6",
    ) +
    spot("M0-11l10.5 7.6-4 12.3h-13l-4-12.3z"),
  // A ticket with a crown.
  "xbox-gamepass-ultimate": ticket(-3) + spot("M-13-9l-4-15 10 7 7-11 7 11 10-7-4 15z"),
  // A ticket.
  "xbox-gamepass-core": ticket(-15) + goldStar(-8, 0, 0.95),
  // Crossed swords.
  "blizzard-battle-net":
    mirrored(line("M-26-27l9 3 30 33-5 5-33-30zM3 19l15-15M12 12l9 9")) +
    goldDot(23, 23, 3.5) +
    goldDot(-23, 23, 3.5),
  // A stack of coins.
  razergold:
    line(
      "M-22-10v26c0 6 10 10 22 10s22-4 22-10v-26M-22-1c0 6 10 10 22 10s22-4 22-10M-22 8c0 6 10 10 22 10s22-4 22-10",
    ) + `<ellipse cy="-11" rx="22" ry="10" ${gold}/><path d="M0-15l8 4-8 4-8-4z" stroke="#0008"/>`,
  // A handheld, upright.
  nintendo:
    `<rect x="-18" y="-29" width="36" height="58" rx="6"/>` +
    `<rect x="-11.5" y="-22" width="23" height="21" rx="2"/>` +
    line("M-7.5 8v10M-12.5 13h10") +
    goldStar(0, -11.5, 0.65) +
    goldDot(5, 17, 2.4) +
    goldDot(11.5, 10, 2.4),
  // A cloud with two linked players.
  "nintendo-online":
    line(
      "M-16 7c-9 0-14-5-13-12 1-6 6-9 12-8 2-9 11-15 20-13 8 1 12 7 13 13 8 0 13 4 12 11-1 6-6 9-12 9zM-12 7v8M12 7v8M-6 21h12",
    ) +
    goldDot(-12, 21, 5) +
    goldDot(12, 21, 5),
  // A battlement by night.
  fortnite:
    line("M-25 28v-33h10v8h8v-8h14v8h8v-8h10v33zM-6 28v-8a6 6 0 0 1 12 0v8") +
    spot("M3-29a9.5 9.5 0 1 0 11 12 8 8 0 0 1-11-12z"),
  // A bow and an arrow.
  "league-of-legends":
    line("M-25 9c2-21 13-32 34-34M-25 9l30-4 4-30M22 22l-36-36M22 22l-8-1m8 1l-1-8") +
    spot("M-24-24l4 13 9-9z"),
};

/** The motif of a service without its own drawing: stars. */
const PLAIN =
  `<use href="#star" transform="scale(2.7)" stroke-width="1"/>` +
  `<use href="#star" transform="rotate(22.5)scale(2)" stroke-width=".9" stroke-opacity=".6"/>` +
  goldStar(0, 0, 1.1);

/** The services that have a drawing of their own. */
export const DRAWN_SERVICES: readonly string[] = Object.keys(MOTIFS);

/** Returns the id of a service's motif among the definitions. */
export function motifId(urlName: string): string {
  return Object.hasOwn(MOTIFS, urlName) ? `motif-${urlName}` : "motif-plain";
}

/** Defines the motifs of these services, each once. Needs the star of `defineKhatam`. */
export function defineMotifs(urlNames: readonly string[]): string {
  const motifs = new Map(
    urlNames.map((name) => [motifId(name), Object.hasOwn(MOTIFS, name) ? MOTIFS[name] : PLAIN]),
  );
  return [...motifs]
    .map(
      ([id, drawing]) =>
        `<g id="${id}" fill="none" stroke="${CREAM}" stroke-width="2.6" stroke-linejoin="round" ` +
        `stroke-linecap="round">${drawing ?? PLAIN}</g>`,
    )
    .join("");
}
