import type { APIRoute } from "astro";

/**
 * Hides no page: crawlers must read the `noindex` of personal pages, to which every page links. An
 * address that they may not open can still be listed.
 */
export const GET: APIRoute = ({ url }) => {
  const rules = ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${url.origin}/sitemap.xml`, ""];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
};
