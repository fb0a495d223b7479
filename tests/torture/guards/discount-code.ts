import { expect } from "vitest";
import { setDiscountActive } from "../../../contract/desk/discount-code.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { getDiscountCodes } from "../../../contract/discount-code.ts";
import { cancelOrder, createOrder } from "../../../contract/order.ts";
import { addDiscountCode } from "../../support/discount-code.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { type TestShop, authorityOf } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, expectRefused, newcomer } from "./guard.ts";
import { owner } from "./owners.ts";
import { ANYBODY, checks, lived, othersOf, refused, set } from "./schema.ts";

/** Makes a cart of two lines, one delivered by hand, whose discount code needs both lines. */
async function discounted(shop: TestShop, balanceToman: number) {
  const code = `LIVED-${newCharacters().toUpperCase()}`;
  await addDiscountCode(shop, code, { value: 20_000, minPurchaseToman: 150_000 });
  const shopper = await shop.newShopper({ balanceToman });
  for (const deliveryType of ["instant", "manual"] as const)
    await shopper.put(await shop.newProduct({ priceToman: 100_000, stock: 50, deliveryType }));
  await shop.sql("UPDATE cart SET discount_code_id = ?2 WHERE user_id = ?1", shopper.id, code);
  return shopper;
}

async function bought(shop: TestShop) {
  const shopper = await discounted(shop, 500_000);
  const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
  return { shopper, orderId };
}

async function paidAtGateway(shop: TestShop) {
  const shopper = await discounted(shop, 0);
  const authority = authorityOf(await shopper.initiate());
  await shop.sandbox.pay(authority);
  expect((await shopper.verify(authority)).status).toBe(200);
}

/** The desk refunds `count` of the two items. */
async function giveBack(shop: TestShop, count: number) {
  const { orderId } = await bought(shop);
  const items = await shop.sql<{ id: string }>(
    "SELECT id FROM order_item WHERE order_id = ?1 LIMIT ?2",
    orderId,
    count,
  );
  const body = { reason: "کد کار نمی‌کند" };
  for (const { id } of items)
    expect((await shop.desk(refundItem, { params: { orderItemId: id }, body })).status).toBe(200);
}
const givenBack = (shop: TestShop) => giveBack(shop, 1);
const givenBackWhole = (shop: TestShop) => giveBack(shop, 2);

/** The buyer keeps less than the minimum, so the discount of the kept part is withheld. */
async function givenUp(shop: TestShop) {
  const { shopper, orderId } = await bought(shop);
  const given = await shopper.ask(cancelOrder, { params: { orderId }, body: {} });
  expect(given.status).toBe(200);
}

const SERIES = `INSERT INTO discount_series
  (id, prefix, count, made_by, idempotency_key, request_hash, created_at) VALUES`;
const IN_SERIES = `INSERT INTO discount_code (id, code, type, value, created_at, series_id, place)
  VALUES`;

export const guardsOfDiscountCode: Guard[] = [
  owner(
    "the list of personal discount codes",
    "FROM discount_code WHERE owner_id = ?2",
    async ({ shop }) => {
      const answer = await (await newcomer(shop)).ask(getDiscountCodes);
      expect([answer.status, JSON.stringify(answer.body).includes("OWNERSONLY")]).toEqual([
        200,
        false,
      ]);
    },
  ),
  ...checks("discount_code", {
    "(code = upper(code))": set("discount_code", "code = 'lower'"),
    "(type IN ('percentage', 'fixed'))": set(
      "discount_code",
      "type = 'all'",
      "type = 'percentage'",
    ),
    "(value >= 1 AND (type = 'fixed' OR value <= 100))": set(
      "discount_code",
      "value = 101",
      "type = 'percentage'",
    ),
    "(min_purchase_toman >= 0)": set("discount_code", "min_purchase_toman = -1"),
    "(max_discount_toman >= 1)": set("discount_code", "max_discount_toman = 0"),
    "(may_sell_below_cost IN (0, 1))": set("discount_code", "may_sell_below_cost = 2"),
    "(uses_max >= 1)": set("discount_code", "uses_max = 0"),
    "(uses_per_user_max >= 1)": set("discount_code", "uses_per_user_max = 0"),
    "(is_active IN (0, 1))": set("discount_code", "is_active = 2"),
  }),
  refused("unique discount_code (code)", othersOf("discount_code", "code")),
  refused(
    "check discount_series (count BETWEEN 1 AND 1000)",
    `${SERIES} ('too-many', 'P', 1001, 'local', NULL, '', 1)`,
  ),
  refused(
    "index discount_series_once_per_key",
    `${SERIES} ('key-1', 'P', 1, 'local', 'key', '', 1)`,
    `${IN_SERIES} ('key-1-0', 'KEY-1-0', 'fixed', 1000, 1, 'key-1', 0)`,
    `${SERIES} ('key-2', 'P', 1, 'local', 'key', '', 1)`,
  ),
  refused(
    "index discount_code_in_series",
    `${SERIES} ('places', 'P', 1, 'local', NULL, '', 1)`,
    `${IN_SERIES} ('place-1', 'PLACE-1', 'fixed', 1000, 1, 'places', 0)`,
    `${IN_SERIES} ('place-2', 'PLACE-2', 'fixed', 1000, 1, 'places', 0)`,
  ),
  ...lived(bought, "discount_use_counts"),
  ...lived(paidAtGateway, "discount_of_order_counts"),
  ...lived(givenBack, "discount_of_unit_returns"),
  ...lived(givenUp, "discount_withheld_returns"),
  ...lived(givenBackWhole, "discount_use_returns", "discount_use_counts_back"),
  refused(
    "index discount_use_returned_once",
    `INSERT INTO discount_use (order_id, discount_code_id, user_id, returned_at)
     SELECT id, 'seed-discount', ${ANYBODY}, 1 FROM orders
     WHERE id NOT IN (SELECT order_id FROM discount_use) LIMIT 2`,
  ),
  {
    name: "must: the discount code is as it was",
    async attack({ shop, meanwhile }) {
      const code = `MOVED-${newCharacters().toUpperCase()}`;
      await addDiscountCode(shop, code);
      const request = { params: { id: code }, body: { status: "stopped" as const } };
      const rival = deskRequest(shop, setDiscountActive, request);
      const answer = await meanwhile("'the discount code is as it was'", [rival], () =>
        shop.desk(setDiscountActive, request),
      );
      expectRefused(answer, "stale_discount_code");
    },
  },
];
