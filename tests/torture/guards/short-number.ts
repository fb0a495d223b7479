import { expect } from "vitest";
import { createTicket } from "../../../contract/ticket.ts";
import { readShortNumber } from "../../../persian/short-number.ts";
import type { TestShop } from "../../support/shop.ts";
import { withOrder } from "../faults/handler.ts";
import { one } from "../plant.ts";
import type { Guard } from "./guard.ts";
import { ANYBODY, checks, newOrder, refused, set } from "./schema.ts";

const NEW_TICKET =
  "INSERT INTO ticket (id, user_id, title, description, number, created_at, updated_at)";

/** Buys from the wallet, writes a ticket, and returns the numbers of both. */
async function buyAndWrite(shop: TestShop) {
  const shopper = await shop.newShopper();
  const [bought, written] = await Promise.all([
    withOrder(shop, 100_000),
    shopper.ask(createTicket, { body: { title: "پرسش", description: "کد من کار نمی‌کند" } }),
  ]);
  const [order] = await bought.shopper.orders();
  const numbers = [order?.number ?? "", written.body.ticket.number];
  expect(numbers.map((number) => readShortNumber(number))).toEqual(
    numbers.map((number) => ({ number })),
  );
  expect(numbers[0]).not.toBe(numbers[1]);
}

export const guardsOfShortNumber: Guard[] = [
  ...["number_given", "orders_numbered", "ticket_numbered"].map((name): Guard => ({
    name: `trigger ${name}`,
    attack: ({ shop }) => buyAndWrite(shop),
  })),
  refused(
    "index orders_by_number",
    newOrder("'twin', user_id, 999, 'cancelled', 0, 0, 0, 0, 1, 1, number", ", number"),
  ),
  refused(
    "index ticket_by_number",
    `${NEW_TICKET} SELECT 'twin', ${ANYBODY}, '', '', number, 1, 1
     FROM ticket WHERE number IS NOT NULL LIMIT 1`,
  ),
  refused(
    "trigger orders_number_stays",
    `UPDATE orders SET number = 'lost' WHERE id = ${one("orders", "true")}`,
  ),
  refused(
    "trigger ticket_number_stays",
    `UPDATE ticket SET number = 'lost' WHERE id = ${one("ticket", "status = 'Open'")}`,
  ),
  ...checks("number_count", {
    "(id = 1)": "INSERT INTO number_count VALUES (2, 0)",
    "(given >= 0)": set("number_count", "given = -1"),
  }),
];
