import { Hono } from "hono";
const app = new Hono<{Bindings: any}>();
app.get("/api/v1/x", async (c) => c.json(await c.env.DB.prepare("select 1 as a").first()));
export default { fetch: app.fetch, scheduled() { console.log("tick") } };
