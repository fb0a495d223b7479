import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";
import { afterAll, describe, expect, test } from "vitest";
import { root } from "../../../scripts/run/root.mjs";
import { shopperAddresses } from "../../support/pages.ts";
import { SUBCATEGORIES } from "../../support/subcategories.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** Metadata for search engines, phones and price comparers, and the sizes of pages. */
const shop = useSharedShop({ edge: true });

/** The edge renders account pages for any session cookie; the shop checks the session later. */
const SESSION = { cookie: `token=${"a".repeat(43)}` };

const get = async (path: string, isSignedIn = false) => {
  const response = await fetch(`${shop.stack.url}${path}`, {
    redirect: "manual",
    ...(isSignedIn && { headers: SESSION }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
};

const FOUND = [
  "/",
  "/products/giftcard/itunes",
  "/products/giftcard/xbox-gamepass-core",
  "/tutorials",
  "/tutorials/redeem-itunes-gift-card",
  "/guide",
  "/about-us",
  "/contact-us",
  "/terms",
];

interface JsonLd {
  "@type": string;
  [property: string]: unknown;
}

function thingsOn(html: string): JsonLd[] {
  return [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].flatMap(
    ([, json]) => (JSON.parse(json ?? "") as { "@graph": JsonLd[] })["@graph"],
  );
}

describe("an indexed page", () => {
  test.each(FOUND)("%s has one title, description, heading and picture", async (path) => {
    const { status, text } = await get(path);
    expect(status).toBe(200);
    const one = (pattern: RegExp) => {
      const found = [...text.matchAll(pattern)];
      expect([pattern.source, found.length]).toEqual([pattern.source, 1]);
      return found[0]?.[1] ?? "";
    };
    expect(one(/<title>([^<]+)<\/title>/g).length).toBeLessThanOrEqual(70);
    const description = one(/<meta name="description" content="([^"]+)"/g);
    expect(description.length).toBeGreaterThan(40);
    expect(description.length).toBeLessThanOrEqual(200);
    expect(one(/<link rel="canonical" href="([^"]+)"/g)).toBe(`${shop.stack.url}${path}`);
    expect(one(/<h1[^>]*>/g)).toBe("");
    expect(text).not.toContain('content="noindex"');
    const alt = one(/<meta property="og:image:alt" content="([^"]+)"/g);
    expect(alt).toMatch(/[آ-ی]{3}/);
    expect(one(/<meta name="twitter:image:alt" content="([^"]+)"/g)).toBe(alt);
    const image = new URL(one(/<meta property="og:image" content="([^"]+)"/g));
    const picture = await fetch(`${shop.stack.url}${image.pathname}`, { redirect: "manual" });
    expect([image.pathname, picture.status, picture.headers.get("Content-Type")]).toEqual([
      image.pathname,
      200,
      "image/png",
    ]);
  });

  test.each([...FOUND, "/cart", "/auth", ...shopperAddresses])(
    "%s has only styles that browsers understand, valid definition lists and labelled asides",
    async (path) => {
      const { text } = await get(path, shopperAddresses.includes(path));
      const css = [...text.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, own]) => own).join("");
      expect(css).toContain("--paper");
      expect(css.match(/@(?:theme|custom-variant|apply|utility|variant|source|tailwind)\b/g)).toBe(
        null,
      );
      expect(css.match(/@layer [\w, -]*\{\s*\}/g)).toBe(null);
      expect(text.match(/<dl[^>]*>\s*<div[^>]*>\s*<(?!dt)\w+/g)).toBe(null);
      expect(text.match(/<aside(?![^>]*aria-label)[^>]*>/g)).toBe(null);
    },
  );

  test("has a title and a description of its own", async () => {
    const pages = await Promise.all(FOUND.map((path) => get(path)));
    const titles = pages.map(({ text }) => /<title>([^<]+)/.exec(text)?.[1]);
    const descriptions = pages.map(
      ({ text }) => /name="description" content="([^"]+)/.exec(text)?.[1],
    );
    expect(new Set(titles).size).toBe(FOUND.length);
    expect(new Set(descriptions).size).toBe(FOUND.length);
  });

  test.each([
    "/cart",
    "/auth",
    "/payment/failed",
    "/payment/success",
    "/verify/email",
    "/no-such-page",
    "/offline",
    ...shopperAddresses,
  ])("%s is not indexed", async (path) => {
    const { text } = await get(path, shopperAddresses.includes(path));
    expect(text).toContain('<meta name="robots" content="noindex"');
  });
});

test("screen readers read a reduced price as the old and the new price, both in toman", async () => {
  const { text } = await get("/products/giftcard/itunes");
  const words = text.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
  expect(words).toMatch(/۴٪ تخفیف قیمت پیش از تخفیف: ۱٬۲۱۵٬۰۰۰ تومان قیمت اکنون: ۱٬۱۶۵٬۰۰۰ تومان/);
});

describe("structured data", () => {
  test("names every product of a listing with its price in rial", async () => {
    const { text } = await get("/products/giftcard/itunes");
    const rows = await (
      await fetch(`${shop.stack.url}/api/v1/products?type=giftcard&subcategory=itunes`)
    ).json();
    const { products } = rows as {
      products: { id: string; priceAfterDiscount: number; productQuantity: number }[];
    };
    const offers = thingsOn(text).filter((thing) => thing["@type"] === "Product");
    expect(offers).toHaveLength(products.length);
    for (const product of products) {
      const stock = product.productQuantity > 0 ? "InStock" : "OutOfStock";
      expect(offers).toContainEqual(
        expect.objectContaining({
          sku: product.id,
          offers: expect.objectContaining({
            "@type": "Offer",
            price: product.priceAfterDiscount * 10,
            priceCurrency: "IRR",
            availability: `https://schema.org/${stock}`,
            url: `${shop.stack.url}/products/giftcard/itunes?product=${product.id}`,
          }) as unknown,
        }),
      );
    }
    expect(text).not.toContain("AggregateRating");
  });

  test("shows the ratings of a product, like its card", async () => {
    const path = "/products/giftcard/ea";
    const rows = await (
      await fetch(`${shop.stack.url}/api/v1/products?type=giftcard&subcategory=ea`)
    ).json();
    const { products: goods } = rows as {
      products: { id: string; deliveryType: string; productQuantity: number }[];
    };
    const { id = "" } =
      goods.find(
        ({ deliveryType, productQuantity }) => deliveryType === "instant" && productQuantity > 1,
      ) ?? {};
    await shop.rateOne(id, 4, "کد بی‌درنگ رسید و کار کرد.");
    await shop.rateOne(id, 5, "این بار هم بی‌درنگ رسید.");
    const { text } = await get(path);
    const aggregateRating = {
      "@type": "AggregateRating",
      ratingValue: 4.5,
      bestRating: 5,
      ratingCount: 2,
    };
    const products = thingsOn(text).filter((thing) => thing["@type"] === "Product");
    expect(products.filter((thing) => "aggregateRating" in thing)).toEqual([
      expect.objectContaining({ sku: id, aggregateRating }),
    ]);
    const words = text.replace(/<svg[\s\S]*?<\/svg>|<[^>]+>/g, " ").replace(/\s+/g, " ");
    expect(words.match(/امتیاز خریداران: ۴٫۵ از ۵، \(۲ نظر\)/g)).toHaveLength(1);
  });

  test.each([
    ["/", ["Organization", "WebSite"]],
    ["/products/giftcard/steam", ["BreadcrumbList", "Organization", "Product"]],
    ["/tutorials/redeem-itunes-gift-card", ["Article", "BreadcrumbList"]],
  ])("of %s contains %j", async (path, types) => {
    const things = thingsOn((await get(path)).text);
    expect([...new Set(things.map((thing) => thing["@type"]))].toSorted()).toEqual(types);
    expect(JSON.stringify(things)).not.toMatch(/[۰-۹]{4,}/);
  });

  test("of breadcrumbs counts from one and links to existing pages", async () => {
    const crumbs = thingsOn((await get("/products/giftcard/steam")).text).find(
      (thing) => thing["@type"] === "BreadcrumbList",
    );
    const steps = crumbs?.["itemListElement"] as { position: number; item: string }[];
    expect(steps.map(({ position }) => position)).toEqual([1, 2]);
    for (const { item } of steps) expect((await fetch(item)).status).toBe(200);
  });
});

describe("a listing is found", () => {
  const redirectOf = async (path: string) => {
    const { status, headers } = await get(`/products/giftcard/${path}`);
    return [status, headers.get("Location")];
  };

  test.each(SUBCATEGORIES)("under the name «%s»", async (name) => {
    const address = `/products/giftcard/${name.replaceAll(" ", "-")}`;
    expect((await get(address)).status).toBe(200);
    if (name.includes(" "))
      expect(await redirectOf(encodeURIComponent(name))).toEqual([301, address]);
  });

  test("under another spelling of its name, with the requested product in it", async () => {
    const address = "/products/giftcard/blizzard-battle-net";
    expect(await redirectOf("battlenet")).toEqual([301, address]);
    expect(await redirectOf("Battle.net?product=battlenet-us-5")).toEqual([
      301,
      `${address}?product=battlenet-us-5`,
    ]);
    expect(await redirectOf("Razer-Gold")).toEqual([301, "/products/giftcard/razergold"]);
    expect(await redirectOf("gold")).toEqual([404, null]);
  });
});

describe("a file for programs", () => {
  test("the sitemap lists every indexed page with its date, and each page answers", async () => {
    const { text, headers } = await get("/sitemap.xml");
    expect(headers.get("Content-Type")).toMatch(/^application\/xml/);
    const places = [
      ...text.matchAll(/<url><loc>([^<]+)<\/loc><lastmod>(\d{4}-\d\d-\d\d)<\/lastmod><\/url>/g),
    ];
    const paths = places.map(([, address]) => new URL(address ?? "").pathname);
    expect(paths).toEqual(expect.arrayContaining(FOUND));
    expect(paths.filter((path) => path.startsWith("/products/"))).toHaveLength(20);
    expect(new Set(paths).size).toBe(paths.length);
    for (const path of paths) expect([path, (await get(path)).status]).toEqual([path, 200]);
  });

  test("robots.txt names the sitemap and hides no page whose noindex must be read", async () => {
    const { text } = await get("/robots.txt");
    expect(text).toContain(`Sitemap: ${shop.stack.url}/sitemap.xml`);
    const hidden = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, path]) => path);
    expect(hidden).toEqual(["/api/"]);
  });

  test("security.txt says where to report a weakness, and until when the file is valid", async () => {
    const { text } = await get("/.well-known/security.txt");
    expect(text).toMatch(/^Contact: mailto:\S+@\S+$/m);
    expect(Date.parse(/^Expires: (.*)$/m.exec(text)?.[1] ?? "")).toBeGreaterThan(Date.now());
  });

  test.each([
    ["/favicon.ico", "00000100"],
    ["/apple-touch-icon.png", "89504e47"],
  ])("%s exists for programs that request it without reading a page", async (path, start) => {
    const response = await fetch(shop.stack.url + path);
    const bytes = Buffer.from(await response.arrayBuffer());
    expect([response.status, bytes.subarray(0, 4).toString("hex")]).toEqual([200, start]);
  });

  test("the feed of tutorials is newest first", async () => {
    const { text, headers } = await get("/tutorials/rss.xml");
    expect(headers.get("Content-Type")).toMatch(/^application\/rss\+xml/);
    const days = [...text.matchAll(/<pubDate>([^<]+)</g)].map(([, day]) => Date.parse(day ?? ""));
    expect(days.length).toBeGreaterThanOrEqual(8);
    expect(days).toEqual(days.toSorted((one, other) => other - one));
  });

  test("the manifest is right to left and its icons exist", async () => {
    const manifest = JSON.parse((await get("/manifest.webmanifest")).text) as {
      dir: string;
      lang: string;
      icons: { src: string }[];
    };
    expect(manifest).toMatchObject({ dir: "rtl", lang: "fa-IR", start_url: "/" });
    for (const { src } of manifest.icons)
      expect([src, (await get(src)).status]).toEqual([src, 200]);
  });

  test("the picture of each product is the square that Torob asks for", () => {
    const folder = join(root, "dist/client/share/products");
    const sizes = readdirSync(folder).map((file) => {
      const png = readFileSync(join(folder, file));
      return `${String(png.readUInt32BE(16))} × ${String(png.readUInt32BE(20))}`;
    });
    expect([...new Set(sizes)]).toEqual(["900 × 900"]);
  });

  test("a picture that is not drawn yet redirects to the shop's picture", async () => {
    const { status, headers } = await get("/share/products/newer-than-the-build.png");
    expect([status, headers.get("Location")]).toEqual([302, "/share/armaghan.png"]);
  });
});

test("cached pages show changes of the shop within seconds", async () => {
  const path = "/products/giftcard/razergold";
  const page = async () => (await get(path)).text;
  const priceOf = (html: string) => /data-product="([^"]+)"[^>]*data-stock="(\d+)"/.exec(html);
  const [, product = "", stock = ""] = priceOf(await page()) ?? [];
  expect(await page()).toContain(`data-stock="${stock}"`);
  await shop.sellOne(product);
  await expect
    .poll(async () => await page(), { interval: 500 })
    .not.toContain(`data-product="${product}" data-stock="${stock}"`);
});

/** The size as a browser with brotli receives it. */
const weigh = (body: string | Buffer) =>
  brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;

/** Weights of scripts by path: pages share most of them, and compressing takes long. */
const weighed = new Map<string, Promise<{ weight: number; imports: string[] }>>();
const readScript = (path: string) => weighed.get(path) ?? fetchScript(path);
function fetchScript(path: string) {
  const script = get(path).then(({ text }) => ({
    weight: weigh(text),
    imports: [...text.matchAll(/(?:from|import)\s*"(\.\/[^"]+)"/g)].map(
      ([, file]) => new URL(file ?? "", `http://x${path}`).pathname,
    ),
  }));
  weighed.set(path, script);
  return script;
}

async function weighScripts(html: string): Promise<number> {
  const inline = [...html.matchAll(/<script(?![^>]*(?:ld\+json|src=))[^>]*>(.+?)<\/script>/gs)].map(
    ([, code]) => weigh(code ?? ""),
  );
  const seen = new Set<string>();
  const queue = [
    ...html.matchAll(/<script[^>]+src="([^"]+)"|component-url="([^"]+)"|renderer-url="([^"]+)"/g),
  ].map(([, src, component, renderer]) => src ?? component ?? renderer ?? "");
  let total = inline.reduce((sum, size) => sum + size, 0);
  for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const { weight, imports } = await readScript(path);
    total += weight;
    queue.push(...imports);
  }
  return total;
}

/** The scripts that a page needs before its islands work, by path. */
async function scriptsAtLoad(html: string): Promise<string[]> {
  const named = [
    ...html.matchAll(/<script type="module" src="([^"]+)"/g),
    ...[...html.matchAll(/<astro-island[^>]*\sclient="load"[^>]*>/g)].flatMap(([island]) => [
      ...island.matchAll(/(?:component|renderer)-url="([^"]+)"/g),
    ]),
  ].map(([, path]) => path ?? "");
  const found = new Set<string>();
  for (let path = named.pop(); path !== undefined; path = named.pop()) {
    if (found.has(path)) continue;
    found.add(path);
    named.push(...(await readScript(path)).imports);
  }
  return [...found].toSorted();
}

const preloaded = (html: string) =>
  [...html.matchAll(/<link rel="modulepreload" href="([^"]+)" fetchpriority="low">/g)].map(
    ([, path]) => path,
  );

describe("the scripts of a page", () => {
  test.each(["/cart", "/auth", "/verify/email", "/payment/failed", ...shopperAddresses])(
    "%s preloads everything that its islands import, so that one round trip is enough",
    async (path) => {
      const { text } = await get(path, shopperAddresses.includes(path));
      const needed = await scriptsAtLoad(text);
      expect(needed.length).toBeGreaterThan(5);
      expect(preloaded(text).toSorted()).toEqual(needed);
      const [content = "", ...behind] = text.split(/<script>|<link rel="modulepreload"/);
      expect(content, "scripts come after the content").toContain("</footer>");
      expect(behind.length).toBeGreaterThan(needed.length);
    },
  );

  test.each(["/", "/products/giftcard/itunes", "/tutorials", "/guide"])(
    "%s has no islands and preloads no script",
    async (path) => {
      expect(preloaded((await get(path)).text)).toEqual([]);
    },
  );
});

const KIB = 1024;

describe("budgets", () => {
  test("the front page shows how fast codes were delivered, and ratings without names", async () => {
    const { text } = await get("/");
    expect(text).toMatch(/<b>۹۹٪<\/b>\s*از سفارش‌های فوری زیر یک دقیقه تحویل شده‌اند/);
    const [, section = ""] =
      /aria-labelledby="experience-heading">(.*?)<\/section>/s.exec(text) ?? [];
    const stars = [...section.matchAll(/([۰-۹]) از ۵/g)].map(([, count]) => count);
    // Two of the ratings may be of the product that was rated above.
    expect(stars).toHaveLength(3);
    expect(stars).toContain("۴");
    expect(section).toContain("۲ روز پیش");
    expect(section).toMatch(/href="\/products\/giftcard\/[a-z]+\?product=[a-z0-9-]+"/);
    expect(section).not.toMatch(/این متن|بی‌درنگ|آزمون/);
  });

  /** Bytes by path: `npm run figures` writes them into docs/figures.md. */
  const sizes: Record<string, { page?: number; scripts: number; font?: number }> = {};
  afterAll(() => {
    const reports = join(root, ".cache", "reports");
    mkdirSync(reports, { recursive: true });
    writeFileSync(join(reports, "sizes.json"), JSON.stringify(sizes, null, 2));
  });

  test.each(["/", "/products/giftcard/itunes", "/products/giftcard/playstation"])(
    "%s: page and styles take at most 14 KB, without a framework",
    async (path) => {
      const { text } = await get(path);
      const styles = [...text.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"/g)];
      const sheets = await Promise.all(styles.map(([, href]) => get(href ?? "")));
      const page = weigh(text) + sheets.reduce((sum, { text: css }) => sum + weigh(css), 0);
      const scripts = await weighScripts(text);
      const font = Buffer.from(
        await (await fetch(`${shop.stack.url}/fonts/vazirmatn.woff2`)).arrayBuffer(),
      ).length;
      sizes[path] = { page, scripts, font };
      expect(page).toBeLessThanOrEqual(14 * KIB);
      expect(scripts).toBeLessThanOrEqual(5 * KIB);
      expect(font).toBeLessThanOrEqual(42 * KIB);
      expect(page + scripts + font).toBeLessThanOrEqual(100 * KIB);
      expect([...text.matchAll(/rel="preload"[^>]*as="font"/g)]).toHaveLength(1);
      expect(text).not.toContain("astro-island");
    },
  );

  test.each(["/cart", "/auth", "/verify/email", ...shopperAddresses])(
    "%s: at most 95 KB of script",
    async (path) => {
      const scripts = await weighScripts((await get(path, shopperAddresses.includes(path))).text);
      sizes[path] = { scripts };
      expect(scripts).toBeLessThanOrEqual(95 * KIB);
      expect(scripts).toBeGreaterThan(40 * KIB);
    },
  );
});

describe("the licences of what a browser receives", () => {
  /** The packages that browser code imports, and those that they need themselves. */
  function packagesInBrowsers(): Set<string> {
    const found = new Set<string>(["astro", "tailwindcss", "vazirmatn"]);
    const add = (name: string) => {
      if (found.has(name)) return;
      found.add(name);
      const path = join(root, "node_modules", name, "package.json");
      const { dependencies = {} } = JSON.parse(readFileSync(path, "utf8")) as {
        dependencies?: object;
      };
      for (const needed of Object.keys(dependencies)) add(needed);
    };
    for (const folder of ["islands", "parts", "stores", "behaviour"])
      for (const file of readdirSync(join(root, "src", folder), { recursive: true }))
        if (/\.tsx?$/.test(String(file))) {
          const text = readFileSync(join(root, "src", folder, String(file)), "utf8");
          for (const [, name = ""] of text.matchAll(
            /^import (?!type )[^;]*?from "((?:@[^/"]+\/)?[^./"][^/"]*)/gms,
          ))
            add(name);
        }
    // Astro's React renderer imports these to draw the islands.
    return found.add("react-dom").add("scheduler");
  }

  test("are on the about page, with the whole notice of every package", async () => {
    expect((await get("/about-us")).text).toContain('href="/licences.txt"');
    const { status, headers, text } = await get("/licences.txt");
    expect([status, headers.get("content-type")]).toEqual([
      200,
      expect.stringMatching(/^text\/plain/) as string,
    ]);
    const names = packagesInBrowsers();
    expect([...names]).toEqual(expect.arrayContaining(["react", "clsx", "lucide-react"]));
    const notices = new Map(
      text.split(/^-{80}$/m).map((notice) => {
        const [head = ""] = notice.trim().split("\n");
        return [head.replace(/ [\d.]+$/, ""), notice];
      }),
    );
    for (const name of names) {
      expect([name, /copyright/i.test(notices.get(name) ?? "")]).toEqual([name, true]);
      expect(notices.get(name)).toMatch(/permission|SIL OPEN FONT LICENSE/i);
    }
  });
});
