import type { World } from "./world.ts";

/** The bindings of the sandbox's Worker. */
export interface Env {
  WORLD: DurableObjectNamespace<World>;
  EDGE?: Fetcher;
  SHOP?: Fetcher;
  SHOP_JOBS?: { runJobs(): Promise<void> };
  DEMO_PHONE?: string;
  /** The path below which tests call the shop without the edge. Set only in test runs. */
  BEHIND_EDGE?: string;
  /** The URL of the shop's pages, for the texts of SMS. */
  SITE: string;
}

/** Returns the object with the state of the simulated outside world. */
export function providersState(env: Env): DurableObjectStub<World> {
  return env.WORLD.get(env.WORLD.idFromName("world"));
}
