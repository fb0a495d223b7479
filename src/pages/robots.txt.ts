import type { APIRoute } from "astro";
import { uncrawledPaths } from "../../contract/pages.ts";

export const GET: APIRoute = ({ url }) => {
  const rules = [
    "User-agent: *",
    ...uncrawledPaths().map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${url.origin}/sitemap.xml`,
    "",
  ];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
};
