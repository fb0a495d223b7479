import { WorkerEntrypoint } from "cloudflare:workers";
import { createSteadyClock } from "./base/clock.ts";
import type { Bindings } from "./base/context.ts";
import { type ServerState, storeServer } from "./base/server-state.ts";
import { logError } from "./base/log-error.ts";
import { type Track, runTracks } from "./jobs.ts";
import { createShop } from "./shop.ts";

const now = createSteadyClock(() => Date.now());
const shop = createShop({
  now,
  wait: (waitMs) => new Promise((resolve) => setTimeout(resolve, waitMs)),
});

export default {
  fetch: (request, env, context) => shop.fetch(request, env, context),
  scheduled: (_event, _env, context) => context.exports.Jobs.runJobs(),
} satisfies ExportedHandler<Bindings>;

/**
 * Runs due jobs over a binding: each track runs in an invocation of its own, with its own limits.
 * Where there is no cron trigger, a launcher starts the jobs by `runJobs`, and tells the state of
 * its server.
 */
export class Jobs extends WorkerEntrypoint<Bindings> {
  async runJobs(server?: ServerState): Promise<void> {
    if (server)
      await storeServer(this.env.DB, server, now()).catch((error: unknown) => {
        logError({ serverNotStored: true }, error);
      });
    await runTracks((track, until) => this.ctx.exports.Jobs.runTrack(track, until), now);
  }
  runTrack(track: Track, until: number): Promise<boolean> {
    return shop.runTrack(this.env, track, until);
  }
}
