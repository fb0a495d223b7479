import type { APIRoute } from "astro";
import { getCollection } from "astro:content";
import { listingAddress } from "../../contract/address.ts";
import { readCategories, readProducts } from "../page-data/catalogue.ts";
import { readTutorials, tutorialPath } from "../page-data/tutorials.ts";
import { answerXml, escapeXml } from "../seo/xml.ts";

interface Entry {
  path: string;
  changedAt: Date;
}

/** Lists every public page with the day of the last change to its content. */
export const GET: APIRoute = async ({ locals, url }) => {
  const [categories, { products }, tutorials, pages] = await Promise.all([
    readCategories(locals),
    readProducts(locals),
    readTutorials(),
    getCollection("pages"),
  ]);
  const listings = categories
    .flatMap((category) => category.subcategories)
    .flatMap((subcategory): Entry[] => {
      const changes = products
        .filter(
          (product) =>
            product.productType === subcategory.type &&
            product.subcategoryUrlName === subcategory.urlName,
        )
        .map((product) => new Date(product.updatedAt));
      return changes.length > 0
        ? [{ path: listingAddress(subcategory), changedAt: latest(changes) }]
        : [];
    });
  const articles = tutorials.map((tutorial): Entry => ({
    path: tutorialPath(tutorial),
    changedAt: tutorial.data.updatedAt,
  }));
  const entries: Entry[] = [
    { path: "/", changedAt: latest(listings.map(({ changedAt }) => changedAt)) },
    ...listings,
    { path: "/tutorials", changedAt: latest(articles.map(({ changedAt }) => changedAt)) },
    ...articles,
    ...pages.map(({ id, data }): Entry => ({ path: `/${id}`, changedAt: data.updatedAt })),
  ];
  const urls = entries.map(
    ({ path, changedAt }) =>
      `<url><loc>${escapeXml(new URL(path, url.origin).href)}</loc>` +
      `<lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod></url>`,
  );
  return answerXml(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${urls.join("")}</urlset>`,
    "application/xml",
  );
};

function latest(dates: readonly Date[]): Date {
  return new Date(Math.max(0, ...dates.map((date) => date.getTime())));
}
