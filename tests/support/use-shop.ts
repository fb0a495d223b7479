import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import { type EchoedEdge, openEchoedEdge } from "./echo-backend.ts";
import { type TestShop, auditShop, openShop } from "./shop.ts";
import type { TestStackOptions } from "./stack.ts";

interface ShopOptions extends TestStackOptions {
  /** Checks the invariants of the books after each test. */
  audit?: boolean;
}

/** A shop of the file's own: opens before its tests and closes after them. Works inside tests and hooks only. */
export function useShop({ audit = false, ...options }: ShopOptions = {}): TestShop {
  const shop = openBeforeTests(() => openShop(options));
  if (audit) afterEach(async () => expect(await auditShop(shop)).toEqual({}));
  return shop;
}

/** An edge with a backend that writes down what it receives; before each test it forgets that. */
export function useEchoedEdge(): EchoedEdge {
  const edge = openBeforeTests(openEchoedEdge);
  beforeEach(() => edge.answer());
  return edge;
}

/** Stands for something that opens before the tests and closes after them. */
function openBeforeTests<Opened extends { close: () => Promise<void> }>(
  open: () => Promise<Opened>,
): Opened {
  let opened: Opened | undefined;
  beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.close());
  return new Proxy({} as Opened, {
    get(_, name) {
      if (!opened) throw new Error("It is open inside tests and hooks only.");
      return Reflect.get(opened, name) as unknown;
    },
  });
}
