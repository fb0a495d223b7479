import { cp, mkdir, mkdtemp, rename, rm, stat } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { isPortFree } from "../../scripts/run/port.mjs";
import { migrate, readDemoPhone, seed } from "../../scripts/run/prepare.mjs";
import { root } from "../../scripts/run/root.mjs";
import { type StackOptions, startStack } from "../../scripts/run/stack.mjs";
import { hashPaths } from "../../scripts/run/stamp.mjs";

export type TestStack = Awaited<ReturnType<typeof startStack>> & {
  port: number;
  dataDir: string;
  /**
   * Stops or kills the stack and starts it again on the same data, port and settings. `meanwhile`
   * runs while it is down.
   */
  restart: (how?: { with?: "stop" | "kill"; meanwhile?: () => unknown }) => Promise<void>;
  /** Stops the stack and deletes its data. */
  close: () => Promise<void>;
};

export interface TestStackOptions extends Partial<StackOptions> {
  /** Adds to the data folder before the stack starts. */
  beforeStart?: (dataDir: string) => Promise<void>;
}

/** Starts a stack on a free port, with its own copy of a freshly seeded shop. */
export async function openStack({
  beforeStart,
  ...options
}: TestStackOptions = {}): Promise<TestStack> {
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

/** Returns the folder of a seeded shop. Seeding takes seconds, so it is cached by its sources. */
async function filledShop(): Promise<string> {
  const folder = join(
    root,
    ".cache",
    "filled-shop",
    hashPaths([
      "api/migrations",
      "api/search",
      "api/seed",
      "api/wrangler.toml",
      "persian/search-key.ts",
      "src/content/tutorials",
    ]).slice(0, 16),
  );
  await mkdir(dirname(folder), { recursive: true });
  const lock = await lockFor(`${folder}.lock`);
  try {
    if (await stat(folder).catch(() => null)) return folder;
    const fresh = `${folder}.fresh`;
    await rm(fresh, { recursive: true, force: true });
    await migrate(fresh);
    await seed(fresh);
    await rm(join(fresh, "run"), { recursive: true, force: true });
    await rename(fresh, folder);
    return folder;
  } finally {
    lock.close();
  }
}

/** Locks a file so that one of several processes seeds the shop. The lock ends with the process. */
async function lockFor(file: string): Promise<DatabaseSync> {
  for (let look = 0; look < 1_200; look++) {
    const database = new DatabaseSync(file);
    try {
      database.exec("BEGIN EXCLUSIVE");
      return database;
    } catch {
      database.close();
      await setTimeout(100);
    }
  }
  throw new Error(`${file} was locked for two minutes.`);
}

/** Waits for the port: a killed server's socket stays open for a short time. */
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
