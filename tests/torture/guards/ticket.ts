import { expect } from "vitest";
import { moveTicket } from "../../../contract/desk/ticket.ts";
import {
  closeTicket,
  createTicket,
  getTicket,
  getTickets,
  replyToTicket,
  TICKETS_PER_DAY_MAX,
} from "../../../contract/ticket.ts";
import { png } from "../../support/images.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { shopRequest } from "../../support/wire-request.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, type Stage, where } from "./guard.ts";
import { emptyFor, KEY, owner, sameKey, stranger, strangerLearnsNothing } from "./owners.ts";
import { ANYBODY, checks, lived, refused, set, twice } from "./schema.ts";

const HELLO = { title: "پرسش", description: "کد من کار نمی‌کند" };

async function openTicket(shop: TestShop) {
  const shopper = await shop.newShopper();
  const { id } = (await shopper.ask(createTicket, { body: HELLO })).body.ticket;
  return { shopper, id };
}

/** Makes a call about a ticket that its owner closes just before the batch. */
async function whileClosing(
  { shop, meanwhile }: Stage,
  claim: string,
  ask: (id: string, shopper: TestShopper) => Promise<{ status: number; body: { code?: string } }>,
) {
  const { shopper, id } = await openTicket(shop);
  const closes = shopRequest(shopper, closeTicket, { params: { id } });
  expectRefused(await meanwhile(claim, [closes], () => ask(id, shopper)), "ticket_closed");
}

const NEW_TICKET = `INSERT INTO ticket
  (id, user_id, title, description, order_item_id, status, idempotency_key,
   created_at, updated_at)`;

async function writeWithImages(shop: TestShop) {
  const shopper = await shop.newShopper();
  const image = async () => (await upload(shop, shopper, png())).body.imageUrl;
  const opened = await shopper.ask(createTicket, {
    body: { title: "پرسش", description: "کد من کار نمی‌کند", imageUrl: await image() },
  });
  const { id } = opened.body.ticket;
  await shopper.ask(replyToTicket, {
    params: { id },
    body: { content: "هنوز منتظر پاسخ شما هستم", imageUrl: await image() },
  });
}

export const guardsOfTicket: Guard[] = [
  {
    name: "must: the image is their own (in a ticket)",
    attack: (stage) => strangerLearnsNothing(stage, createTicket, "imageUrl"),
  },
  {
    name: "must: the image is their own (in a message)",
    attack: (stage) => strangerLearnsNothing(stage, replyToTicket, "imageUrl"),
  },
  {
    name: "must: the codes were delivered to them of late",
    async attack({ things, meanwhile }) {
      const { owner } = things;
      const { theirs: itemId } = things.item;
      const long = sql("UPDATE order_item SET delivered_at = 1 WHERE id = ?1", itemId);
      const answer = await meanwhile("'the codes were delivered to them of late'", [long], () =>
        owner.ask(createTicket, { body: { ...HELLO, orderItemId: itemId } }),
      );
      expectRefused(answer);
    },
  },
  {
    name: "must: the ticket is open and their own",
    heldAlsoBy: ["trigger ticket_message_needs_open", "trigger ticket_stays_closed"],
    attack: (stage) =>
      whileClosing(stage, "'the ticket is open and their own'", (id, shopper) =>
        shopper.ask(replyToTicket, {
          params: { id },
          body: { content: "هنوز منتظر پاسخ شما هستم" },
        }),
      ),
  },
  {
    name: "must: the ticket is open",
    heldAlsoBy: ["trigger ticket_stays_closed"],
    attack: (stage) =>
      whileClosing(stage, "'the ticket is open'", (id) =>
        stage.shop.desk(moveTicket, { params: { id }, body: { status: "In Progress" } }),
      ),
  },
  where(
    "a closed ticket is not closed again",
    "WHERE id = ?2 AND user_id = ?1 AND status <> 'Closed'",
    "WHERE id = ?2 AND user_id = ?1",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      const made = await shopper.ask(createTicket, {
        body: { title: "پرسش", description: "کد من کار نمی‌کند" },
      });
      const { id } = made.body.ticket;
      expect((await shopper.ask(closeTicket, { params: { id } })).status).toBe(200);
      expectRefused(await shopper.ask(closeTicket, { params: { id } }), "ticket_closed");
    },
  ),
  where(
    "the number of tickets in a day",
    "DO UPDATE SET count = count + 1",
    "DO UPDATE SET count = 1",
    async ({ shop }) => {
      const shopper = await shop.newShopper();
      const write = () =>
        shopper.ask(createTicket, { body: { title: "پرسش", description: "کد من کار نمی‌کند" } });
      for (let ticket = 0; ticket < TICKETS_PER_DAY_MAX; ticket++) await write();
      expectRefused(await write());
    },
  ),
  owner(
    "the item of a ticket",
    "WHERE i.id = ?1 AND o.user_id = ?2 AND o.state = 'paid'",
    stranger(createTicket, "orderItemId"),
  ),
  owner(
    "reading a ticket",
    "FROM ticket WHERE id = ?2 AND user_id = ?1",
    stranger(getTicket, "id"),
  ),
  owner(
    "the list of tickets",
    "FROM ticket WHERE user_id = ?1 AND (updated_at, id)",
    emptyFor(getTickets, ({ tickets }) => tickets),
  ),
  owner(
    "a ticket by its idempotency key",
    "FROM ticket WHERE user_id = ?1 AND idempotency_key = ?2",
    sameKey(
      (shopper) =>
        shopper.ask(createTicket, {
          body: { title: "پرسش", description: "کد من کار نمی‌کند" },
          idempotencyKey: KEY,
        }),
      ({ ticket }) => ticket.id,
    ),
  ),
  owner(
    "a message by its idempotency key",
    "WHERE m.ticket_id = ?2 AND m.idempotency_key = ?3 AND t.user_id = ?1",
    async ({ shop, things }) => {
      const ticket = things.ticket.theirs;
      const write = (shopper: TestShopper) =>
        shopper.ask(replyToTicket, {
          params: { id: ticket },
          body: { content: "هنوز منتظرم" },
          idempotencyKey: KEY,
        });
      expect((await write(things.owner)).status).toBe(200);
      expectRefused(await write(await shop.newShopper()), "ticket_not_found");
    },
  ),
  owner(
    "writing into a ticket",
    "EXISTS (SELECT 1 FROM ticket WHERE id = ?1 AND user_id = ?2",
    stranger(replyToTicket, "id"),
    "reading a ticket",
  ),
  owner(
    "closing a ticket",
    "WHERE id = ?2 AND user_id = ?1 AND status <> 'Closed'",
    stranger(closeTicket, "id"),
  ),
  ...checks("ticket", {
    "(status IN ('Open', 'In Progress', 'Closed', 'Owner Responded', 'User Responded'))": set(
      "ticket",
      "status = 'Lost'",
      "status <> 'Closed'",
    ),
  }),
  ...checks("ticket_message", {
    "(sender_type IN ('buyer', 'owner'))": set(
      "ticket_message",
      "sender_type = 'bot'",
      "sender_type = 'owner'",
    ),
    "((sender_type = 'buyer') = (operator IS NULL))": set(
      "ticket_message",
      "operator = 'somebody'",
      "sender_type = 'buyer'",
    ),
  }),
  refused(
    "index ticket_once_per_key",
    `${NEW_TICKET} ${twice((id) => `${id}, ${ANYBODY}, '', '', NULL, 'Open', 'twin', 1, 1`)}`,
  ),
  refused(
    "index ticket_message_once_per_key",
    `INSERT INTO ticket_message (id, ticket_id, sender_type, content, idempotency_key, created_at)
     ${twice((id) => `${id}, ${one("ticket", "status <> 'Closed'")}, 'buyer', '', 'twin', 1`)}`,
  ),
  refused(
    "trigger ticket_stays_closed",
    `UPDATE ticket SET status = 'Open' WHERE id = ${one("ticket", "status = 'Closed'")}`,
  ),
  refused(
    "trigger ticket_message_needs_open",
    `INSERT INTO ticket_message (id, ticket_id, sender_type, content, created_at)
     VALUES ('late', ${one("ticket", "status = 'Closed'")}, 'buyer', '', 1)`,
  ),
  ...lived(writeWithImages, "ticket_opened", "ticket_uses_image", "ticket_message_uses_image"),
];
