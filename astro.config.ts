import cloudflare from "@astrojs/cloudflare";
import react from "@astrojs/react";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "astro/config";

export default defineConfig({
  output: "server",
  trailingSlash: "never",
  build: { format: "file" },
  session: false,
  security: { csp: true, checkOrigin: false },
  adapter: cloudflare({ imageService: "compile", auxiliaryWorkers: [{ configPath: "./api/wrangler.jsonc" }] }),
  integrations: [react()],
  vite: { plugins: [tailwindcss()] },
});
