import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { pages } from "../../contract/pages.ts";
import { QUANTITY_MAX } from "../../contract/cart.ts";
import { UrlName } from "../../contract/catalogue.ts";
import { PROFILE_HOURS } from "../../contract/order.ts";
import { IMAGE_MAX_BYTES } from "../../contract/upload.ts";
import { formatNumber } from "../../persian/toman.ts";
import { finishProse } from "../../src/components/prose-html.ts";
import { coverContent, drawCover } from "../../src/art/tutorial-cover.ts";
import { motifs } from "../../src/art/tutorial-motifs.ts";
import help from "../../api/seed/search-help.json" with { type: "json" };
import { readTutorials } from "../../scripts/build/index-tutorials.ts";

const DESCRIPTION_MAX = 160;
const WORDS_MIN = 500;
const WORDS_MAX = 900;
const WORDS_A_MINUTE = 155;

interface Text {
  name: string;
  frontMatter: string;
  body: string;
}

const read = (pattern: string): Text[] =>
  globSync(pattern)
    .sort()
    .map((file) => {
      const [, frontMatter = "", body = ""] =
        /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(readFileSync(file, "utf8")) ?? [];
      return { name: basename(file, ".md"), frontMatter, body };
    });

const tutorials = read("src/content/tutorials/*.md");
const texts = [...tutorials, ...read("src/content/pages/*.md")];
const line = ({ frontMatter }: Text, name: string): string =>
  new RegExp(`^${name}: (.*)$`, "m").exec(frontMatter)?.[1] ?? "";
const words = (text: string): number =>
  text.split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
const subcategoriesOf = (tutorial: Text): string[] =>
  line(tutorial, "subcategories").slice(1, -1).split(", ");

const catalogue = JSON.parse(readFileSync("api/seed/catalogue.json", "utf8")) as {
  categories: {
    type: string;
    subcategories: { urlName: string; latinName: string; hue: number }[];
  }[];
};
const shelves = catalogue.categories.flatMap(({ type, subcategories }) =>
  subcategories.map((shelf) => ({ type, ...shelf })),
);

/** Returns the Persian prose of a text, without links, code, list numbers and lines of tables. */
const proseOf = ({ frontMatter, body }: Text): string =>
  `${frontMatter.match(/^(?: +(?:- question|answer)|title|description|lead): .*$/gm)?.join("\n") ?? ""}\n${body}`
    .replace(/`[^`]*`/g, "")
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/^\s*\d+\.\s/gm, "")
    .replace(/^[|\s:-]+$/gm, "");

/** A pattern for the address of each page of the site. */
const routes = globSync("src/pages/**/*.astro").map((file) => {
  const path = file
    .replace(/^src\/pages/, "")
    .replace(/(?:\/index)?\.astro$/, "")
    .replace(/\[\w+\]/g, "[^/]+");
  return new RegExp(`^${path === "" ? "/" : path}$`);
});

function exists(path: string): boolean {
  // The build writes this file, and tests/api/edge/found.test.ts reads it.
  if (path === "/licences.txt") return true;
  const [, section, type, last] = path.split("/");
  if (section === "products")
    return shelves.some((shelf) => shelf.type === type && shelf.urlName === last);
  if (section === "tutorials" && type !== undefined)
    return tutorials.some(({ name }) => name === type);
  return routes.some((route) => route.test(path));
}

describe.each(tutorials)("the tutorial $name", (tutorial) => {
  it("has a valid address", () => {
    expect(UrlName.safeParse(tutorial.name).success).toBe(true);
  });

  it("belongs to existing subcategories and has the colour of the first", () => {
    const urlNames = subcategoriesOf(tutorial);
    const known = shelves.map(({ urlName }) => urlName);
    expect(urlNames.filter((urlName) => !known.includes(urlName))).toEqual([]);
    const { latinName, hue } = shelves.find(({ urlName }) => urlName === urlNames[0])!;
    expect(line(tutorial, "cover")).toContain(`{ latinName: ${latinName}, hue: ${String(hue)},`);
  });

  it("has 500 to 900 words and states the right reading time", () => {
    const count = words(tutorial.body);
    expect(count).toBeGreaterThanOrEqual(WORDS_MIN);
    expect(count).toBeLessThanOrEqual(WORDS_MAX);
    expect(Number(line(tutorial, "readingMinutes"))).toBe(Math.round(count / WORDS_A_MINUTE));
  });

  it("was not changed before it was published", () => {
    expect(line(tutorial, "updatedAt") >= line(tutorial, "publishedAt")).toBe(true);
  });
});

describe("the search index", () => {
  it("gets every tutorial with its title and subcategories", () => {
    const indexed = readTutorials();
    expect(indexed.map(({ slug }) => slug).toSorted()).toEqual(tutorials.map(({ name }) => name));
    expect(indexed.filter(({ title, subcategories }) => !title || !subcategories[0])).toEqual([]);
  });
});

describe.each(texts)("the text of $name", (text) => {
  it("has a description that fits into a search result", () => {
    expect(line(text, "description").length).toBeGreaterThan(60);
    expect(line(text, "description").length).toBeLessThanOrEqual(DESCRIPTION_MAX);
  });

  it("is written in Persian letters, digits and punctuation", () => {
    const prose = proseOf(text);
    expect(prose.match(/[يكىة٠-٩]/g)).toBeNull();
    expect(prose.match(/.{0,12}(?<![A-Za-z\d])\d.{0,6}/g)).toBeNull();
    expect(prose.match(/.{0,12}[آ-ی][,;?%]/g)).toBeNull();
  });

  it("has half-spaces where Persian needs them", () => {
    const prose = proseOf(text);
    expect(prose.match(/(?<![\p{L}\u200c])ن?می [آ-ی]+/gu)).toBeNull();
    expect(prose.match(/[آ-ی]+ (?:ها|های|هایی|هایش|ام|اند|تر|ترین)(?![\p{L}\u200c])/gu)).toBeNull();
    expect(prose.match(/\u200c[\s.،]|\s\u200c|\u200c\u200c/g)).toBeNull();
  });

  it("links only to existing pages", () => {
    const paths = [...text.body.matchAll(/\]\((\/[^)]*)\)/g)].map(([, path = ""]) => path);
    expect(paths.filter((path) => !exists(path))).toEqual([]);
  });
});

describe("guide and terms", () => {
  const promiseOf = (name: string) =>
    proseOf(texts.find((text) => text.name === name)!).replace(/\s+/g, " ");
  const shared = [
    `${formatNumber(100_000)} تومان`,
    `تا ${formatNumber(PROFILE_HOURS)} ساعت`,
    `${formatNumber(QUANTITY_MAX)} عدد`,
    "حداکثر تا ۷۲ ساعت",
    "تا ۲۴ ساعت پس از تحویل",
    "۲ تا ۲۴ ساعت پس از پرداخت",
    "۱ تا ۲۴ ساعت کاری",
    "تا ۳۰ دقیقه بررسی می‌شوند",
    "کمتر از ۳۰ دقیقه بررسی می‌شود",
    "VPN",
  ];

  it.each(shared)("both say «%s»", (promise) => {
    expect(promiseOf("guide")).toContain(promise);
    expect(promiseOf("terms")).toContain(promise);
  });

  it("tell the size limit of pictures, in the guide", () => {
    expect(promiseOf("guide")).toContain(`${formatNumber(IMAGE_MAX_BYTES / 1024 ** 2)} مگابایت`);
  });

  it("tell the rewards of a referral, in the terms", () => {
    expect(promiseOf("terms")).toContain("۳۰ درصد از سود هر خرید");
    expect(promiseOf("terms")).toContain("کد تخفیف ۵ درصدی");
  });
});

describe("HTML made from Markdown", () => {
  it("has notes and warnings marked, and other quotations unchanged", () => {
    expect(finishProse("<blockquote>\n<p><strong>نکته:</strong> الف</p></blockquote>")).toContain(
      `<blockquote class="note">`,
    );
    expect(finishProse("<blockquote>\n<p><strong>توجه:</strong> الف</p></blockquote>")).toContain(
      `class="note warning"`,
    );
    expect(finishProse("<blockquote>\n<p>الف</p></blockquote>")).toBe(
      "<blockquote>\n<p>الف</p></blockquote>",
    );
  });

  it("lets a table scroll on its own, also by keyboard", () => {
    expect(finishProse("<table><tbody></tbody></table>")).toMatch(
      /^<div [^>]*tabindex="0"><table>.*<\/table><\/div>$/,
    );
  });
});

describe("the cover of a tutorial", () => {
  it.each(motifs)("draws %s without an attribute the content policy blocks", (motif) => {
    const svg = drawCover({ latinName: "A & <b>", hue: 355, motif });
    expect(svg).toContain("A &amp; &lt;b&gt;");
    expect(svg).not.toMatch(/NaN|undefined|style=/);
  });

  it("gives the gradients of two covers different ids", () => {
    const ids = ["one", "two"].flatMap((id) =>
      coverContent({ latinName: "iTunes", hue: 15, motif: "phone" }, id).match(/ id="[^"]+"/g),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });
});

it.each(["guide", "terms"])("%s promises codes by e-mail only to shoppers who chose it", (name) => {
  const { frontMatter = "", body = "" } = texts.find((text) => text.name === name) ?? {};
  const promises = `${frontMatter}\n${body}`
    .split("\n")
    .filter((text) => /ایمیل.*تأیید|تأیید.*ایمیل/.test(text));
  expect(promises.length).toBeGreaterThan(0);
  for (const promise of promises.filter((text) => text.includes("کد")))
    expect(promise).toMatch(/کد\S* فقط .*احراز هویت/);
});

describe("the help entries of the search", () => {
  const guide = texts.find(({ name }) => name === "guide");

  it.each(help.map(({ address }) => address))("lead to an existing section: %s", (address) => {
    const [path = "", section] = address.split("#");
    expect(pages.map((page) => page.path)).toContain(path);
    if (section === undefined || section === "questions-heading") return;
    const text = texts.find(({ name }) => `/${name}` === path);
    expect(text && sectionsOf(text)).toContain(section);
  });

  it("include every section of the guide", () => {
    const addresses = help.map(({ address }) => address);
    const missing = (guide ? sectionsOf(guide) : ["guide"]).filter(
      (section) => !addresses.includes(`/guide#${section}`),
    );
    expect(missing).toEqual([]);
  });
});

/** The anchors that Astro gives to the headings of a text. */
function sectionsOf({ body }: Text): string[] {
  return [...body.matchAll(/^## (.*)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\p{M} -]/gu, "")
      .replaceAll(" ", "-"),
  );
}
