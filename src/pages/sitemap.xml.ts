import type { APIRoute } from "astro";
import { getCollection } from "astro:content";
import { listingAddress } from "../../contract/address.ts";
import { readCategories, readProducts } from "../page-data/catalogue.ts";
import { readTutorials, tutorialPath } from "../page-data/tutorials.ts";
import { answerXml, escapeXml } from "../seo/xml.ts";

interface Place {
  path: string;
  changedAt: Date;
}

/** Every page meant to be found, with the day its content really changed. */
export const GET: APIRoute = async ({ locals, url }) => {
  const [categories, products, tutorials, pages] = await Promise.all([
    readCategories(locals),
    readProducts(locals),
    readTutorials(),
    getCollection("pages"),
  ]);
  const listings = categories
    .flatMap((category) => category.subcategories)
    .flatMap((subcategory): Place[] => {
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
  const articles = tutorials.map((tutorial): Place => ({
    path: tutorialPath(tutorial),
    changedAt: tutorial.data.updatedAt,
  }));
  const places: Place[] = [
    { path: "/", changedAt: latest(listings.map(({ changedAt }) => changedAt)) },
    ...listings,
    { path: "/tutorials", changedAt: latest(articles.map(({ changedAt }) => changedAt)) },
    ...articles,
    ...pages.map(({ id, data }): Place => ({ path: `/${id}`, changedAt: data.updatedAt })),
  ];
  const entries = places.map(
    ({ path, changedAt }) =>
      `<url><loc>${escapeXml(new URL(path, url.origin).href)}</loc><lastmod>${changedAt.toISOString().slice(0, 10)}</lastmod></url>`,
  );
  return answerXml(
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${entries.join("")}</urlset>`,
    "application/xml",
  );
};

function latest(moments: readonly Date[]): Date {
  return new Date(Math.max(0, ...moments.map((moment) => moment.getTime())));
}
