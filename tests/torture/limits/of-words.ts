import { generateKeyPairSync, sign } from "node:crypto";
import { expect } from "vitest";
import { setQuantity } from "../../../contract/cart.ts";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import { createOrder } from "../../../contract/order.ts";
import { PAGE_SIZE_MAX } from "../../../contract/page.ts";
import { COMMENT_MAX, COMMENT_MIN, STARS_MAX, createRating } from "../../../contract/rating.ts";
import {
  OPEN_ALERTS_MAX,
  ALERT_REQUESTS_PER_DAY_MAX,
  addRestockAlert,
} from "../../../contract/restock.ts";
import { QUERY_MAX, search } from "../../../contract/search.ts";
import {
  ANSWER_SMS_MINUTES,
  PROBLEM_HOURS,
  TICKETS_PER_DAY_MAX,
  TICKET_MESSAGES_PER_HOUR_MAX,
  TICKET_TEXT_MAX,
  TICKET_TEXT_MIN,
  TICKET_TITLE_MAX,
  TICKET_TITLE_MIN,
  createTicket,
  replyToTicket,
} from "../../../contract/ticket.ts";
import {
  TOROB_PAGE_SIZE,
  TOROB_TOKEN_HEADER,
  TOROB_TOKEN_VERSION,
  TOROB_TOKEN_VERSION_HEADER,
  getTorobProducts,
} from "../../../contract/torob.ts";
import { getTransactions } from "../../../contract/transaction.ts";
import {
  type Limit,
  allowsOnly,
  constant,
  endsAfter,
  expectAnswer,
  letters,
  place,
} from "./limit.ts";
import { HOUR_MS, MINUTE_MS, type Shopper, type Stage } from "./stage.ts";

/** Limits of tickets, ratings, alerts, search and feeds. */

const TICKET = "contract/ticket.ts";
const RATING = "contract/rating.ts";
const RESTOCK = "contract/restock.ts";
const TEXT = "این متن به اندازه کافی بلند است.";

const openTicket = (
  { ask }: Shopper,
  what: { title?: string; description?: string; orderItemId?: string } = {},
) => ask(createTicket, { body: { title: "عنوان", description: TEXT, ...what } });

async function withTicket(stage: Stage): Promise<{ shopper: Shopper; ticketId: string }> {
  const shopper = await stage.newShopper();
  const opened = await openTicket(shopper);
  expectAnswer(opened);
  return { shopper, ticketId: opened.body.ticket.id };
}

/** A shopper who can buy items; `buy` returns the id of a delivered item. */
async function withItems(stage: Stage) {
  const shopper = await stage.newShopper({ balanceToman: 10_000_000 });
  const productId = await stage.newProduct();
  return {
    shopper,
    buy: async (): Promise<string> => {
      expectAnswer(await shopper.ask(setQuantity, { body: { productId, quantity: 1 } }));
      const bought = await shopper.ask(createOrder, { body: {} });
      expectAnswer(bought);
      const [item] = await stage.shop.sql(
        "SELECT id FROM order_item WHERE order_id = ?1",
        bought.body.orderId,
      );
      return String(item?.["id"]);
    },
  };
}

interface Words {
  stars?: number;
  comment?: string;
}

/** Rates a new item each time, because an item is rated once. */
async function allowsRating(stage: Stage, inside: Words, beyond: Words): Promise<void> {
  const { shopper, buy } = await withItems(stage);
  const rate = async (words: Words) =>
    shopper.ask(createRating, {
      body: { orderItemId: await buy(), stars: 5, comment: TEXT, ...words },
    });
  await allowsOnly(rate, { inside, beyond });
}

const allowsTicket = async (
  stage: Stage,
  inside: { title?: string; description?: string },
  beyond: typeof inside,
) => {
  const shopper = await stage.newShopper();
  await allowsOnly((words) => openTicket(shopper, words), { inside, beyond });
};

const torob = generateKeyPairSync("ed25519");

/** Headers of Torob's requests, signed with a key that the shop gets from this test. */
function torobHeaders(now: number): Record<string, string> {
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const claims = { aud: "shop.example", exp: now / 1_000 + 300, nbf: now / 1_000 - 60 };
  const text = `${encoded({ alg: "EdDSA" })}.${encoded(claims)}`;
  const token = `${text}.${sign(null, Buffer.from(text), torob.privateKey).toString("base64url")}`;
  return { [TOROB_TOKEN_HEADER]: token, [TOROB_TOKEN_VERSION_HEADER]: TOROB_TOKEN_VERSION };
}

export const torobVars = {
  TOROB_PUBLIC_KEY: torob.publicKey.export({ type: "spki", format: "der" }).toString("base64"),
};

export const limitsOfWords: Limit[] = [
  constant(TICKET, "TICKET_TITLE_MIN", "1", (stage) =>
    allowsTicket(
      stage,
      { title: letters(TICKET_TITLE_MIN) },
      { title: letters(TICKET_TITLE_MIN - 1) },
    ),
  ),
  constant(TICKET, "TICKET_TITLE_MAX", "10_000", (stage) =>
    allowsTicket(
      stage,
      { title: letters(TICKET_TITLE_MAX) },
      { title: letters(TICKET_TITLE_MAX + 1) },
    ),
  ),
  constant(TICKET, "TICKET_TEXT_MIN", "1", (stage) =>
    allowsTicket(
      stage,
      { description: letters(TICKET_TEXT_MIN) },
      { description: letters(TICKET_TEXT_MIN - 1) },
    ),
  ),
  constant(TICKET, "TICKET_TEXT_MAX", "100_000", (stage) =>
    allowsTicket(
      stage,
      { description: letters(TICKET_TEXT_MAX) },
      { description: letters(TICKET_TEXT_MAX + 1) },
    ),
  ),
  constant(TICKET, "TICKETS_PER_DAY_MAX", "2_000", async (stage) => {
    const shopper = await stage.newShopper();
    await endsAfter(TICKETS_PER_DAY_MAX, () => openTicket(shopper), "too_many");
  }),
  constant(TICKET, "TICKET_MESSAGES_PER_HOUR_MAX", "6_000", async (stage) => {
    const { shopper, ticketId } = await withTicket(stage);
    const write = () =>
      shopper.ask(replyToTicket, { params: { id: ticketId }, body: { content: TEXT } });
    await endsAfter(TICKET_MESSAGES_PER_HOUR_MAX, write, "too_many");
  }),
  constant(TICKET, "PROBLEM_HOURS", "2_400", async (stage) => {
    const { shopper, buy } = await withItems(stage);
    const reportAfter = async (ms: number) => {
      const orderItemId = await buy();
      stage.pass(ms);
      return openTicket(shopper, { orderItemId });
    };
    const hours = PROBLEM_HOURS * HOUR_MS;
    await allowsOnly(reportAfter, { inside: hours - 1, beyond: hours }, "problem_too_late");
  }),
  constant(TICKET, "ANSWER_SMS_MINUTES", "0", async (stage) => {
    const { ticketId } = await withTicket(stage);
    const answerAfter = async (minutes: number) => {
      stage.pass(minutes * MINUTE_MS);
      expectAnswer(
        await stage.desk(answerTicket, { params: { id: ticketId }, body: { content: TEXT } }),
      );
      const [row] = await stage.shop.sql(
        "SELECT count(*) AS sent FROM outbox WHERE id LIKE 'ticket:%'",
      );
      return row?.["sent"];
    };
    expect([
      await answerAfter(1),
      await answerAfter(ANSWER_SMS_MINUTES - 1),
      await answerAfter(1),
    ]).toEqual([1, 1, 2]);
  }),
  // A CHECK holds the same limit; without the constant the refusal is another.
  constant(RATING, "STARS_MAX", "500", (stage) =>
    allowsRating(stage, { stars: STARS_MAX }, { stars: STARS_MAX + 1 }),
  ),
  constant(RATING, "COMMENT_MIN", "1", (stage) =>
    allowsRating(stage, { comment: letters(COMMENT_MIN) }, { comment: letters(COMMENT_MIN - 1) }),
  ),
  constant(RATING, "COMMENT_MAX", "50_000", (stage) =>
    allowsRating(stage, { comment: letters(COMMENT_MAX) }, { comment: letters(COMMENT_MAX + 1) }),
  ),
  constant(RESTOCK, "OPEN_ALERTS_MAX", "5_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const wish = async () =>
      ask(addRestockAlert, { body: { productId: await stage.newProduct({ stock: 0 }) } });
    await endsAfter(OPEN_ALERTS_MAX, wish, "too_many_alerts");
  }),
  constant(RESTOCK, "ALERT_REQUESTS_PER_DAY_MAX", "10_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const productId = await stage.newProduct({ stock: 0 });
    await endsAfter(
      ALERT_REQUESTS_PER_DAY_MAX,
      () => ask(addRestockAlert, { body: { productId } }),
      "too_many",
    );
  }),
  constant("contract/search.ts", "QUERY_MAX", "10_000", async (stage) => {
    const searchFor = (length: number) =>
      stage.anyone(search, { query: { query: letters(length) } });
    await allowsOnly(searchFor, { inside: QUERY_MAX, beyond: QUERY_MAX + 1 });
  }),
  constant("contract/page.ts", "PAGE_SIZE_MAX", "5_000", async (stage) => {
    const { ask } = await stage.newShopper();
    const list = (limit: number) => ask(getTransactions, { query: { limit } });
    await allowsOnly(list, { inside: PAGE_SIZE_MAX, beyond: PAGE_SIZE_MAX + 1 });
  }),
  constant("contract/torob.ts", "TOROB_PAGE_SIZE", "10_000", async (stage) => {
    const readNamed = (many: number) => {
      const names = Array.from({ length: many }, (_, index) => `product-${String(index)}`);
      return stage.anyone(getTorobProducts, {
        body: { page_uniques: names },
        headers: torobHeaders(stage.now()),
      });
    };
    await allowsOnly(
      readNamed,
      { inside: TOROB_PAGE_SIZE, beyond: TOROB_PAGE_SIZE + 1 },
      "torob_request",
    );
  }),
  place(
    "the length of an idempotency key",
    {
      file: "api/base/context.ts",
      find: /\{1,200\}\$\/\.test\(key\)/,
      replace: "{1,20000}$/.test(key)",
    },
    async (stage) => {
      const { ask } = await stage.newShopper();
      const open = (length: number) =>
        ask(createTicket, {
          body: { title: "عنوان", description: TEXT },
          idempotencyKey: "a".repeat(length),
        });
      await allowsOnly(open, { inside: 200, beyond: 201 });
    },
  ),
];
