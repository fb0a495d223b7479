import type { APIRoute } from "astro";
import { settings } from "../../settings.ts";

const VALID_MS = 180 * 24 * 60 * 60_000;

/** Tells where to report a weakness of the shop (RFC 9116). The format requires an end date. */
export const GET: APIRoute = ({ url }) => {
  const lines = [
    `Contact: mailto:${settings.email}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    "Preferred-Languages: fa, en",
    `Canonical: ${url.origin}/.well-known/security.txt`,
    "",
  ];
  return new Response(lines.join("\n"), {
    headers: { "Content-Type": "text/plain; charset=utf-8" },
  });
};
