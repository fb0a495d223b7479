import { Hono } from "hono";
import { botRoutes } from "./bot.ts";
import { emailRoutes } from "./email.ts";
import type { Env } from "./environment.ts";
import { faultRoutes } from "./faults.ts";
import { inquiryRoutes } from "./inquiry.ts";
import { inboxRoutes } from "./inbox.ts";
import { kavenegarRoutes } from "./kavenegar.ts";
import { reloadlyRoutes } from "./reloadly.ts";
import { refundRoutes } from "./refunds.ts";
import { bankRoutes, zibalPages } from "./bank.ts";
import { rateRoutes } from "./rates.ts";
import { zarinpalRoutes } from "./zarinpal.ts";
import { zibalRoutes } from "./zibal.ts";

export { World } from "./world.ts";

const sandbox = new Hono<{ Bindings: Env }>()
  .use(async (c, next) => {
    await next();
    c.header("cache-control", "no-store");
  })
  .get("/sandbox", (c) => c.redirect("/sandbox/"))
  .get("/sandbox/ready", (c) => c.body(null, 204))
  .route("/", inboxRoutes)
  .route("/sandbox/faults.json", faultRoutes)
  .route("/sandbox/zarinpal", zarinpalRoutes)
  .route("/sandbox/zarinpal", refundRoutes)
  .route("/sandbox/zarinpal", bankRoutes)
  .route("/sandbox/zibal", zibalRoutes)
  .route("/sandbox/zibal", zibalPages)
  .route("/sandbox", rateRoutes)
  .route("/sandbox", botRoutes)
  .route("/sandbox/inquiry", inquiryRoutes)
  .route("/sandbox/reloadly", reloadlyRoutes)
  .route("/sandbox/kavenegar", kavenegarRoutes)
  .route("/sandbox/email", emailRoutes);

/**
 * The entry point of a local run: every request outside /sandbox is passed on unchanged to the
 * workers that would be deployed.
 */
export default {
  async fetch(asked: Request, env: Env, context: ExecutionContext): Promise<Response> {
    const request = await readWhole(asked);
    const url = new URL(request.url);
    if (/^\/sandbox(\/|$)/.test(url.pathname)) return sandbox.fetch(request, env, context);
    if (env.BEHIND_EDGE !== undefined && url.pathname.startsWith(env.BEHIND_EDGE) && env.SHOP) {
      url.pathname = url.pathname.slice(env.BEHIND_EDGE.length);
      return env.SHOP.fetch(new Request(url, request));
    }
    const next = env.EDGE ?? env.SHOP;
    return next ? next.fetch(request) : new Response("Not found", { status: 404 });
  },
  /** A local cron trigger reaches only the first worker, so this worker runs the shop's jobs. */
  async scheduled(_event: ScheduledController, env: Env): Promise<void> {
    await env.SHOP_JOBS?.runJobs();
  },
};

/**
 * Reads the whole request body first. If a worker answers without reading the body, the local
 * server cannot reuse the connection for the next request. Cloudflare's network always reads the
 * body.
 */
async function readWhole(request: Request): Promise<Request> {
  return request.body === null
    ? request
    : new Request(request, { body: await request.arrayBuffer() });
}
