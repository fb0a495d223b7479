import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ComingItems } from "../../src/islands/order/ComingItems.tsx";
import { WaitingItems } from "../../src/islands/order/WaitingItems.tsx";
import { sampleItem, sampleOrder } from "../e2e/sample-order.ts";
import { HOUR, MINUTE } from "../support/time.ts";

/** Items that are not delivered yet, on the page of their order. */

function shown(part: typeof ComingItems, awaitedMs: number | null, canCancel = false): string {
  const now = Date.now();
  const item = sampleItem({
    deliveryStatus: "processing",
    deliveredAt: null,
    codes: [],
    awaitedSince: awaitedMs === null ? null : new Date(now - awaitedMs).toISOString(),
  });
  // The order is two days old, but the wait for its item began later.
  const createdAt = new Date(now - 48 * HOUR).toISOString();
  const order = { ...sampleOrder(), OrderItems: [item], createdAt, canCancel };
  return renderToStaticMarkup(createElement(part, { order, items: [item] }));
}

test("a supplier counts as slow a minute after its own work began, however old the order is", () => {
  expect(shown(ComingItems, 5_000)).toContain("، معمولاً زیر یک دقیقه.");
  expect(shown(ComingItems, 2 * MINUTE)).toContain(
    "، این بار بیش از معمول طول کشیده است. لازم نیست بمانید: کد همین‌جا پیدا می‌شود و پیامک هم می‌دهیم.",
  );
});

test("a delivery by hand is late after a day, with an apology and links to ticket and cancellation", () => {
  expect(shown(WaitingItems, HOUR)).toMatch(/<b>تا (امروز|فردا) ساعت/);
  const late = shown(WaitingItems, 25 * HOUR, true);
  expect(late).toContain("ببخشید، دیر شد. داریم پیگیری می‌کنیم و با پیامک خبر می‌دهیم.");
  expect(late).toContain('href="/tickets"');
  expect(late).toContain('href="#cancel-order"');
  expect(shown(WaitingItems, null)).not.toContain("#cancel-order");
});
