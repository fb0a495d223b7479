import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fillShop } from "../../scripts/check/filled-shop.ts";
import { freePort, isPortFree } from "../../scripts/run/port.mjs";
import { readDemoPhone } from "../../scripts/run/prepare.mjs";
import { type StackOptions, startStack } from "../../scripts/run/stack.mjs";
import { forgetIdleConnections } from "./kept-alive.ts";

await forgetIdleConnections();

export type TestStack = Awaited<ReturnType<typeof startStack>> & {
  port: number;
  dataDir: string;
  /**
   * Stops or kills the stack and starts it again with the same data, port and settings. `meanwhile`
   * runs while the stack is down.
   */
  restart: (how?: { with?: "stop" | "kill"; meanwhile?: () => unknown }) => Promise<void>;
  /** Stops the stack and deletes its data. */
  close: () => Promise<void>;
};

export interface TestStackOptions extends Partial<StackOptions> {
  /** Adds to the data folder before the stack starts. */
  beforeStart?: (dataDir: string) => Promise<void>;
}

/** Starts a stack on a free port, with a copy of a freshly seeded shop. */
export async function openStack({
  beforeStart,
  ...options
}: TestStackOptions = {}): Promise<TestStack> {
  const dataDir = await mkdtemp(join(tmpdir(), "armaghan-"));
  const hasShop = options.shop !== false;
  if (hasShop) await cp(await fillShop(), dataDir, { recursive: true });
  await beforeStart?.(dataDir);
  const demoPhone = hasShop ? await readDemoPhone() : undefined;
  const port = options.port ?? (await freePort());
  const start = () => startStack({ demoPhone, ...options, port, dataDir });
  const stack: TestStack = {
    ...(await start()),
    port,
    dataDir,
    restart: async ({ with: end = "stop", meanwhile } = {}) => {
      await stack[end]();
      await meanwhile?.();
      await waitUntilFree(port);
      Object.assign(stack, await start());
    },
    close: async () => {
      await stack.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return stack;
}

/** Waits for the port: a killed server's socket stays open for a short time. */
async function waitUntilFree(port: number): Promise<void> {
  for (let look = 0; look < 100 && !(await isPortFree(port)); look++) await setTimeout(50);
}
