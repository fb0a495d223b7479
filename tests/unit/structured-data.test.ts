import { expect, test } from "vitest";
import type { Product } from "../../contract/catalogue.ts";
import {
  article,
  listing,
  organization,
  structuredText,
  website,
} from "../../src/seo/structured-data.ts";

test("a name can neither close the script with structured data nor open a comment in it", () => {
  const name = "</script><script>alert(1)</script><!--";
  const text = structuredText([{ name }]);
  expect(text).not.toContain("<");
  expect(JSON.parse(text)).toMatchObject({ "@graph": [{ name }] });
});

const ORIGIN = "https://shop.example";
const steam = {
  id: "giftcard-steam",
  displayName: "استیم",
  latinName: "Steam",
  urlName: "steam",
  type: "giftcard",
  imageUrl: "/art/steam.svg",
  hue: 220,
  tagline: "برای خرید بازی.",
  regionNotice: "کارت جهانی است.",
  productCount: 1,
};
const product: Product = {
  id: "steam-5",
  name: "گیفت کارت استیم ۵ دلاری",
  productType: "giftcard",
  subcategoryUrlName: "steam",
  imageUrl: "/art/steam/steam-5.svg",
  region: "جهانی",
  denomination: "$5",
  deliveryType: "instant",
  price: 600_000,
  priceAfterDiscount: 600_000,
  reward: 0,
  productQuantity: 3,
  rating: null,
  updatedAt: "2026-11-01T00:00:00.000Z",
};
const category = { type: "giftcard", displayName: "گیفت کارت", subcategories: [steam] };
const tutorial = {
  title: "شارژ کیف پول استیم",
  description: "گام به گام",
  path: "/tutorials/steam",
  image: "/share/tutorials/steam.png",
  publishedAt: new Date(0),
  updatedAt: new Date(0),
};

test.each([
  ["the front page", [organization(ORIGIN), website(ORIGIN)]],
  ["a listing", listing(ORIGIN, category, steam, [product])],
  ["a tutorial", article(ORIGIN, tutorial)],
])("every node that %s refers to is defined on it", (_, things) => {
  const nodes = nodesIn(things);
  const isReference = (node: object) => Object.keys(node).length === 1;
  const defined = nodes.filter((node) => !isReference(node)).map((node) => node["@id"]);
  const referred = nodes.filter(isReference).map((node) => node["@id"]);
  expect(referred.length).toBeGreaterThan(0);
  expect(referred.filter((id) => !defined.includes(id))).toEqual([]);
});

/** All objects with an `@id`, at any depth. An object that has only an `@id` is a reference. */
function nodesIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(nodesIn);
  return "@id" in value ? [value as Record<string, unknown>, ...inner] : inner;
}
