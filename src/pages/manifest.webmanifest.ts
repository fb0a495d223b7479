import type { APIRoute } from "astro";
import { settings } from "../settings.ts";

const icon = (size: number, purpose: "any" | "maskable") => ({
  src: `/icons/${purpose === "maskable" ? "maskable-" : ""}${String(size)}.png`,
  sizes: `${String(size)}x${String(size)}`,
  type: "image/png",
  purpose,
});

export const GET: APIRoute = () => {
  const manifest = {
    name: `${settings.name} | ${settings.slogan}`,
    short_name: settings.name,
    description: settings.description,
    lang: "fa-IR",
    dir: "rtl",
    id: "/",
    start_url: "/",
    display: "standalone",
    background_color: "#fbfaf7",
    theme_color: "#fbfaf7",
    icons: [icon(192, "any"), icon(512, "any"), icon(512, "maskable")],
  };
  return new Response(JSON.stringify(manifest), {
    headers: { "Content-Type": "application/manifest+json; charset=utf-8" },
  });
};
