import { starPath } from "./star.ts";

/**
 * Generic objects for the covers of tutorials, drawn from simple shapes on 640 × 360. They contain
 * no logo of a brand.
 */

export const motifs = [
  "phone",
  "console",
  "computer",
  "television",
  "headphones",
  "blocks",
  "crosshair",
  "handheld",
  "parcel",
] as const;
export type Motif = (typeof motifs)[number];

/** Shades of one hue, from the darkest to the lightest. */
export interface Shades {
  deep: string;
  strong: string;
  bright: string;
  pale: string;
}

const drawings: Readonly<Record<Motif, (shades: Shades) => string>> = {
  phone: (shades) => phone(shades),
  console: (shades) => television(shades, star(320, 128, 44, shades.strong)) + gamepad(shades),
  computer: (shades) => computer(shades, form(shades)),
  television: (shades) =>
    television(
      shades,
      star(320, 148, 70, shades.strong) + `<path d="M303 122V174L349 148Z" fill="#fff"/>`,
    ) + stand(shades),
  headphones: (shades) => headphones(shades),
  blocks: (shades) => cube(shades, 320, 96) + cube(shades, 262, 196) + cube(shades, 378, 196),
  crosshair: (shades) => computer(shades, aim(shades)),
  handheld: (shades) => handheld(shades),
  parcel: (shades) => parcel(shades),
};

export function drawMotif(motif: Motif, shades: Shades): string {
  return drawings[motif](shades);
}

function box(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
): string {
  return (
    `<rect x="${String(x)}" y="${String(y)}" width="${String(width)}" ` +
    `height="${String(height)}" rx="${String(radius)}" fill="${fill}"/>`
  );
}

function dot(x: number, y: number, radius: number, fill: string): string {
  return `<circle cx="${String(x)}" cy="${String(y)}" r="${String(radius)}" fill="${fill}"/>`;
}

function star(x: number, y: number, radius: number, fill: string): string {
  const transform = `translate(${String(x)} ${String(y)})`;
  return `<path d="${starPath(radius)}" transform="${transform}" fill="${fill}"/>`;
}

/** Draws an input field with a dot per character of a code, and a button below it. */
function codeField({ strong, bright }: Shades, x: number, y: number, width: number): string {
  const dots = Array.from({ length: 6 }, (_, index) =>
    dot(x + (width * (index + 1)) / 7, y + 15, 4, strong),
  ).join("");
  return (
    `<rect x="${String(x)}" y="${String(y)}" width="${String(width)}" height="30" rx="8" ` +
    `fill="#fff" stroke="${bright}" stroke-width="2"/>` +
    dots +
    box(x, y + 40, width, 28, 8, strong)
  );
}

function phone(shades: Shades): string {
  return (
    box(240, 26, 160, 308, 30, shades.deep) +
    box(249, 35, 142, 290, 22, shades.pale) +
    box(298, 44, 44, 8, 4, shades.deep) +
    star(320, 116, 40, shades.strong) +
    star(320, 116, 17, "#fff") +
    box(276, 176, 88, 9, 4.5, shades.bright) +
    box(292, 194, 56, 9, 4.5, shades.bright) +
    codeField(shades, 266, 226, 108)
  );
}

function computer({ deep, pale, bright }: Shades, content: string): string {
  return (
    box(164, 46, 312, 212, 16, deep) +
    box(174, 56, 292, 192, 8, pale) +
    content +
    `<path d="M128 266H512L500 288Q496 296 486 296H154Q144 296 140 288Z" fill="${deep}"/>` +
    box(282, 266, 76, 9, 4.5, bright)
  );
}

function form(shades: Shades): string {
  return (
    box(174, 56, 292, 30, 8, shades.bright) +
    dot(192, 71, 5, "#fff") +
    dot(208, 71, 5, "#fff") +
    star(226, 158, 34, shades.strong) +
    star(226, 158, 14, "#fff") +
    box(286, 112, 112, 9, 4.5, shades.bright) +
    box(286, 130, 72, 9, 4.5, shades.bright) +
    codeField(shades, 286, 154, 152)
  );
}

function aim({ strong, bright }: Shades): string {
  return (
    `<g fill="none" stroke="${strong}" stroke-width="7"><circle cx="320" cy="152" r="62"/>` +
    `<path d="M320 72V116M320 188V232M240 152H284M356 152H400" stroke-linecap="round"/></g>` +
    `<circle cx="320" cy="152" r="36" fill="none" stroke="${bright}" stroke-width="4"/>` +
    star(320, 152, 19, strong)
  );
}

function television({ deep, pale }: Shades, content: string): string {
  return box(150, 42, 340, 212, 16, deep) + box(160, 52, 320, 192, 8, pale) + content;
}

function stand({ deep }: Shades): string {
  return `<path d="M300 254H340L352 296H288Z" fill="${deep}"/>` + box(238, 292, 164, 12, 6, deep);
}

function gamepad({ strong, bright, pale, deep }: Shades): string {
  const outline =
    "M-62 -44H62C100 -44 122 34 112 70C105 94 76 92 60 66L46 46" +
    "H-46L-60 66C-76 92 -105 94 -112 70C-122 34 -100 -44 -62 -44Z";
  return (
    `<g transform="translate(320 252)"><path d="${outline}" ` +
    `fill="#fff" stroke="${deep}" stroke-width="7" stroke-linejoin="round"/>` +
    `<path d="M-60 -24V8M-76 -8H-44" ` +
    `stroke="${strong}" stroke-width="12" stroke-linecap="round"/>` +
    dot(60, -26, 7, strong) +
    dot(60, 10, 7, bright) +
    dot(42, -8, 7, bright) +
    dot(78, -8, 7, strong) +
    dot(-26, 20, 14, pale) +
    dot(26, 20, 14, pale) +
    dot(-26, 20, 8, bright) +
    dot(26, 20, 8, bright) +
    star(0, -14, 13, strong) +
    "</g>"
  );
}

function headphones({ deep, strong, bright, pale }: Shades): string {
  const heights = [34, 74, 116, 62, 132, 84, 44];
  const bars = heights.map((height, index) =>
    box(245 + index * 23, 198 - height / 2, 12, height, 6, index % 2 ? pale : "#fff"),
  );
  return (
    `<path d="M186 214V180A134 134 0 0 1 454 180V214" ` +
    `fill="none" stroke="${deep}" stroke-width="20" stroke-linecap="round"/>` +
    `<path d="M186 196V180A134 134 0 0 1 454 180V196" ` +
    `fill="none" stroke="${bright}" stroke-width="5" stroke-linecap="round"/>` +
    box(158, 190, 62, 116, 26, deep) +
    box(420, 190, 62, 116, 26, deep) +
    box(196, 202, 22, 92, 11, strong) +
    box(422, 202, 22, 92, 11, strong) +
    bars.join("")
  );
}

function cube({ deep, strong, bright }: Shades, x: number, y: number): string {
  const face = (points: string, fill: string) =>
    `<path d="M${points}Z" fill="${fill}" stroke="#fff" stroke-width="4"/>`;
  return (
    `<g transform="translate(${String(x)} ${String(y)})" stroke-linejoin="round">` +
    face("0 -66L58 -33L0 0L-58 -33", bright) +
    face("-58 -33L0 0V66L-58 33", strong) +
    face("58 -33L0 0V66L58 33", deep) +
    `<path d="${starPath(20)}" transform="translate(0 -33)scale(1 .57)" fill="#fff"/></g>`
  );
}

function handheld(shades: Shades): string {
  const { deep, strong, bright, pale } = shades;
  return (
    box(120, 84, 400, 196, 44, "#fff") +
    `<path d="M208 84H164A44 44 0 0 0 120 128V236A44 44 0 0 0 164 280H208Z" fill="${bright}"/>` +
    `<path d="M432 84H476A44 44 0 0 1 520 128V236A44 44 0 0 1 476 280H432Z" fill="${strong}"/>` +
    box(208, 84, 224, 196, 0, deep) +
    box(220, 98, 200, 168, 8, pale) +
    star(320, 182, 58, strong) +
    star(320, 182, 25, "#fff") +
    dot(164, 142, 22, deep) +
    dot(164, 142, 12, bright) +
    `<path d="M164 202V238M146 220H182" ` +
    `stroke="${deep}" stroke-width="13" stroke-linecap="round"/>` +
    dot(476, 122, 8, "#fff") +
    dot(476, 158, 8, "#fff") +
    dot(458, 140, 8, "#fff") +
    dot(494, 140, 8, "#fff") +
    dot(476, 222, 22, deep) +
    dot(476, 222, 12, strong)
  );
}

function parcel({ deep, strong, bright, pale }: Shades): string {
  return (
    `<g stroke="${deep}" stroke-width="7" stroke-linejoin="round">` +
    `<path d="M320 128L460 92V258L320 318L180 258V92Z" fill="${bright}"/>` +
    `<path d="M320 128L460 92V258L320 318Z" fill="${strong}"/>` +
    `<path d="M320 128L180 92L316 50L460 92Z" fill="${pale}"/></g>` +
    `<path d="M244 71L390 110V164L362 174V117L218 81Z" fill="#fff"/>` +
    `<path d="${starPath(38)}" transform="matrix(1 .26 0 1 250 194)" fill="#fff"/>` +
    `<path d="${starPath(16)}" transform="matrix(1 .26 0 1 250 194)" fill="${strong}"/>`
  );
}
