import { afterEach, describe, expect, test } from "vitest";
import { NEWEST } from "../../../api/base/page.ts";
import {
  findLatestOrders,
  findItemsInHand,
  findLatestTickets,
  findOverview,
} from "../../../api/dashboard/statements.ts";
import { findOrders } from "../../../api/buying/order/statements.ts";
import { getOverview, getRecent } from "../../../contract/dashboard.ts";
import { giveCode } from "../../../contract/gift.ts";
import { createOrder, getOrderItemContent } from "../../../contract/order.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop({ audit: true });
afterEach(() => shop.turnClock(0));

const NOTHING_WAITS = {
  lastCode: null,
  unreadElsewhere: null,
  namesDue: null,
  answeredTicket: null,
  openPayment: null,
  reportEnds: null,
  // Other tests may have put a public code into the shop.
  expiringCode: expect.toSatisfy(() => true) as unknown,
};

const overview = async (shopper: TestShopper) => (await shopper.ask(getOverview)).body;
const recent = async (shopper: TestShopper) => (await shopper.ask(getRecent)).body;

const addTickets = (shopper: TestShopper, count: number) =>
  shop.sql(
    `INSERT INTO ticket (id, user_id, title, description, created_at, updated_at)
     SELECT ?1 || '-' || value, ?1, 'تیکت ' || value, 'متن تیکت', value, value FROM json_each(?2)`,
    shopper.id,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
  );

/** Adds past orders, each with one free item. */
async function addOrders(shopper: TestShopper, product: string, count: number) {
  const numbers = JSON.stringify(Array.from({ length: count }, (_, index) => index));
  await shop.sql(
    `INSERT INTO orders (id, user_id, cart_version, state, total_toman, wallet_toman,
       gateway_toman, reward_toman, created_at, updated_at, paid_at)
     SELECT ?1 || '-' || value, ?1, 1000 + value, 'paid', 0, 0, 0, 0, value, value, value
     FROM json_each(?2)`,
    shopper.id,
    numbers,
  );
  await shop.sql(
    `INSERT INTO order_item (id, order_id, product_id, product_name, delivery_type, quantity,
       price_toman, total_toman, reward_toman, delivery_status, position, waiting_since, ordered_at)
     SELECT 'item-' || ?1 || '-' || value, ?1 || '-' || value, ?3, ?3, 'manual', 1, 1, 0, 0,
       'pending', 0, value, value FROM json_each(?2)`,
    shopper.id,
    numbers,
    product,
  );
}

describe("the dashboard", () => {
  test("is empty for a new shopper and closed to guests", async () => {
    const shopper = await shop.newShopper();
    expect(await overview(shopper)).toEqual({
      data: { walletBalance: 0, ordersCount: 0, ticketsCount: 0, ...NOTHING_WAITS },
    });
    expect(await recent(shopper)).toEqual({ data: { latestOrders: [], latestTickets: [] } });
    for (const path of ["/dashboard/overview", "/dashboard/recent"])
      expect((await shop.call("GET", path)).status).toBe(401);
  });

  test("counts orders and tickets and shows the five newest of each", async () => {
    const [shopper, other] = [
      await shop.newShopper({ balanceToman: 700_000 }),
      await shop.newShopper({ balanceToman: 100_000 }),
    ];
    const [instant, manual] = [
      await shop.newProduct({ stock: 9 }),
      await shop.newProduct({ deliveryType: "manual" }),
    ];
    const orders = [];
    for (const product of [instant, instant, instant, instant, instant, manual])
      orders.push(await shopper.buy(product));
    await other.buy(instant);
    await addTickets(shopper, 7);
    await addTickets(other, 1);
    await shopper.put(instant);
    expect((await shopper.initiate()).status).toBe(200);
    expect(await overview(shopper)).toMatchObject({
      data: { walletBalance: 100_000, ordersCount: 6, ticketsCount: 7 },
    });
    const { data } = await recent(shopper);
    expect(data.latestOrders.map(({ id }) => id)).toEqual(orders.toReversed().slice(0, 5));
    expect(data.latestOrders.map(({ deliveryStatus }) => deliveryStatus)).toEqual([
      "pending",
      ...Array(4).fill("delivered"),
    ]);
    expect(data.latestTickets).toEqual(
      [6, 5, 4, 3, 2].map((number) => ({
        id: `${shopper.id}-${String(number)}`,
        title: `تیکت ${String(number)}`,
        status: "Open",
        updatedAt: new Date(number).toISOString(),
      })),
    );
  });

  test("links to the newest code, and shows what waits and what ends soon", async () => {
    const shopper = await shop.newShopper({ balanceToman: 700_000 });
    const other = await shop.newShopper({ balanceToman: 100_000 });
    const product = await shop.newProduct({ stock: 9 });
    const view = async () => (await overview(shopper)).data;
    const itemOf = async (orderId: string) => {
      const order = await shopper.order(orderId);
      const [item] = order.OrderItems;
      if (!item) throw new Error("The order has no item");
      return item;
    };
    await other.buy(product);
    const first = await shopper.buy(product);
    await shop.turnClock(3_600_000);
    await shopper.put(product, 2);
    const second = (await shopper.ask(createOrder, { body: {} })).body.orderId;
    const [older, newer] = [await itemOf(first), await itemOf(second)];
    expect(await view()).toMatchObject({
      lastCode: {
        orderId: second,
        name: newer.Product.name,
        imageUrl: newer.Product.imageUrl,
        deliveredAt: newer.deliveredAt,
        codesCount: 2,
        unreadCount: 2,
      },
      unreadElsewhere: { orderId: first, count: 1 },
      reportEnds: { orderId: first, until: older.codes[0]?.reportUntil },
      openPayment: null,
    });

    // Reading, giving and the end of the problem window change the overview.
    const read = (orderId: string, orderItemId: string, code?: string) =>
      shopper.ask(getOrderItemContent, {
        params: { orderId, orderItemId },
        query: code === undefined ? {} : { code },
      });
    await read(first, older.id);
    const gift = await shopper.askUntyped(giveCode, {
      body: {
        codeId: newer.codes[0]?.id ?? "",
        occasion: "none",
        recipient: "مهدی",
        message: "",
        signature: "سارا",
        sendsSms: false,
        isPhoneRequired: false,
      },
    });
    expect(gift.status).toBe(200);
    expect(await view()).toMatchObject({
      lastCode: { orderId: second, codesCount: 1, unreadCount: 1 },
      unreadElsewhere: null,
    });
    await shop.turnClock(24.5 * 3_600_000);
    expect((await view()).reportEnds).toMatchObject({ orderId: second });
    await shop.turnClock(26 * 3_600_000);
    expect((await view()).reportEnds).toBeNull();
    await shop.turnClock(0);

    await addTickets(shopper, 2);
    await shop.sql("UPDATE ticket SET status = 'Owner Responded' WHERE id = ?1", `${shopper.id}-0`);
    await shop.sql("UPDATE orders SET profile_due_at = 1000 WHERE id = ?1", first);
    await shop.sql(
      `INSERT INTO discount_code (id, code, type, value, owner_id, created_at, expires_at)
       SELECT ?1 || '-' || value, 'ENDS' || value || upper(substr(?1, 1, 8)), 'percentage', 5, ?1,
         1, ?2 + value * 3 * 86400000 FROM json_each('[-1, 1, 2, 3]')`,
      shopper.id,
      Date.now(),
    );
    await shopper.put(product);
    expect((await shopper.initiate()).status).toBe(200);
    expect(await view()).toMatchObject({
      answeredTicket: { id: `${shopper.id}-0`, title: "تیکت 0" },
      namesDue: { orderId: first, until: new Date(1000).toISOString() },
      openPayment: {
        purpose: "cart_checkout",
        url: expect.stringContaining("StartPay") as unknown,
      },
      expiringCode: { code: `ENDS1${shopper.id.slice(0, 8).toUpperCase()}`, value: 5 },
    });
    await shop.turnClock(16 * 60_000);
    expect((await view()).openPayment).toBeNull();
    await shop.sql("UPDATE orders SET profile_due_at = NULL WHERE id = ?1", first);
  });

  test("reads no more rows for a long history", async () => {
    const product = await shop.newProduct({ deliveryType: "manual" });
    const measured = [];
    for (const count of [60, 200]) {
      const shopper = await shop.newShopper();
      await addOrders(shopper, product, count);
      await addTickets(shopper, count);
      const parts = [
        await shop.measure((db) => findOverview(db, shopper.id, 20, Date.now())),
        await shop.measure((db) => findLatestOrders(db, shopper.id, 5)),
        await shop.measure((db) => findLatestTickets(db, shopper.id, 5)),
        await shop.measure((db) => findOrders(db, shopper.id, { limit: 51, after: NEWEST })),
        await shop.measure((db) =>
          findOrders(db, shopper.id, { limit: 51, after: { at: 55, id: "" } }),
        ),
      ];
      for (const { plan } of parts)
        expect(plan.filter((step) => /SCAN (?!\(subquery)|TEMP B-TREE/.test(step))).toEqual([]);
      // This query is not checked for sorting, since it sorts the items of a few orders.
      parts.push(await shop.measure((db) => findItemsInHand(db, shopper.id, 20)));
      measured.push(parts.map(({ rowsRead }) => rowsRead));
    }
    const [few = [], many = []] = measured;
    // Each search of items may read one row more, where it ends at another shopper's row.
    expect(few.map((rows, index) => (many[index] ?? Infinity) <= rows + 3)).toEqual(
      few.map(() => true),
    );
  });
});
