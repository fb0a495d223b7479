import type { APIRoute } from "astro";

/**
 * Disallows no page, since crawlers must be able to read the `noindex` of personal pages. Every
 * page links to these, so a search engine could list a disallowed page without having read it.
 */
export const GET: APIRoute = ({ url }) => {
  const rules = ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${url.origin}/sitemap.xml`, ""];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
};
