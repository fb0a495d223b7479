import type { APIRoute } from "astro";

/**
 * Disallows no page: crawlers must be able to read the `noindex` of personal pages. An address that
 * they may not open could still be listed, because every page links to these.
 */
export const GET: APIRoute = ({ url }) => {
  const rules = ["User-agent: *", "Disallow: /api/", "", `Sitemap: ${url.origin}/sitemap.xml`, ""];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
};
