import type { ModelledShop } from "./step.ts";
import type { World } from "./things.ts";

/** Queries that read what the model predicts, as an id and a value. */
const TABLES = {
  balances: `SELECT id, credits_toman - debits_toman AS is_now FROM account
     WHERE id IN ('shopper:shopper-1', 'shopper:shopper-2', 'shopper:shopper-3')`,
  orders: "SELECT id, state AS is_now FROM orders",
  items: "SELECT id, delivery_status AS is_now FROM order_item",
  codes: "SELECT id, status AS is_now FROM code WHERE batch_id IN ('instant-a', 'instant-b')",
  units: "SELECT id, manual_stock AS is_now FROM product WHERE id = 'manual-c'",
  payments: "SELECT authority AS id, state AS is_now FROM payment WHERE authority IS NOT NULL",
  withdrawals: "SELECT id, state AS is_now FROM withdrawal",
  tickets: "SELECT id, status AS is_now FROM ticket",
  refunds: `SELECT order_item_id AS id,
       wallet_toman || ' ' || gateway_toman || ' ' || state AS is_now FROM refund`,
  earnings:
    "SELECT id, amount_toman || ' ' || state || ' ' || taken_back_toman AS is_now FROM earning",
  carts: `SELECT user_id AS id, version AS is_now FROM cart
     WHERE user_id IN ('shopper-1', 'shopper-2', 'shopper-3')`,
};
const NAMES = Object.keys(TABLES) as (keyof typeof TABLES)[];

/** Describes where the tables and the model differ; null when they agree. */
export async function compareWorld(shop: ModelledShop, world: World): Promise<string | null> {
  const found = await shop.readAll(Object.values(TABLES));
  const predicted = predict(world);
  const wrong = NAMES.flatMap((name, index) => {
    const seen = table(found[index] ?? [], ({ id, is_now }) => [String(id), String(is_now)]);
    return predicted[name] === seen
      ? []
      : `${name}\n  the model says ${predicted[name]}\n  the shop has   ${seen}`;
  });
  return wrong.length === 0 ? null : wrong.join("\n");
}

function predict({
  people,
  products,
  orders,
  payments,
  withdrawals,
  tickets,
}: World): Record<keyof typeof TABLES, string> {
  const items = orders.flatMap((order) => order.items);
  return {
    balances: table(people, ({ id, balance }) => [`shopper:${id}`, balance]),
    orders: table(orders, ({ id, state }) => [id, state]),
    items: table(items, ({ id, status }) => [id, status]),
    codes: table(
      products.flatMap(({ codes }) => codes),
      ({ id, state }) => [id, state],
    ),
    units: table(
      products.filter(({ type }) => type === "manual"),
      ({ id, units }) => [id, units],
    ),
    payments: table(payments, ({ authority, state }) => [authority, state]),
    withdrawals: table(withdrawals, ({ id, state }) => [id, state]),
    tickets: table(tickets, ({ id, status }) => [id, status]),
    refunds: table(
      items.flatMap(({ id, refund }) => (refund ? { id, refund } : [])),
      ({ id, refund }) => [
        id,
        `${String(refund.wallet)} ${String(refund.gateway)} ${refund.state}`,
      ],
    ),
    earnings: table(
      items.flatMap((item) => item.earnings.map((earning) => ({ item, earning }))),
      ({ item, earning }) => [
        `${earning.kind}:${item.id}`,
        `${String(earning.amount)} ${earning.state} ${String(earning.takenBack)}`,
      ],
    ),
    carts: table(people, ({ id, cart }) => [id, cart.version]),
  };
}

/** Writes things in one line, sorted. */
function table<Thing>(
  things: readonly Thing[],
  show: (thing: Thing) => [string, string | number],
): string {
  return things
    .map((thing) => show(thing).join("="))
    .sort()
    .join(" ");
}
