import type { APIRoute } from "astro";
import { readTutorials, tutorialPath } from "../../page-data/tutorials.ts";
import { answerXml, escapeXml } from "../../seo/xml.ts";
import { settings } from "../../settings.ts";

export const GET: APIRoute = async ({ url }) => {
  const tutorials = await readTutorials();
  const items = tutorials.map((tutorial) => {
    const address = escapeXml(new URL(tutorialPath(tutorial), url.origin).href);
    const { title, description, publishedAt } = tutorial.data;
    return (
      `<item><title>${escapeXml(title)}</title><link>${address}</link>` +
      `<guid isPermaLink="true">${address}</guid>` +
      `<description>${escapeXml(description)}</description>` +
      `<pubDate>${publishedAt.toUTCString()}</pubDate></item>`
    );
  });
  const self = escapeXml(new URL("/tutorials/rss.xml", url.origin).href);
  return answerXml(
    `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>` +
      `<title>${escapeXml(`آموزش‌های ${settings.name}`)}</title>` +
      `<link>${escapeXml(new URL("/tutorials", url.origin).href)}</link>` +
      `<description>${escapeXml(settings.description)}</description>` +
      `<language>fa-IR</language>` +
      `<atom:link href="${self}" rel="self" type="application/rss+xml"/>` +
      `${items.join("")}</channel></rss>`,
    "application/rss+xml",
  );
};
