import { beginDelivery, deliver } from "../../../contract/desk/delivery.ts";
import { cancelOrder, createOrder } from "../../../contract/order.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest, shopRequest } from "../../support/wire-request.ts";
import { row, withCart } from "../faults/handler.ts";
import { expectRefused, type Guard, NAMELESS, sql, type Stage, waitingItem } from "./guard.ts";

/** Makes a waiting item that cost nothing: no transfer can refuse a double delivery or refund. */
async function freeItem(shop: TestShop, code: string) {
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, created_at, may_sell_below_cost)
     VALUES (?1, ?1, 'percentage', 100, 0, 1)`,
    code,
  );
  const { shopper } = await withCart(shop, 0, { deliveryType: "manual" });
  await shop.sql("UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1", shopper.id, code);
  const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
  const { id } = await row(shop, "SELECT id FROM order_item WHERE order_id = ?1", orderId);
  return { shopper, orderId, itemId: String(id) };
}

const codesFor = (itemId: string, batch: string) => ({ codes: [`${batch}-${itemId}`] });

/** Delivers an item whose buyer loses their name just before the delivery. */
async function withoutName({ shop, meanwhile }: Stage) {
  const { shopper, itemId, orderId } = await waitingItem(shop);
  const nameless = [
    sql(NAMELESS, shopper.id),
    sql("UPDATE orders SET profile_due_at = 9000000000000 WHERE id = ?1", orderId),
  ];
  expectRefused(
    await meanwhile("'the buyer has a name'", nameless, () =>
      shop.desk(deliver, { params: { orderItemId: itemId }, body: codesFor(itemId, "N") }),
    ),
  );
}

export const guardsOfDelivery: Guard[] = [
  {
    name: "must: nobody has begun with the item",
    async attack({ shop, meanwhile }) {
      const { itemId } = await waitingItem(shop);
      const begin = { params: { orderItemId: itemId }, body: { status: "processing" as const } };
      const rival = deskRequest(shop, beginDelivery, begin);
      expectRefused(
        await meanwhile("'nobody has begun with the item'", [rival], () =>
          shop.desk(beginDelivery, begin),
        ),
        "not_waiting",
      );
    },
  },
  {
    name: "must: the item waits",
    async attack({ shop, meanwhile }) {
      const { shopper, itemId, orderId } = await freeItem(shop, "GIFT1");
      const cancels = shopRequest(shopper, cancelOrder, { params: { orderId }, body: {} });
      // Codes that are delivered into a cancelled order are lost to the shop.
      expectRefused(
        await meanwhile("'the item waits'", [cancels], () =>
          shop.desk(deliver, { params: { orderItemId: itemId }, body: codesFor(itemId, "A") }),
        ),
      );
    },
  },
  {
    name: "must: every unit has its code (by hand)",
    heldAlsoBy: ["must: the item waits", "index code_at_place"],
    async attack({ shop, meanwhile }) {
      const { itemId } = await freeItem(shop, "GIFT2");
      const rival = deskRequest(shop, deliver, {
        params: { orderItemId: itemId },
        body: codesFor(itemId, "A"),
      });
      expectRefused(
        await meanwhile("'the item waits'", [rival], () =>
          shop.desk(deliver, { params: { orderItemId: itemId }, body: codesFor(itemId, "B") }),
        ),
      );
    },
  },
  { name: "must: the buyer has a name", attack: withoutName },
];
