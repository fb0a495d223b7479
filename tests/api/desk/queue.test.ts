import { afterEach, describe, expect, test } from "vitest";
import { SOURCES } from "../../../api/desk/queue/sources.ts";
import { findAsides, findHolds } from "../../../api/desk/queue/statements.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { deliver } from "../../../contract/desk/delivery.ts";
import { decideEarning } from "../../../contract/desk/earning.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { decideLook } from "../../../contract/desk/look.ts";
import { decideNameRequest } from "../../../contract/desk/name-request.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import {
  QUEUE_ROWS_MAX,
  type QueueKind,
  QUEUE_KINDS,
  bringBack,
  countQueue,
  getQueuePane,
  getQueuedCard,
  holdQueued,
  listQueue,
  releaseQueued,
  setAside,
} from "../../../contract/desk/queue.ts";
import { adoptPayment } from "../../../contract/desk/payment.ts";
import { endReview } from "../../../contract/desk/review.ts";
import { answerTicket, moveTicket } from "../../../contract/desk/ticket.ts";
import { getImageLink } from "../../../contract/desk/upload.ts";
import { decideWithdrawal, holdWithdrawal } from "../../../contract/desk/withdrawal.ts";
import { createTicket, replyToTicket } from "../../../contract/ticket.ts";
import { paymentInReview } from "../../support/busy-shop.ts";
import {
  type TestOperator,
  hash,
  linesOf,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import { useShop } from "../../support/use-shop.ts";
import { waitingKinds } from "../../support/waiting-kinds.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

/** The queue: everything that waits for an operator, in the order of the promised times. */

const shop = useShop();
afterEach(async () => {
  await shop.turnClock(0);
});
const reason = "دلیل آن نوشته شد";

/** Makes one waiting thing of each kind. */
const makers = waitingKinds(shop);

/** Decides a thing by the call of its kind. A stray payment is adopted by writing the rows. */
const deciders: Record<QueueKind, (by: TestOperator, id: string) => Promise<{ status: number }>> = {
  identity: ({ ask }, id) =>
    ask(decideIdentityRequest, {
      params: { id },
      body: { status: "rejected", rejectionReason: reason },
    }),
  bank_card: ({ ask }, id) =>
    ask(decideBankCard, { params: { id }, body: { status: "rejected", rejectionReason: reason } }),
  name_request: ({ ask }, id) =>
    ask(decideNameRequest, { params: { id }, body: { status: "verified", reason } }),
  delivery: ({ ask }, id) =>
    ask(deliver, { params: { orderItemId: id }, body: { codes: [`CODE-${crypto.randomUUID()}`] } }),
  ticket: ({ ask }, id) =>
    ask(answerTicket, { params: { id }, body: { content: "از آمریکا است." } }),
  withdrawal: ({ ask }, id) =>
    ask(decideWithdrawal, {
      params: { id },
      body: { status: "rejected", rejectionReason: reason },
    }),
  payment: ({ ask }, id) =>
    ask(endReview, { params: { id }, body: { moneyIs: "on_card", note: reason } }),
  refund: ({ ask }, id) =>
    ask(endReview, { params: { id }, body: { moneyIs: "on_card", note: reason } }),
  look: ({ ask }, orderId) =>
    ask(decideLook, { params: { orderId }, body: { status: "released", reason } }),
  earning: ({ ask }, id) =>
    ask(decideEarning, { params: { id }, body: { status: "refused", reason } }),
  stray_payment: async (_, authority) => {
    const { id } = await paymentInReview(shop);
    await shop.sql("UPDATE stray_payment SET payment_id = ?2 WHERE authority = ?1", authority, id);
    return { status: 200 };
  },
  proposal: ({ ask }, id) => ask(decideProposal, { params: { id }, body: { status: "confirmed" } }),
};

const rowsOf = async ({ ask }: TestOperator) => (await ask(listQueue)).body.rows;
const rowOf = async (by: TestOperator, kind: QueueKind, id: string) =>
  (await rowsOf(by)).find((row) => row.kind === kind && row.id === id);
const paneOf = async (by: TestOperator, kind: QueueKind, id: string) =>
  (await by.ask(getQueuePane, { params: { kind, id } })).body.pane;

/** Checks that while a colleague holds a thing, no other operator can decide about it. */
async function refusedWhileHeld(kind: QueueKind, id: string, by: TestOperator) {
  const colleague = await newOperator(shop);
  const params = { kind, id };
  await colleague.ask(holdQueued, { params, body: {} });
  const until = new Date(Date.now() + HOUR).toISOString();
  const refused = [
    await (kind === "stray_payment"
      ? by.ask(adoptPayment, { body: { authority: id, amount: 50_000, personId: "nobody" } })
      : deciders[kind](by, id)),
    await by.ask(setAside, { params, body: { until, reason } }),
  ];
  const held = { status: 409, body: { code: "held_by_other", details: colleague.name } };
  expect(refused).toMatchObject([held, held]);
  await colleague.ask(releaseQueued, { params });
}

describe("each kind", () => {
  test.each(QUEUE_KINDS)(
    "%s waits, shows the effects of an approval, and disappears after its decision",
    async (kind) => {
      const owner = await newOperator(shop);
      const id = await makers[kind]();
      const row = await rowOf(owner, kind, id);
      expect(row).toMatchObject({ kind, id, heldBy: null, aside: null });
      expect(row?.summary).not.toBe("");
      expect(Date.parse(row?.dueAt ?? "")).toBeGreaterThan(Date.parse(row?.startsAt ?? ""));
      const whole = await paneOf(owner, kind, id);
      expect(whole).toMatchObject({ kind, id, isWaiting: true, decided: null });
      expect(whole.consequence).not.toBe("");
      expect(whole.facts).not.toEqual([]);
      // The pane shows the phone that the list masks.
      if (row?.person) expect(row.person.phone).not.toBe(whole.person?.phone);
      await refusedWhileHeld(kind, id, owner);
      expect((await deciders[kind](owner, id)).status).toBe(200);
      expect(await rowOf(owner, kind, id)).toBeUndefined();
      const ended = await paneOf(owner, kind, id);
      expect(ended.isWaiting).toBe(false);
      if (kind !== "stray_payment") expect(ended.decided?.by).toBe(owner.name);
      expect((await owner.ask(listQueue)).body.decidedToday).toBe(kind === "stray_payment" ? 0 : 1);
    },
  );

  test("is shown only to operators whose role may decide it", async () => {
    const [viewer, support, finance] = await Promise.all(
      (["viewer", "support", "finance"] as const).map((role) => newOperator(shop, { role })),
    );
    if (!viewer || !support || !finance) throw new Error("unreachable");
    const [ticket, withdrawal] = [await makers.ticket(), await makers.withdrawal()];
    expect((await viewer.ask(listQueue)).status).toBe(403);
    expect((await viewer.ask(countQueue)).status).toBe(403);
    for (const operator of [support, finance])
      expect((await operator.ask(countQueue)).body).toEqual({
        count: (await rowsOf(operator)).filter(({ aside }) => aside === null).length,
        isMore: false,
        lowStock: expect.any(Number),
      });
    expect(await rowOf(support, "ticket", ticket)).toBeDefined();
    expect(await rowOf(support, "withdrawal", withdrawal)).toBeUndefined();
    expect(await rowOf(finance, "withdrawal", withdrawal)).toBeDefined();
    const money = { params: { kind: "withdrawal", id: withdrawal } };
    expect((await support.ask(getQueuePane, money)).body.code).toBe("role_too_low");
    expect((await support.ask(holdQueued, { ...money, body: {} })).body.code).toBe("role_too_low");
    // Operators who pay see the whole number of the card that gets the money.
    const pane = await paneOf(finance, "withdrawal", withdrawal);
    expect(JSON.stringify(pane.facts)).toMatch(/[۰-۹]{4} [۰-۹]{4} [۰-۹]{4} [۰-۹]{4}/);
  });
});

describe("the promise", () => {
  test("of a ticket is counted from the first unanswered message", async () => {
    const owner = await newOperator(shop);
    const shopper = await shop.newShopper();
    const asked = { title: "پرسش", description: "کد از چه کشوری است؟" };
    const { id } = (await shopper.ask(createTicket, { body: asked })).body.ticket;
    const first = await rowOf(owner, "ticket", id);
    expect(Date.parse(first?.dueAt ?? "") - Date.parse(first?.startsAt ?? "")).toBe(2 * HOUR);
    await shop.turnClock(30 * MINUTE);
    const words = { params: { id }, body: { content: "هنوز منتظرم." } };
    await shopper.ask(replyToTicket, words);
    expect((await rowOf(owner, "ticket", id))?.dueAt).toBe(first?.dueAt);
    await owner.ask(moveTicket, { params: { id }, body: { status: "In Progress" } });
    expect((await rowOf(owner, "ticket", id))?.dueAt).toBe(first?.dueAt);
    await owner.ask(answerTicket, { params: { id }, body: { content: "از آمریکا است." } });
    expect(await rowOf(owner, "ticket", id)).toBeUndefined();
    await shopper.ask(replyToTicket, words);
    const again = await rowOf(owner, "ticket", id);
    expect(Date.parse(again?.startsAt ?? "")).toBeGreaterThan(Date.parse(first?.startsAt ?? ""));
  });

  test("of a card is counted from the approval of the identity, before which the card is not in the queue", async () => {
    const owner = await newOperator(shop);
    const { cardId, id } = await shop.newShopper({ cardStatus: "pending", isVerified: false });
    expect(await rowOf(owner, "bank_card", cardId)).toBeUndefined();
    const at = Date.now() + HOUR;
    await shop.sql(
      `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
         card_owner, status, created_at, decided_at)
       VALUES (?1, ?2, 'x', ?1, 'سارا', 'pending', ?3, NULL)`,
      `proof-of-${id}`,
      id,
      at,
    );
    await shop.sql(
      "UPDATE identity_request SET status = 'verified', decided_at = ?2 WHERE id = ?1",
      `proof-of-${id}`,
      at,
    );
    const since = async () =>
      (
        await shop.sql<{ waits_since: number | null }>(
          "SELECT waits_since FROM bank_card WHERE id = ?1",
          cardId,
        )
      )[0]?.waits_since;
    expect(await since()).toBe(at);
    expect(await rowOf(owner, "bank_card", cardId)).toBeDefined();
    await shop.sql(
      "UPDATE identity_request SET status = 'rejected' WHERE id = ?1",
      `proof-of-${id}`,
    );
    expect(await since()).toBeNull();
  });

  test("orders the list, and things that are set aside are last until their time", async () => {
    const owner = await newOperator(shop);
    const [one, other] = [await makers.ticket(), await makers.ticket()];
    const sorted = (await rowsOf(owner)).map(({ dueAt }) => dueAt);
    expect(sorted).toEqual(sorted.toSorted());
    const until = new Date(Date.now() + HOUR).toISOString();
    const params = { kind: "ticket", id: one };
    expect((await owner.ask(setAside, { params, body: { until, reason } })).status).toBe(200);
    const rows = await rowsOf(owner);
    expect(rows.at(-1)).toMatchObject({ id: one, aside: { by: owner.name, reason, until } });
    expect(rows.findIndex(({ id }) => id === other)).toBeLessThan(rows.length - 1);
    expect(await linesOf(shop, owner.name)).toContainEqual(
      expect.objectContaining({ subject: "ticket", subject_id: one, verdict: "set_aside" }),
    );
    const late = new Date(Date.now() + 8 * 24 * HOUR).toISOString();
    for (const wrong of [late, new Date(0).toISOString()])
      expect(
        (await owner.ask(setAside, { params, body: { until: wrong, reason } })).body.code,
      ).toBe("aside_until");
    await owner.ask(bringBack, { params });
    expect((await rowOf(owner, "ticket", one))?.aside).toBeNull();
    await owner.ask(setAside, { params, body: { until, reason } });
    await shop.turnClock(HOUR + MINUTE);
    expect((await rowOf(owner, "ticket", one))?.aside).toBeNull();
  });
});

describe("two operators", () => {
  test("see who holds a thing, and taking it over is explicit and leaves a line", async () => {
    const [sara, raha] = [await newOperator(shop), await newOperator(shop)];
    const id = await makers.ticket();
    const params = { kind: "ticket", id };
    const held = await sara.ask(holdQueued, { params, body: {} });
    expect(held.body.heldBy).toBe(sara.name);
    expect((await rowOf(raha, "ticket", id))?.heldBy).toBe(sara.name);
    const refused = await raha.ask(holdQueued, { params, body: {} });
    expect(refused.body).toMatchObject({ code: "held_by_other", details: sara.name });
    await raha.ask(releaseQueued, { params });
    expect((await rowOf(raha, "ticket", id))?.heldBy, "the hold of another").toBe(sara.name);
    expect((await raha.ask(holdQueued, { params, body: { isTakingOver: true } })).status).toBe(200);
    expect((await rowOf(sara, "ticket", id))?.heldBy).toBe(raha.name);
    expect((await linesOf(shop, raha.name)).map(({ verdict }) => verdict)).toContain("taken_over");
    expect((await linesOf(shop, sara.name)).map(({ verdict }) => verdict)).toEqual(["listed"]);
    await shop.turnClock(4 * MINUTE);
    await raha.ask(holdQueued, { params, body: {} });
    await shop.turnClock(8 * MINUTE);
    expect((await rowOf(sara, "ticket", id))?.heldBy, "renewed four minutes ago").toBe(raha.name);
    await shop.turnClock(10 * MINUTE);
    expect((await rowOf(sara, "ticket", id))?.heldBy, "after more than five minutes").toBeNull();
    await sara.ask(holdQueued, { params, body: {} });
    await sara.ask(releaseQueued, { params });
    expect((await rowOf(raha, "ticket", id))?.heldBy).toBeNull();
  });

  test("cannot take over a withdrawal that another is paying", async () => {
    const [sara, raha] = [await newOperator(shop), await newOperator(shop)];
    const id = await makers.withdrawal();
    const params = { kind: "withdrawal", id };
    await sara.ask(holdWithdrawal, { params: { id }, body: { inHand: true } });
    expect((await rowOf(raha, "withdrawal", id))?.heldBy).toBe(sara.name);
    const body = { isTakingOver: true };
    expect((await raha.ask(holdQueued, { params, body })).body.code).toBe("held_by_other");
    expect((await sara.ask(holdQueued, { params, body: {} })).body.heldBy).toBe(sara.name);
    await shop.turnClock(HOUR);
    expect((await rowOf(raha, "withdrawal", id))?.heldBy, "after an hour too").toBe(sara.name);
    expect((await paneOf(sara, "withdrawal", id)).isInHand).toBe(true);
    expect((await paneOf(raha, "withdrawal", id)).isInHand).toBe(false);
  });

  const LATE = ["identity", "bank_card", "name_request", "withdrawal", "payment", "look"] as const;
  test.each([...LATE, "earning", "refund", "delivery", "proposal"] as const)(
    "decide %s once, and the second is told who decided, when and what",
    async (kind) => {
      const [sara, raha] = [await newOperator(shop), await newOperator(shop)];
      const id = await makers[kind]();
      const answers = await Promise.all([deciders[kind](sara, id), deciders[kind](raha, id)]);
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
      const late = answers.find(({ status }) => status === 409) as unknown as {
        body: { details?: string };
      };
      const winner = answers[0]?.status === 200 ? sara : raha;
      expect(late.body.details).toContain(winner.name);
      expect(late.body.details).toMatch(/[۰-۹]{2}:[۰-۹]{2}/);
      const params = { kind, id };
      const held = await raha.ask(holdQueued, { params, body: {} });
      expect(held.body).toMatchObject({ code: "decided" });
      expect(held.body.details).toContain(winner.name);
    },
  );
});

/** Another session of an operator, in a browser. */
async function newSession({ name }: TestOperator) {
  const token = `session-of-${name}-${crypto.randomUUID()}`;
  await shop.sql(
    `INSERT INTO operator_token (id, operator, hash, label, created_at, expires_at, kind, last_used_at)
     VALUES (?1, ?2, ?3, 'test', 1, ?4, 'session', ?5)`,
    `session-${crypto.randomUUID()}`,
    name,
    hash(token),
    Date.now() + 9e10,
    Date.now() + 2 * HOUR,
  );
  return withDeskToken(shop, token);
}

/** Loads the picture of a paper by an address that was made for one caller. */
async function load(made: { url: string }, by?: { token?: string | undefined }) {
  const headers = { ...(by?.token && { Authorization: `Bearer ${by.token}` }) };
  const image = await fetch(`${shop.stack.url}${made.url}`, { headers });
  await image.arrayBuffer();
  return image.status;
}

const NO_PICTURE = "این مورد تصویر ندارد، یا تصویر آن پاک شده است؛ فقط می‌توان آن را رد کرد.";

describe("a picture", () => {
  test("must have been delivered to the approving session some seconds before the approval", async () => {
    const owner = await newOperator(shop);
    const [session, other] = [await newSession(owner), await newSession(owner)];
    const id = await makers.identity();
    const { uploadId } = await paneOf(owner, "identity", id);
    const verify = ({ ask }: Pick<TestOperator, "ask"> = session) =>
      ask(decideIdentityRequest, { params: { id }, body: { status: "verified" } });
    const unseen = { status: 409, body: { code: "not_seen" } };
    expect(await verify()).toMatchObject(unseen);
    const number = await session.ask(getQueuedCard, { params: { kind: "identity", id } });
    expect(number.body.cardNumber).toMatch(/^\d{16}$/);
    await shop.turnClock(HOUR);
    const link = (await session.ask(getImageLink, { params: { uploadId: uploadId ?? "" } })).body;
    await shop.turnClock(HOUR + 10_000);
    expect(await verify(), "requesting the address is not viewing").toMatchObject(unseen);
    expect([await load(link), await load(link, other)], "only its requester").toEqual([404, 404]);
    expect(await load(link, session)).toBe(200);
    await shop.turnClock(HOUR);
    expect(await verify(), "too soon after viewing began").toMatchObject(unseen);
    await shop.turnClock(HOUR + 12_000);
    expect(await verify(owner), "their program").toMatchObject(unseen);
    expect(await verify(other), "their other browser").toMatchObject(unseen);
    expect((await verify()).status).toBe(200);
  });

  test("is needed for an approval: when it is missing or deleted, papers can only be rejected", async () => {
    const owner = await newOperator(shop);
    const [identity, card, gone] = [
      await makers.identity(),
      await makers.bank_card(),
      await makers.identity(),
    ];
    const body = { status: "verified" } as const;
    await shop.look(decideIdentityRequest, gone, owner.name);
    for (const text of [
      `UPDATE identity_request SET upload_id = NULL WHERE id = '${identity}'`,
      `UPDATE bank_card SET upload_id = NULL WHERE id = '${card}'`,
      "DELETE FROM delivered_image",
      `UPDATE upload SET delete_at = 0
       WHERE id = (SELECT upload_id FROM identity_request WHERE id = '${gone}')`,
    ])
      await shop.sql(text);
    for (const id of [identity, gone])
      expect(await owner.ask(decideIdentityRequest, { params: { id }, body })).toMatchObject({
        status: 409,
        body: { code: "no_picture" },
      });
    expect(await owner.ask(decideBankCard, { params: { id: card }, body })).toMatchObject({
      status: 409,
      body: { code: "no_picture", message: NO_PICTURE },
    });
    expect((await deciders.identity(owner, identity)).status).toBe(200);
    expect((await deciders.bank_card(owner, card)).status).toBe(200);
  });
});

test("an unchanged queue is answered with 304, and still leaves a line each hour", async () => {
  const owner = await newOperator(shop);
  const ask = (etag = "") =>
    fetch(`${shop.stack.url}/desk/v1/queue`, {
      headers: { Authorization: `Bearer ${owner.token ?? ""}`, "If-None-Match": etag },
    });
  // Holds that run out in the meantime would change the list.
  await shop.put(
    { text: "DELETE FROM queue_hold", values: [] },
    { text: "DELETE FROM queue_aside", values: [] },
  );
  const etag = (await ask()).headers.get("ETag") ?? "";
  expect((await ask(etag)).status).toBe(304);
  await shop.turnClock(HOUR);
  expect((await ask(etag)).status).toBe(304);
  expect(await linesOf(shop, owner.name)).toHaveLength(2);
  await makers.ticket();
  const changed = await ask(etag);
  expect(changed.status).toBe(200);
  expect(changed.headers.get("ETag")).not.toBe(etag);
});

/** Kinds whose queries sort: rows of several indexes, lines of a held order, open proposals. */
const SORTED = ["payment", "look", "proposal"];

test("the queue reads no more rows when 2,000 things of a kind wait than when 20 do", async () => {
  const limit = QUEUE_ROWS_MAX + 1;
  const now = Date.now();
  const readAll = async (
    rows: number,
  ): Promise<Record<string, { rowsRead: number; detours: string[] }>> => {
    const measured = await Promise.all(
      SOURCES.map(async ({ kinds, findWaiting }) => ({
        kind: kinds[0] ?? "",
        ...(await shop.measure((db) => findWaiting(db, rows, now))),
      })),
    );
    return Object.fromEntries(
      measured.map(({ kind, rowsRead, detours }) => [kind, { rowsRead, detours }]),
    );
  };
  const crowd = async (from: number, to: number) => {
    const numbers = JSON.stringify(
      Array.from({ length: to - from }, (_, index) => 5_000 + from + index),
    );
    const each = (text: string) => ({ text, values: [numbers, now] });
    await shop.put(
      each(`INSERT INTO user (id, phone, referral_code, created_at)
        SELECT 'crowd-' || value, 9440000000 + value, 'crowd-' || value, ?2 FROM json_each(?1)`),
      each(`INSERT INTO identity_request (id, user_id, card_number_sealed,
          card_number_fingerprint, card_owner, status, created_at)
        SELECT 'crowd-' || value, 'crowd-' || value, '', 'crowd-' || value, 'نام', 'pending', ?2
        FROM json_each(?1)`),
      // Cards of people without a verified identity do not wait for an operator.
      each(`INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
          created_at)
        SELECT 'crowd-' || value, 'crowd-' || value, '', 'crowd-' || value, 'نام', 'pending', ?2
        FROM json_each(?1)`),
      each(`INSERT INTO ticket (id, user_id, title, description, created_at, updated_at)
        SELECT 'crowd-' || value, 'crowd-' || value, 'پرسش', 'متن', ?2, ?2 FROM json_each(?1)`),
      each(`INSERT INTO withdrawal (id, user_id, card_id, amount_toman, request_hash, created_at)
        SELECT 'crowd-' || value, 'crowd-' || value, 'crowd-' || value, 100000, '', ?2
        FROM json_each(?1)`),
      each(`INSERT INTO stray_payment (authority, amount_toman, first_seen_at, last_seen_at)
        SELECT 'crowd-' || value, 1000, ?2, ?2 FROM json_each(?1)`),
      each(`INSERT INTO name_request (id, user_id, old_first_name, old_last_name, first_name,
          last_name, reason, status, created_at)
        SELECT 'crowd-' || value, 'crowd-' || value, '', '', 'سارا', 'کریمی', 'دلیل', 'pending', ?2
        FROM json_each(?1)`),
    );
  };
  await crowd(0, 20);
  const few = await readAll(20);
  await crowd(20, 2_000);
  const many = await readAll(20);
  for (const [kind, { rowsRead, detours }] of Object.entries(many)) {
    expect([kind, rowsRead <= (few[kind]?.rowsRead ?? 0) + 20]).toEqual([kind, true]);
    if (!SORTED.includes(kind)) expect([kind, detours]).toEqual([kind, []]);
  }
  for (const [kind, { rowsRead }] of Object.entries(await readAll(limit)))
    expect([kind, rowsRead < limit * 8]).toEqual([kind, true]);
  const owner = await newOperator(shop);
  const { body } = await owner.ask(listQueue);
  expect(body.rows).toHaveLength(QUEUE_ROWS_MAX);
  expect(body.isMore).toBe(true);
  for (const find of [findHolds, findAsides])
    expect((await shop.measure((db) => find(db, now))).detours).toEqual([]);
});
