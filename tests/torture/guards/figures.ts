import { expect } from "vitest";
import { replaceCode } from "../../../contract/desk/code.ts";
import { closeDay, getClosing } from "../../../contract/desk/closing.ts";
import { writePersian, tehranDay } from "../../../persian/calendar.ts";
import { handleCodes, leaveThingsOpen, payAtGateway, withdraw } from "../../support/busy-shop.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import type { TestShop } from "../../support/shop.ts";
import { row, withCart, withOrder } from "../faults/handler.ts";
import { type Guard, sql, succeeds } from "./guard.ts";
import { heldOrder } from "./look.ts";
import { lived, refused } from "./schema.ts";
import { DAY, HOUR } from "../../support/time.ts";

/** Guards of the sums per day, product and book, and of closed days. */

const ordered = (shop: TestShop) => withOrder(shop, 100_000);

/** Replaces the code of an item, by one from stock or by one that the operator types. */
async function replaceOne(shop: TestShop, product: Parameters<TestShop["newProduct"]>[0] = {}) {
  const { itemId } = await withOrder(shop, 100_000, product);
  if (product?.deliveryType === "manual")
    await succeeds(
      shop.desk(deliver, {
        params: { orderItemId: itemId },
        body: { codes: [crypto.randomUUID()] },
      }),
    );
  const { id } = await row(shop, "SELECT id FROM code WHERE order_item_id = ?1", itemId);
  const brings = product?.deliveryType === "manual" ? { code: crypto.randomUUID() } : {};
  const body = { reason: "کد کار نمی‌کند", ...brings };
  await succeeds(shop.desk(replaceCode, { params: { codeId: String(id) }, body }));
}

/** A trigger that raises the count of a query by one when something happens. */
const counts = (
  name: string,
  query: string,
  happen: (shop: TestShop) => Promise<unknown>,
): Guard => ({
  name: `trigger ${name}`,
  async attack({ shop }) {
    const count = async () => Number((await row(shop, query))["count"]);
    const before = await count();
    await happen(shop);
    expect(await count()).toBe(before + 1);
  },
});

const AN_OPERATOR = "(SELECT name FROM operator ORDER BY name LIMIT 1)";
/** SQL text: closes a day on which nothing happened, without a difference. */
const closing = (values: string) =>
  `INSERT INTO closing (day, taken_toman, returned_toman, gateway_toman, difference_toman, note,
     report, closed_by, closed_at) SELECT ${values}`;
const CLOSED = closing(`3, 0, 0, 0, 0, NULL, '{}', ${AN_OPERATOR}, 9000000000000`);

const refusedCheck = (check: string, values: string) =>
  refused(`check closing ${check}`, closing(values));

export const guardsOfFigures: Guard[] = [
  ...lived(
    (shop) => shop.newShopper({ balanceToman: 5_000 }),
    "account_moves_book",
    "transfer_sums",
  ),
  ...lived(ordered, "transfer_sums_product", "item_delivered_counts", "order_bought_counts"),
  ...lived((shop) => payAtGateway(shop, 1), "order_paid_counts", "payment_taken_counts"),
  ...lived(leaveThingsOpen, "earning_joins_book"),
  ...lived((shop) => replaceOne(shop), "code_sold_costs"),
  ...lived((shop) => replaceOne(shop, { deliveryType: "manual" }), "code_brought_costs"),
  ...lived(handleCodes, "earning_moves_book", "unit_returned_counts"),
  ...lived(withdraw, "decision_ends_promise"),
  counts("basket_counts", "SELECT sum(baskets) AS count FROM day_sum", (shop) => withCart(shop)),
  counts("payment_begun_counts", "SELECT sum(payments) AS count FROM day_sum", async (shop) => {
    const { shopper } = await withCart(shop);
    expect((await shopper.initiate()).status).toBe(200);
  }),
  counts(
    "look_missed_counts",
    "SELECT coalesce(sum(ended - kept), 0) AS count FROM day_promise WHERE kind = 'look'",
    async (shop) => {
      await heldOrder(shop);
      await shop.turnClock(25 * 3_600_000);
      await shop.runJobs();
    },
  ),
  refusedCheck(
    "(difference_toman = gateway_toman - (taken_toman - returned_toman))",
    `4, 0, 0, 9, 0, NULL, '{}', ${AN_OPERATOR}, 9000000000000`,
  ),
  refusedCheck(
    "(difference_toman = 0 OR length(note) >= 3)",
    `4, 0, 0, 9, 9, '', '{}', ${AN_OPERATOR}, 9000000000000`,
  ),
  refusedCheck("(json_valid(report))", `4, 0, 0, 0, 0, NULL, '{', ${AN_OPERATOR}, 9000000000000`),
  refusedCheck(
    "(closed_at >= (day + 1) * 86400000 - 12600000)",
    `30000, 0, 0, 0, 0, NULL, '{}', ${AN_OPERATOR}, 30000 * 86400000`,
  ),
  refused(
    "trigger closing_never_changes",
    CLOSED,
    "UPDATE closing SET note = 'دیگر' WHERE day = 3",
  ),
  refused("trigger closing_never_goes", CLOSED, "DELETE FROM closing WHERE day = 3"),
  refused(
    "trigger closed_book_stands",
    CLOSED,
    "INSERT INTO day_book VALUES (3, 'topup', 'gateway:zarinpal', 'shopper', 1, 5)",
  ),
  refused(
    "trigger closed_product_stands",
    CLOSED,
    "INSERT INTO product_day (day, product_id) SELECT 3, id FROM product LIMIT 1",
  ),
  refused("trigger closed_sum_stands", CLOSED, "INSERT INTO day_sum (day, orders) VALUES (3, 1)"),
  refused(
    "trigger closed_promise_stands",
    CLOSED,
    "INSERT INTO day_promise VALUES (3, 'ticket', 1, 1)",
  ),
  {
    name: "must: the ledger of the day is what was read",
    async attack({ shop, meanwhile }) {
      const today = tehranDay(Date.now());
      const day = writePersian(today);
      await shop.turnClock(DAY + HOUR);
      const book = (sum: string) =>
        `UPDATE day_book SET toman = toman ${sum}
         WHERE day = ?1 AND kind = (SELECT kind FROM day_book
           WHERE day = ?1 AND debit_book = 'gateway:zarinpal' LIMIT 1)`;
      const { difference } = (await shop.desk(getClosing, { query: { day } })).body.closing;
      const { status } = await meanwhile(
        "'the ledger of the day is what was read'",
        [sql(book("+ 1"), today)],
        () => shop.desk(closeDay, { body: { day, difference, note: "برای آزمون" } }),
      );
      expect(status).toBe(503);
      await shop.sql(book("- 1"), today);
    },
  },
];
