import { describe, expect, test } from "vitest";
import { toHexColours } from "../../scripts/build/hex-colours.ts";
import catalogue from "../../api/seed/catalogue.json" with { type: "json" };
import {
  defineParts,
  drawFile,
  drawInside,
  drawTile,
  faceColour,
  PLATE_SHADE,
} from "../../src/art/card-art.ts";
import { flagSymbols } from "../../src/art/flags.ts";
import { CREAM } from "../../src/art/khatam.ts";
import { giftSymbols } from "../../src/art/gift-art.ts";
import { DRAWN_SERVICES, motifId } from "../../src/art/motifs.ts";
import { drawOccasion } from "../../src/art/occasions.ts";
import { productCards } from "../../src/art/product-cards.ts";
import { regionOf } from "../../src/art/regions.ts";
import letters from "../../src/art/letters.json" with { type: "json" };
import { outline } from "../../src/art/outlines.ts";
import { drawCover } from "../../src/art/tutorial-cover.ts";
import { motifs } from "../../src/art/tutorial-motifs.ts";
import { readValue } from "../../src/art/value.ts";

const subcategories = catalogue.categories.flatMap(({ type, subcategories: list }) =>
  list.map((subcategory) => ({ ...subcategory, type })),
);
const products = subcategories.flatMap(({ type, urlName, products: list }) =>
  list.map((product) => ({ ...product, productType: type, subcategoryUrlName: urlName })),
);
const cards = productCards(products, subcategories);

/** Relative luminance of an sRGB colour, WCAG 2.2. */
function luminance(channels: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = channels.map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
const channelsOf = (colour: string) =>
  [1, 3, 5].map((at) => parseInt(toHexColours(colour).slice(at, at + 2), 16) / 255);
const contrast = (one: readonly number[], other: readonly number[]) => {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
};

describe("a card", () => {
  test("has enough contrast in every hue: white text on the face, cream text on the foot", () => {
    const hues = Array.from({ length: 360 }, (_, hue) => channelsOf(faceColour(hue)));
    expect(Math.min(...hues.map((face) => contrast(face, [1, 1, 1])))).toBeGreaterThanOrEqual(4.5);
    const feet = hues.map((face) => face.map((channel) => channel * (1 - PLATE_SHADE)));
    expect(
      Math.min(...feet.map((foot) => contrast(foot, channelsOf(CREAM)))),
    ).toBeGreaterThanOrEqual(7);
  });

  test("has a motif that no other service has", () => {
    const drawings = subcategories.map(({ urlName }) => {
      expect(DRAWN_SERVICES).toContain(urlName);
      const parts = defineParts({ urlNames: [urlName], steps: [1] });
      return parts.slice(parts.indexOf(motifId(urlName)) + motifId(urlName).length);
    });
    expect(new Set(drawings).size).toBe(subcategories.length);
  });

  test("of a service without a drawn motif gets stars, and its texts are escaped", () => {
    const card = { urlName: "constructor", latinName: "A & <b>", hue: 190, step: 3 } as const;
    const svg = drawFile({ ...card, denomination: "12 <Foo>", region: "کجا & ناکجا" });
    expect(svg).toContain('href="#motif-plain"');
    // On a page the letters are text; in a file they are outlines.
    const shown = drawInside({ ...card, denomination: "12 <Foo>", region: "کجا & ناکجا" });
    expect(shown).toContain("A &amp; &lt;b&gt;");
    expect(shown).toContain("کجا &amp; ناکجا");
    expect(drawFile({ ...card, latinName: "漢 & <b>" })).toContain("漢 &amp; &lt;b&gt;");
    expect(svg).not.toMatch(/NaN|undefined|style=|<b>|<Foo>/);
  });

  test("contains outlines instead of letters in its files, so that no font is needed", () => {
    for (const card of cards.values()) expect(drawFile(card)).not.toContain("<text");
  });

  test.each([
    ["بب", ["ب-", "-ب"]],
    ["دلار", ["د", "لا", "ر"]],
    ["یک\u200Cماهه", ["ی-", "-ک", "م-", "-ا", "ه-", "-ه"]],
    ["۲٬۸۰۰", ["۲", "٬", "۸", "۰", "۰"]],
    ["جهانی · US", ["ج-", "-ه-", "-ا", "ن-", "-ی", " ", "·", " ", "U", "S"]],
  ])("joins the letters of «%s» like the font", (text, names) => {
    const known = letters["800"] as unknown as Record<string, [number, string]>;
    const width = names.reduce((sum, name) => sum + (known[name]?.[0] ?? NaN), 0);
    expect(outline(text, "800")?.width).toBe(width);
    expect(outline(text, "800")?.path.match(/M/g)).toHaveLength(
      names.flatMap((name) => known[name]?.[1].match(/M/g) ?? []).length,
    );
  });

  test("has a star of a higher step for a higher value within its service and region", () => {
    const stepsOf = (urlName: string, region: string) =>
      products
        .filter((one) => one.subcategoryUrlName === urlName && one.region === region)
        .toSorted((one, other) => one.price - other.price)
        .map(({ id }) => cards.get(id)?.step);
    expect(stepsOf("itunes", "آمریکا")).toEqual([1, 2, 3, 4, 5]);
    expect(stepsOf("itunes", "ترکیه")).toEqual([3]);
    expect(stepsOf("xbox-gamepass-core", "ترکیه")).toEqual([1, 5]);
    const gold = (step: 3 | 4) => drawFile({ urlName: "x", latinName: "X", hue: 1, step });
    expect(gold(4).split("oklch(.86 .11 82)").length).toBeGreaterThan(
      gold(3).split("oklch(.86 .11 82)").length,
    );
  });

  test("is small, and its file contains only its own step, motif and flag", () => {
    for (const card of cards.values()) {
      expect(Buffer.byteLength(drawInside(card))).toBeLessThan(1_200);
      const file = drawFile(card);
      // Two thirds of the file are outlines of letters; compression shrinks the file to a third.
      expect(Buffer.byteLength(file)).toBeLessThan(18_000);
      expect(file.match(/<symbol/g)).toHaveLength(1);
      expect(file.match(/<g id="motif-/g)).toHaveLength(1);
      for (const [, id = ""] of file.matchAll(/(?:href="#|url\(#)([\w-]+)/g))
        expect(file).toContain(`id="${id}"`);
    }
  });

  test("repeats no attribute within a tag, nor do tiles, flags, seals, heroes and covers", () => {
    const drawings = [
      ...[...cards.values()].map(drawFile),
      defineParts({ urlNames: DRAWN_SERVICES, steps: [1, 2, 3, 4, 5] }),
      ...subcategories.map(({ urlName }) => drawTile(urlName)),
      flagSymbols(),
      giftSymbols(),
      ...(["yalda", "nowruz", "birthday"] as const).map(drawOccasion),
      ...motifs.map((motif) => drawCover({ latinName: "X", hue: 20, motif })),
    ];
    const twice = drawings.flatMap((drawing) =>
      [...drawing.matchAll(/<\w[^>]*>/g)].filter(([tag]) => {
        const names = [...tag.matchAll(/\s([\w:-]+)="/g)].map(([, name]) => name);
        return new Set(names).size < names.length;
      }),
    );
    expect(twice).toEqual([]);
  });

  test.each([
    ["$10", "۱۰", "دلار"],
    ["₺100", "۱۰۰", "لیر"],
    ["AED 50", "۵۰", "درهم"],
    ["1,800 UC", "۱٬۸۰۰", "یوسی"],
    ["13,500 V-Bucks", "۱۳٬۵۰۰", "وی‌باکس"],
    ["3 Months", "سه", "ماهه"],
    ["Family 12 M", "دوازده", "ماهه"],
    ["12 Foo", "۱۲", "Foo"],
    ["Gift", "Gift", ""],
  ])("shows the value %s in Persian", (denomination, amount, unit) => {
    expect(readValue(denomination)).toMatchObject({ amount, unit });
  });

  test("of the demo shop shows its unit in Persian, and the flag of its region", () => {
    for (const { denomination, region } of products) {
      expect(`${readValue(denomination).amount}${readValue(denomination).unit}`).not.toMatch(
        /[a-z0-9$]/i,
      );
      expect(regionOf(region).flag).not.toBe("plain");
      expect(flagSymbols()).toContain(`id="flag-${regionOf(region).flag}"`);
    }
  });
});
