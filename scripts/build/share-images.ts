import { readFile, readdir, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { Resvg } from "@resvg/resvg-js";
import { drawFile } from "../../src/art/card-art.ts";
import { sealOf } from "../../src/art/gift-art.ts";
import { productCards } from "../../src/art/product-cards.ts";
import { starPath } from "../../src/art/star.ts";
import { MIDDLE_STEP } from "../../src/art/value.ts";
import { type Cover, drawCover } from "../../src/art/tutorial-cover.ts";
import { settings } from "../../src/settings.ts";
import { toHexColours } from "./hex-colours.ts";
import { root } from "../run/root.mjs";

/**
 * Draws raster pictures from the same SVG as the pages: the previews of shared pages (1200 × 630),
 * a square of each product (900 × 900) for price comparison sites, and the icons. Runs after the
 * build and writes into its folder.
 */
const out = join(root, "dist", "client");
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
for (const { type, displayName, subcategories } of catalogue.categories) {
  for (const { urlName, displayName: name, latinName, hue, products } of subcategories) {
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
// Phones crop a maskable icon to their own shape, so the drawing gets a margin.
await save(
  "icons/maskable-512.png",
  icon
    .replace('viewBox="-20 -20 40 40"', 'viewBox="-26 -26 52 52"')
    .replace(/<rect[^>]*>/, '<rect x="-26" y="-26" width="52" height="52" fill="#007a82"/>'),
  512,
);

/** Draws a card in the middle of a square: Torob asks for 900 × 900 and shows none below 600. */
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

/** Draws stars on lapis, the shop's name, a heading and optionally a card. */
function sharePicture({ heading, card }: { heading: string; card: string | null }): string {
  const text = (x: number, y: number, size: number, weight: number, content: string, opacity = 1) =>
    `<text x="${String(x)}" y="${String(y)}" font-size="${String(size)}" ` +
    `font-weight="${String(weight)}" fill="#fff" fill-opacity="${String(opacity)}" ` +
    `text-anchor="end" font-family="Vazirmatn">${content}</text>`;
  const stars =
    `<pattern id="stars" width="120" height="120" patternUnits="userSpaceOnUse">` +
    `<g fill="none" stroke="#fff" stroke-opacity=".13" stroke-width="1.5">` +
    `<path d="${starPath(60)}" transform="translate(60 60)"/>` +
    `<path d="${starPath(26)}" transform="translate(60 60)rotate(22.5)"/></g></pattern>`;
  const drawn =
    card
      ?.replace("<svg ", '<svg x="90" y="151" ')
      .replace('width="640" height="400"', 'width="524" height="328"') ?? "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630"><defs>${stars}</defs>` +
    `<rect width="1200" height="630" fill="oklch(.32 .09 265)"/>` +
    `<rect width="1200" height="630" fill="url(#stars)"/>` +
    `<clipPath id="corners"><rect x="90" y="151" width="524" height="328" rx="22"/></clipPath>` +
    `<g clip-path="url(#corners)">${drawn}</g>` +
    text(1120, 240, 84, 800, settings.name) +
    text(1120, 350, heading.length > 18 ? 46 : 56, 800, heading) +
    text(1120, 430, 32, 400, "پرداخت تومانی، تحویل آنی کد", 0.85) +
    `<rect x="1000" y="480" width="120" height="8" rx="4" fill="oklch(.8 .15 75)"/></svg>`
  );
}

/** Draws a closed envelope on turquoise: the same for every gift, because it must say nothing. */
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

async function save(path: string, svg: string, width: number): Promise<void> {
  const file = join(out, path);
  await mkdir(dirname(file), { recursive: true });
  const image = new Resvg(toHexColours(svg), {
    fitTo: { mode: "width", value: width },
    font: { fontFiles: fonts, loadSystemFonts: false, defaultFontFamily: "Vazirmatn" },
  });
  await writeFile(file, image.render().asPng());
}
