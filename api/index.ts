import { WorkerEntrypoint } from "cloudflare:workers";
import { createSteadyClock } from "./base/clock.ts";
import type { Bindings } from "./base/context.ts";
import { createShop } from "./shop.ts";

const shop = createShop({
  now: createSteadyClock(() => Date.now()),
  wait: (waitMs) => new Promise((resolve) => setTimeout(resolve, waitMs)),
});

export default {
  fetch: (request, env, context) => shop.fetch(request, env, context),
  scheduled: (_event, env) => shop.runJobs(env),
} satisfies ExportedHandler<Bindings>;

/** Starts the due jobs over a service binding, where there is no cron trigger. */
export class Jobs extends WorkerEntrypoint<Bindings> {
  runJobs(): Promise<void> {
    return shop.runJobs(this.env);
  }
}
