import type { APIRoute } from "astro";

const PERSONAL = [
  "/api/",
  "/auth",
  "/banks",
  "/cart",
  "/dashboard",
  "/discounts",
  "/orders",
  "/payment/",
  "/referrals",
  "/tickets",
  "/verify/",
  "/wallet",
];

export const GET: APIRoute = ({ url }) => {
  const rules = [
    "User-agent: *",
    ...PERSONAL.map((path) => `Disallow: ${path}`),
    "",
    `Sitemap: ${url.origin}/sitemap.xml`,
    "",
  ];
  return new Response(rules.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
};
