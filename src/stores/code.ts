import { atom } from "nanostores";
import type { getOrderItemContent, markCode, Order } from "../../contract/order.ts";
import type { OrderCode, OrderItem } from "../../contract/order-item.ts";
import { call } from "./call.ts";
import { notify } from "./notice.ts";
import { $order, loadOrder } from "./order.ts";

/**
 * The texts of the codes that were opened on this page, by the codes' ids. Deleted when the page is
 * left.
 */
export const $texts = atom<Readonly<Record<string, string>>>({});

export function forgetTexts(): void {
  $texts.set({});
}

/** True for a code that the buyer has: neither replaced nor refunded, nor in a gift. */
export function isInHand({ state }: OrderCode): boolean {
  return state !== "replaced" && state !== "refunded" && state !== "given";
}

/** Opens one code, which the shop records. Returns the sentence of a refusal, else "". */
export async function openCode(order: Order, item: OrderItem, code: OrderCode): Promise<string> {
  const outcome = await read(order.id, item.id, code.id);
  if (!outcome.ok) return outcome.message;
  const [text] = outcome.value;
  if (text === undefined) return "این کد خوانده نشد.";
  $texts.set({ ...$texts.get(), [code.id]: text });
  note(order.id, item.id, [code.id]);
  return "";
}

/**
 * Opens all codes of an item, except those that were replaced, refunded or given away. Returns the
 * texts of the opened codes, or null on failure.
 */
export async function openAllCodes(
  order: Order,
  item: OrderItem,
): Promise<readonly string[] | null> {
  const outcome = await read(order.id, item.id, null);
  if (!outcome.ok) {
    notify("error", outcome.message);
    return null;
  }
  const texts = outcome.value;
  const codes = item.codes.filter(isInHand);
  if (codes.length === texts.length) {
    const opened = codes.map(({ id }, index) => [id, texts[index] ?? ""]);
    $texts.set({ ...$texts.get(), ...(Object.fromEntries(opened) as Record<string, string>) });
    note(
      order.id,
      item.id,
      codes.map(({ id }) => id),
    );
    // The counts of codes and texts differ when a code was replaced or refunded in the meantime.
  } else await loadOrder(order.id);
  return texts;
}

/** Marks a code as used, or removes the mark. */
export async function setUsed(
  order: Order,
  item: OrderItem,
  code: OrderCode,
  isUsed: boolean,
): Promise<void> {
  const outcome = await call<typeof markCode>(
    "PUT",
    "/orders/:orderId/items/:orderItemId/codes/:codeId",
    {
      params: { orderId: order.id, orderItemId: item.id, codeId: code.id },
      body: { isUsed },
      needs: ["code"],
    },
  );
  if (!outcome.ok) notify("error", outcome.message);
  else change(order.id, item.id, (one) => (one.id === code.id ? outcome.value.code : one));
}

function read(orderId: string, orderItemId: string, codeId: string | null) {
  return call<typeof getOrderItemContent>("GET", "/orders/:orderId/items/:orderItemId/content", {
    params: { orderId, orderItemId },
    query: codeId === null ? {} : { code: codeId },
    needs: ["length"],
  });
}

/** Marks codes as read on the screen. The shop has already recorded it. */
function note(orderId: string, itemId: string, codeIds: readonly string[]): void {
  change(orderId, itemId, (code) =>
    code.state === "unread" && codeIds.includes(code.id) ? { ...code, state: "read" } : code,
  );
}

function change(orderId: string, itemId: string, next: (code: OrderCode) => OrderCode): void {
  const order = $order.get();
  if (order.state !== "ready" || order.value.id !== orderId) return;
  const OrderItems = order.value.OrderItems.map((item) =>
    item.id === itemId ? { ...item, codes: item.codes.map(next) } : item,
  );
  $order.set({ state: "ready", value: { ...order.value, OrderItems } });
}
