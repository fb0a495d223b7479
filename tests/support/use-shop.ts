import { rmSync } from "node:fs";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { addBuyers } from "./add-buyers.ts";
import { addOwners } from "./add-people.ts";
import { type EchoedEdge, openEchoedEdge } from "./echo-backend.ts";
import { type TestShop, auditShop, openShop } from "./shop.ts";
import type { TestStackOptions } from "./stack.ts";
import { torobVars } from "./torob.ts";

interface Audited {
  /** Checks the invariants of the books after each test. */
  audit?: boolean;
}

/** A separate shop for a file, closed after its tests. It can be used only in tests and hooks. */
export function useShop({
  audit = false,
  ...options
}: TestStackOptions & Audited & { isBehindEdge?: boolean } = {}): TestShop {
  let own: TestShop | undefined;
  const shop = openBeforeTests(async () => (own = await openShop(options)));
  afterAll(() => own?.close());
  if (audit) auditAfterEach(shop);
  return shop;
}

/**
 * The shop that the files of one worker share, since starting one takes longer than their tests.
 * It suits files that reset the clock and the faults after each test, leave no rows that an audit
 * finds, and expect rows of other files in every list.
 */
export function useSharedShop({
  audit = false,
  edge = false,
}: Audited & { edge?: boolean } = {}): TestShop {
  const shop = openBeforeTests(() =>
    share(edge ? "edge" : "shop", () =>
      openShop({ edge, shopVars: torobVars, ...(edge && { beforeStart: addEverybody }) }),
    ),
  );
  if (audit) auditAfterEach(shop);
  return shop;
}

async function addEverybody(dataDir: string): Promise<void> {
  await addBuyers(dataDir);
  await addOwners(dataDir);
}

/** The shared edge whose backend records the requests of each test. */
export function useEchoedEdge(): EchoedEdge {
  const edge = openBeforeTests(() => share("echoed edge", openEchoedEdge));
  beforeEach(() => edge.answer());
  return edge;
}

function auditAfterEach(shop: TestShop): void {
  afterEach(async () => expect(await auditShop(shop)).toEqual({}));
}

/** Returns a proxy for an object that is opened before the tests. */
function openBeforeTests<Opened extends object>(open: () => Promise<Opened>): Opened {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  return new Proxy({} as Opened, {
    get(_, name) {
      if (!opened) throw new Error("It is open inside tests and hooks only.");
      return Reflect.get(opened, name) as unknown;
    },
  });
}

/** Shared shops by kind. They stay open between files: vitest.config.ts runs without isolation. */
const shared = new Map<string, Promise<unknown>>();

function share<Opened extends { stack: { dataDir: string } }>(
  kind: string,
  open: () => Promise<Opened>,
): Promise<Opened> {
  const known = shared.get(kind) as Promise<Opened> | undefined;
  if (known) return known;
  // Vitest ends a worker with this signal, which alone would leave no time to clean up.
  if (shared.size === 0) process.once("SIGTERM", () => process.exit());
  const opened = open().then((it) => {
    const { dataDir } = it.stack;
    process.once("exit", () => rmSync(dataDir, { recursive: true, maxRetries: 5 }));
    return it;
  });
  shared.set(kind, opened);
  return opened;
}
