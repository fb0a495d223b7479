import { Hono } from "hono";
import { astro } from "astro/hono";
import { cf } from "@astrojs/cloudflare/hono";
const app = new Hono<{Bindings: any}>();
app.all("/api/v1/*", (c) => c.env.SHOP.fetch(c.req.raw));
app.use("*", cf(), astro());
export default app;
