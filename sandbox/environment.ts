import type { World } from "./world.ts";

/** The bindings of the sandbox's Worker. */
export interface Env {
  WORLD: DurableObjectNamespace<World>;
  EDGE?: Fetcher;
  SHOP?: Fetcher;
  SHOP_JOBS?: { runJobs(): Promise<void> };
  DEMO_PHONE?: string;
  /** Set when the shop of the tests runs: below this path, tests call it without the edge. */
  BEHIND_EDGE?: string;
  /** The address of the pages, for the texts of SMS. */
  SITE: string;
}

/** Returns the single world of this run. */
export function theWorld(env: Env): DurableObjectStub<World> {
  return env.WORLD.get(env.WORLD.idFromName("world"));
}
