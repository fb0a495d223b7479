import { readFile, readdir, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { versionOf } from "../../api/goods/catalogue/change.ts";
import { drawFile } from "../../src/art/card-art.ts";
import { sealOf } from "../../src/art/gift-art.ts";
import { productCards } from "../../src/art/product-cards.ts";
import {
  SHARE_BAR,
  SHARE_CARD,
  SHARE_GROUND,
  SHARE_SIZE,
  SHARE_TEXT,
  SHARE_TILE,
  shareLines,
} from "../../src/art/share-picture.ts";
import { starPath } from "../../src/art/star.ts";
import { MIDDLE_STEP } from "../../src/art/value.ts";
import { type Cover, drawCover } from "../../src/art/tutorial-cover.ts";
import { settings } from "../../src/settings.ts";
import { toHexColours } from "./hex-colours.ts";
import { root } from "../run/root.mjs";

/**
 * `share-images.ts [FOLDER]`: draws raster pictures from the same SVG as the pages: the previews of
 * shared pages (1200 × 630), a square of each product (900 × 900) for price comparison sites, and
 * the icons. By default, FOLDER is the folder of the finished build.
 */
const out = process.argv[2] ?? join(root, "dist", "client");
const fonts = ["Regular", "ExtraBold"].map((weight) =>
  join(root, "node_modules/vazirmatn/fonts/ttf", `Vazirmatn-${weight}.ttf`),
);

interface Subcategory {
  urlName: string;
  displayName: string;
  latinName: string;
  hue: number;
  products: { id: string; denomination: string; region: string; price: number }[];
}

const catalogue = JSON.parse(await readFile(join(root, "api/seed/catalogue.json"), "utf8")) as {
  categories: { type: string; displayName: string; subcategories: Subcategory[] }[];
};

await save("share/armaghan.png", sharePicture({ heading: settings.slogan, card: null }), 1200);
await save("share/gift.png", giftPicture(), 1200);
/**
 * The versions (hashes) of the content of the share pictures of this build. The desk draws a
 * picture again when its content has another version.
 */
const artVersions: Record<string, string> = {};
for (const { type, displayName, subcategories } of catalogue.categories) {
  for (const { urlName, displayName: name, latinName, hue, products } of subcategories) {
    artVersions[urlName] = await versionOf(
      JSON.stringify([displayName, name, latinName, hue, null]),
    );
    await save(
      `share/subcategories/${urlName}.png`,
      sharePicture({
        heading: `${displayName} ${name}`,
        card: drawFile({ urlName, latinName, hue, step: MIDDLE_STEP }),
      }),
      1200,
    );
    const cards = productCards(
      products.map((product) => ({ ...product, productType: type, subcategoryUrlName: urlName })),
      [{ type, urlName, latinName, hue }],
    );
    for (const [id, card] of cards)
      await save(`share/products/${id}.png`, squarePicture(drawFile(card), hue), 900);
  }
}
await writeFile(join(out, "share/subcategories.json"), JSON.stringify(artVersions));
const tutorials = join(root, "src/content/tutorials");
for (const file of await readdir(tutorials)) {
  const cover = readCover(await readFile(join(tutorials, file), "utf8"));
  await save(
    `share/tutorials/${file.replace(/\.md$/, "")}.png`,
    cutToShare(drawCover(cover)),
    1200,
  );
}
const icon = await readFile(join(root, "public/favicon.svg"), "utf8");
for (const size of [180, 192, 512]) await save(`icons/${String(size)}.png`, icon, size);
// Some programs request these two URLs without reading the page.
await save("apple-touch-icon.png", icon, 180);
await write("favicon.ico", asIco(draw(icon, 32), 32));
// Phones crop a maskable icon to their own shape, so the drawing gets a margin.
await save(
  "icons/maskable-512.png",
  icon
    .replace('viewBox="-20 -20 40 40"', 'viewBox="-26 -26 52 52"')
    .replace(/<rect[^>]*>/, '<rect x="-26" y="-26" width="52" height="52" fill="#007a82"/>'),
  512,
);

/** Draws a card in a square: Torob asks for 900 × 900 pixels and shows none below 600. */
function squarePicture(card: string, hue: number): string {
  const drawn = card
    .replace("<svg ", '<svg x="40" y="194" ')
    .replace('width="640" height="400"', 'width="820" height="512"');
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 900 900">` +
    `<rect width="900" height="900" fill="oklch(.96 .02 ${String(hue)})"/>` +
    `<clipPath id="corners"><rect x="40" y="194" width="820" height="512" rx="36"/></clipPath>` +
    `<g clip-path="url(#corners)">${drawn}</g></svg>`
  );
}

/** Writes a share picture as SVG, with or without a card. */
function sharePicture({ heading, card }: { heading: string; card: string | null }): string {
  const lines = shareLines(settings.name, heading).map(
    ({ text, y, size, weight, opacity }) =>
      `<text x="${String(SHARE_TEXT.end)}" y="${String(y)}" font-size="${String(size)}" ` +
      `font-weight="${String(weight)}" fill="#fff" fill-opacity="${String(opacity)}" ` +
      `text-anchor="end" font-family="Vazirmatn">${text}</text>`,
  );
  const middle = SHARE_TILE.size / 2;
  const stars = SHARE_TILE.stars.map(
    ({ path, turn }) =>
      `<path d="${path}" transform="translate(${String(middle)} ${String(middle)})rotate(${String(turn)})"/>`,
  );
  const size = `width="${String(SHARE_SIZE.width)}" height="${String(SHARE_SIZE.height)}"`;
  const tile = `width="${String(SHARE_TILE.size)}" height="${String(SHARE_TILE.size)}"`;
  const { x, y, width, height } = SHARE_CARD;
  const drawn =
    card
      ?.replace("<svg ", `<svg x="${String(x)}" y="${String(y)}" `)
      .replace('width="640" height="400"', `width="${String(width)}" height="${String(height)}"`) ??
    "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${String(SHARE_SIZE.width)} ${String(SHARE_SIZE.height)}">` +
    `<defs><pattern id="stars" ${tile} patternUnits="userSpaceOnUse"><g fill="none" ` +
    `stroke="${SHARE_TILE.colour}" stroke-opacity="${String(SHARE_TILE.opacity)}" ` +
    `stroke-width="${String(SHARE_TILE.width)}">${stars.join("")}</g></pattern></defs>` +
    `<rect ${size} fill="${SHARE_GROUND}"/><rect ${size} fill="url(#stars)"/>` +
    `<clipPath id="corners">${rect(SHARE_CARD)}</clipPath>` +
    `<g clip-path="url(#corners)">${drawn}</g>${lines.join("")}` +
    `<g fill="${SHARE_BAR.colour}">${rect(SHARE_BAR)}</g></svg>`
  );
}

function rect({ x, y, width, height, radius }: typeof SHARE_CARD): string {
  return (
    `<rect x="${String(x)}" y="${String(y)}" width="${String(width)}" height="${String(height)}" ` +
    `rx="${String(radius)}"/>`
  );
}

/**
 * Draws a closed envelope on turquoise: the same for every gift, because it must reveal nothing.
 */
function giftPicture(): string {
  const text = (y: number, size: number, weight: number, content: string) =>
    `<text x="1110" y="${String(y)}" font-size="${String(size)}" font-weight="${String(weight)}" ` +
    `fill="#fff" text-anchor="end" font-family="Vazirmatn">${content}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><defs>` +
    `<pattern id="stars" width="120" height="120" patternUnits="userSpaceOnUse">` +
    `<path d="${starPath(60)}" transform="translate(60 60)" fill="none" stroke="#fff" ` +
    `stroke-opacity=".1" stroke-width="1.5"/></pattern></defs>` +
    `<rect width="1200" height="630" fill="oklch(.36 .07 208)"/>` +
    `<rect width="1200" height="630" fill="url(#stars)"/>` +
    `<g transform="translate(70 -30) scale(1.45)">` +
    `<rect x="15" y="146" width="320" height="206" rx="14" fill="oklch(.93 .03 85)"/>` +
    `<path d="M19 346L140 246M331 346L210 246" stroke="oklch(.6 .1 70)" stroke-opacity=".5"/>` +
    `<path d="M15 160Q17 146 29 146H321Q333 146 335 160L188 272Q175 281 162 272Z" ` +
    `fill="oklch(.965 .02 85)"/><path d="M38 157H312L183 262Q175 268 167 262Z" fill="none" ` +
    `stroke="oklch(.6 .1 70)"/><g transform="translate(175 250) scale(.78)">${sealOf("none")}</g></g>` +
    text(300, 66, 800, "یک هدیه برای شما") +
    text(370, 34, 400, settings.name) +
    `</svg>`
  );
}

/** Crops a cover from 16:9 to the 1200 × 630 of a preview. */
function cutToShare(cover: string): string {
  return cover
    .replace('viewBox="0 0 640 360"', 'viewBox="0 12 640 336"')
    .replace('height="720"', 'height="672"');
}

function readCover(markdown: string): Cover {
  const found =
    /^cover: \{ latinName: (?:"([^"]+)"|([^,]+)), hue: (\d+), motif: ([\w-]+) \}$/m.exec(markdown);
  if (!found) throw new Error("A tutorial has no cover in its front matter");
  const [, quoted, plain, hue, motif] = found;
  return { latinName: quoted ?? plain ?? "", hue: Number(hue), motif: motif as Cover["motif"] };
}

function save(path: string, svg: string, width: number): Promise<void> {
  return write(path, draw(svg, width));
}

async function write(path: string, bytes: Buffer): Promise<void> {
  const file = join(out, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

function draw(svg: string, width: number): Buffer {
  const image = new Resvg(toHexColours(svg), {
    fitTo: { mode: "width", value: width },
    font: { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: "Vazirmatn" },
  });
  return image.render().asPng();
}

/** Wraps one PNG in an ICO file: a header of 6 bytes and one entry of 16. */
function asIco(png: Buffer, size: number): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // with one picture
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // planes
  head.writeUInt16LE(32, 12); // bits of a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
