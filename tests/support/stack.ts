import { randomUUID } from "node:crypto";
import { cp, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isPortFree } from "../../scripts/port.mjs";
import { migrate, readDemoPhone, seed } from "../../scripts/prepare.mjs";
import { root } from "../../scripts/root.mjs";
import { type StackOptions, startStack } from "../../scripts/stack.mjs";
import { hashPaths } from "../../scripts/stamp.mjs";

export type TestStack = Awaited<ReturnType<typeof startStack>> & {
  port: number;
  dataDir: string;
  /** Ends it, calmly or `with` a kill, and starts it again on the same data, port and settings; `meanwhile` has the data to itself. */
  restart: (how?: { with?: "stop" | "kill"; meanwhile?: () => unknown }) => Promise<void>;
  /** Ends it and deletes its data. */
  close: () => Promise<void>;
};

export interface TestStackOptions extends Partial<StackOptions> {
  /** Puts more into the data folder while nothing reads it yet. */
  beforeStart?: (dataDir: string) => Promise<void>;
}

/** A stack on a free port, with its own copy of a freshly filled shop. */
export async function openStack({ beforeStart, ...options }: TestStackOptions = {}): Promise<TestStack> {
  const dataDir = await mkdtemp(join(tmpdir(), "armaghan-"));
  const hasShop = options.shop !== false;
  if (hasShop) await cp(await filledShop(), dataDir, { recursive: true });
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

/** Migrating and filling takes seconds, copying does not: it is done once for each state of migrations and seed. */
async function filledShop(): Promise<string> {
  const folder = join(
    root,
    ".cache",
    "filled-shop",
    hashPaths([
      "api/migrations",
      "api/search",
      "api/seed",
      "api/wrangler.jsonc",
      "persian/search-key.ts",
      "src/content/tutorials",
    ]).slice(0, 16),
  );
  if (await stat(folder).catch(() => null)) return folder;
  const fresh = `${folder}.${randomUUID()}`;
  await migrate(fresh);
  await seed(fresh);
  await rm(join(fresh, "run"), { recursive: true, force: true });
  await rename(fresh, folder).catch(async (error: unknown) => {
    // Another test run was quicker; its folder holds the same.
    if (!(await stat(folder).catch(() => null))) throw error;
    await rm(fresh, { recursive: true, force: true });
  });
  return folder;
}

/** A killed server's socket outlives it by a moment. */
async function waitUntilFree(port: number): Promise<void> {
  for (let look = 0; look < 100 && !(await isPortFree(port)); look++) await setTimeout(50);
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No free port was given.");
  return address.port;
}
