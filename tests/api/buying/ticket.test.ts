import { maskPhone } from "../../../persian/identifiers.ts";
import { describe, expect, it } from "vitest";
import type { z } from "zod";
import { NEWEST, OLDEST } from "../../../api/base/page.ts";
import * as deskStatements from "../../../api/buying/ticket/answer-statements.ts";
import * as statements from "../../../api/buying/ticket/statements.ts";
import {
  answerTicket,
  getDeskTicket,
  listDeskTickets,
  moveTicket,
} from "../../../contract/desk/ticket.ts";
import type { PageQuery } from "../../../contract/page.ts";
import {
  TICKETS_PER_DAY_MAX,
  TICKET_MESSAGES_PER_HOUR_MAX,
  closeTicket,
  createTicket,
  getTicket,
  getTickets,
  replyToTicket,
} from "../../../contract/ticket.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { png } from "../../support/images.ts";
import { readPages } from "../../support/read-pages.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

const DESCRIPTION = "کدی که گرفتم در حساب من فعال نمی‌شود.";
const ELSEWHERE = "/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA";

type Words = z.input<(typeof createTicket)["body"]>;
type Page = z.input<typeof PageQuery>;

const shop = useShop();
let aheadMs = 0;

const wait = (ms: number) => shop.turnClock((aheadMs += ms));
const open = (shopper: TestShopper, extra: Partial<Words> = {}, idempotencyKey?: string) =>
  shopper.ask(createTicket, {
    body: { title: "کد کار نمی‌کند", description: DESCRIPTION, ...extra },
    idempotencyKey,
  });
const list = async (shopper: TestShopper, query: Page = {}) =>
  (await shopper.ask(getTickets, { query })).body;
const read = async (shopper: TestShopper, id: string, query: Page = {}) =>
  (await shopper.ask(getTicket, { params: { id }, query })).body.ticket;
const write = (
  shopper: TestShopper,
  id: string,
  content = "باز هم همان خطا را می‌گیرم.",
  extra: { imageUrl?: string } = {},
  idempotencyKey?: string,
) => shopper.ask(replyToTicket, { params: { id }, body: { content, ...extra }, idempotencyKey });
const imageOf = async (shopper: TestShopper) => (await upload(shop, shopper, png())).body.imageUrl;

async function newTicket(shopper: TestShopper): Promise<string> {
  const answer = await open(shopper);
  expect(answer.status).toBe(200);
  return answer.body.ticket.id;
}

/** Buys an item. */
async function buy(shopper: TestShopper, deliveryType: "instant" | "manual" = "instant") {
  const orderId = await shopper.buy(await shop.newProduct({ deliveryType }));
  const [itemId = ""] = await shop.itemsOf(orderId);
  return { orderId, itemId };
}

describe("a ticket", () => {
  it("is opened, listed, read and answered by both sides", async () => {
    const shopper = await shop.newShopper();
    expect(await list(shopper)).toEqual({ tickets: [], nextCursor: null });
    const imageUrl = await imageOf(shopper);
    const opened = await open(shopper, { imageUrl });
    expect(opened).toMatchObject({ status: 200, body: { message: "تیکت شما با موفقیت ثبت شد!" } });
    const { id } = opened.body.ticket;
    expect(await list(shopper)).toMatchObject({
      tickets: [{ id, status: "Open", imageUrl, description: DESCRIPTION }],
    });
    expect(await read(shopper, id)).toMatchObject({
      id,
      title: "کد کار نمی‌کند",
      orderItem: null,
      Messages: [],
      nextCursor: null,
    });

    const answered = await shop.desk(answerTicket, {
      params: { id },
      body: { content: "کد دیگری می‌فرستیم." },
    });
    expect(answered).toMatchObject({ status: 200, body: { message: "پاسخ شما ثبت شد." } });
    expect((await read(shopper, id)).status).toBe("Owner Responded");
    const sent = await write(shopper, id, "سپاسگزارم، منتظر هستم.", { imageUrl });
    const buyer = {
      content: "سپاسگزارم، منتظر هستم.",
      imageUrl,
      senderType: "buyer",
      User: { firstName: "آزمون", lastName: "آزمون" },
    };
    expect(sent).toMatchObject({
      status: 200,
      body: { message: "پیام شما با موفقیت ارسال شد!", data: buyer },
    });
    const detail = await read(shopper, id);
    expect(detail.status).toBe("User Responded");
    expect(detail.Messages).toMatchObject([
      buyer,
      {
        content: "کد دیگری می‌فرستیم.",
        imageUrl: null,
        senderType: "owner",
        User: { firstName: "پشتیبانی", lastName: "ارمغان" },
      },
    ]);
    // An image that is in use stays.
    await wait(25 * HOUR);
    await shop.runJobs();
    expect(await shop.sql("SELECT 1 FROM upload WHERE user_id = ?1", shopper.id)).toHaveLength(1);
    expect(
      await shop.sql("SELECT operator, verdict FROM desk_decision WHERE subject_id = ?1", id),
    ).toEqual([{ operator: "local", verdict: "answered" }]);
  });

  it("is closed once and for good, by either side", async () => {
    const shopper = await shop.newShopper();
    const [own, theirs] = [await newTicket(shopper), await newTicket(shopper)];
    expect(await shopper.ask(closeTicket, { params: { id: own } })).toMatchObject({
      status: 200,
      body: { message: "تیکت با موفقیت بسته شد.", ticket: { id: own, status: "Closed" } },
    });
    expect(
      (await shop.desk(moveTicket, { params: { id: theirs }, body: { status: "In Progress" } }))
        .status,
    ).toBe(200);
    expect((await read(shopper, theirs)).status).toBe("In Progress");
    expect(
      (await shop.desk(moveTicket, { params: { id: theirs }, body: { status: "Closed" } })).status,
    ).toBe(200);
    const closed = {
      status: 409,
      body: { code: "ticket_closed", message: "این تیکت بسته شده است." },
    };
    for (const id of [own, theirs]) {
      expect(await shopper.ask(closeTicket, { params: { id } })).toMatchObject(closed);
      expect(await write(shopper, id)).toMatchObject(closed);
      expect(
        await shop.desk(answerTicket, { params: { id }, body: { content: "پاسخ" } }),
      ).toMatchObject(closed);
      expect(
        await shop.desk(moveTicket, { params: { id }, body: { status: "In Progress" } }),
      ).toMatchObject(closed);
      expect((await read(shopper, id)).Messages).toEqual([]);
    }
  });

  it("has no message after it closed, also when both sides write at once", async () => {
    const shopper = await shop.newShopper();
    const id = await newTicket(shopper);
    const answers = await Promise.all([
      ...Array.from({ length: 4 }, () => write(shopper, id)),
      shopper.ask(closeTicket, { params: { id } }),
      shopper.ask(closeTicket, { params: { id } }),
      ...Array.from({ length: 4 }, () => write(shopper, id)),
      ...Array.from({ length: 4 }, () =>
        shop.desk(answerTicket, { params: { id }, body: { content: "پاسخ" } }),
      ),
    ]);
    expect(answers.filter(({ body }) => body.message === "تیکت با موفقیت بسته شد.")).toHaveLength(
      1,
    );
    expect(answers.filter(({ status }) => status !== 200 && status !== 409)).toEqual([]);
    const detail = await read(shopper, id);
    expect(detail.status).toBe("Closed");
    const written = answers.filter(({ body }) =>
      /پیام شما|پاسخ شما/.test(String(body.message)),
    ).length;
    expect(detail.Messages).toHaveLength(written);
    expect(detail.Messages.every(({ createdAt }) => createdAt <= detail.updatedAt)).toBe(true);
  });

  it("is visible to its owner only", async () => {
    const [owner, other] = [await shop.newShopper(), await shop.newShopper()];
    const id = await newTicket(owner);
    const image = await imageOf(owner);
    const missing = { status: 404, body: { code: "ticket_not_found", message: "تیکت پیدا نشد." } };
    expect(await other.ask(getTicket, { params: { id } })).toMatchObject(missing);
    expect(await other.ask(closeTicket, { params: { id } })).toMatchObject(missing);
    expect(await write(other, id)).toMatchObject(missing);
    expect(await list(other)).toEqual({ tickets: [], nextCursor: null });
    expect((await shop.ask(getTickets)).status).toBe(401);
    const noFile = {
      status: 422,
      body: { code: "no_file", fields: { imageUrl: "لطفا یک فایل انتخاب کنید" } },
    };
    for (const imageUrl of [image, ELSEWHERE]) {
      expect(await open(other, { imageUrl })).toMatchObject(noFile);
      expect(await write(other, await newTicket(other), undefined, { imageUrl })).toMatchObject(
        noFile,
      );
    }
    expect((await read(owner, id)).Messages).toEqual([]);
  });

  it("has no image when the form has an empty image address", async () => {
    const shopper = await shop.newShopper();
    const { status, body } = await open(shopper, { imageUrl: "" });
    expect([status, body.ticket.imageUrl]).toEqual([200, null]);
    expect(await write(shopper, body.ticket.id, undefined, { imageUrl: "" })).toMatchObject({
      status: 200,
      body: { data: { imageUrl: null } },
    });
  });

  it.each([
    ["title", "", "لطفاً عنوان تیکت را وارد کنید."],
    ["title", "کد", "این فیلد باید حداقل ۳ کاراکتر باشد."],
    ["title", "ک".repeat(101), "این فیلد باید حداکثر ۱۰۰ کاراکتر باشد."],
    ["description", " ", "لطفاً توضیحات تیکت را وارد کنید."],
    ["description", "کوتاه", "این فیلد باید حداقل ۱۰ کاراکتر باشد."],
    ["description", "ب".repeat(5001), "این فیلد باید حداکثر ۵۰۰۰ کاراکتر باشد."],
    ["imageUrl", "https://evil.example/x.png", "لطفا یک فایل انتخاب کنید"],
    ["orderItemId", "x' --", "شناسه درست نیست."],
  ])("with a wrong %s is refused at that field: %j", async (field, value, sentence) => {
    const shopper = await shop.newShopper();
    expect(await open(shopper, { [field]: value })).toMatchObject({
      status: 422,
      body: { fields: { [field]: sentence } },
    });
    expect((await list(shopper)).tickets).toEqual([]);
  });

  it("is opened once per idempotency key, and so are its messages", async () => {
    const shopper = await shop.newShopper();
    const answers = await Promise.all(Array.from({ length: 6 }, () => open(shopper, {}, "once")));
    expect(new Set(answers.map((answer) => answer.body.ticket.id)).size).toBe(1);
    expect(await open(shopper, { title: "چیز دیگری" }, "once")).toMatchObject({
      status: 422,
      body: { code: "key_reused" },
    });
    const id = answers[0]?.body.ticket.id ?? "";
    const sent = await Promise.all(
      Array.from({ length: 6 }, () => write(shopper, id, "همان پیام، بارها.", {}, "again")),
    );
    expect(new Set(sent.map(({ body }) => body.data.id)).size).toBe(1);
    expect(await write(shopper, id, "پیام دیگری است.", {}, "again")).toMatchObject({
      status: 422,
      body: { code: "key_reused" },
    });
    expect((await read(shopper, id)).Messages).toHaveLength(1);
    expect((await list(shopper)).tickets).toHaveLength(1);
  });
});

describe("a problem with a delivered item", () => {
  it("is reported once at a time, by its buyer, within a day of its delivery", async () => {
    const [shopper, other] = [
      await shop.newShopper({ balanceToman: 2_000_000 }),
      await shop.newShopper(),
    ];
    const { itemId, orderId } = await buy(shopper);
    const waiting = await buy(shopper, "manual");
    const notTheirs = { status: 404, body: { code: "order_item_not_found" } };
    expect(await open(other, { orderItemId: itemId })).toMatchObject(notTheirs);
    expect(await open(shopper, { orderItemId: "no-such-item" })).toMatchObject(notTheirs);
    expect(await open(shopper, { orderItemId: waiting.itemId })).toMatchObject({
      status: 409,
      body: { code: "not_delivered" },
    });
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => open(shopper, { orderItemId: itemId })),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    for (const { body } of answers.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: "problem_open" });
    const id = answers.find(({ status }) => status === 200)?.body.ticket.id ?? "";
    expect((await read(shopper, id)).orderItem).toMatchObject({ id: itemId, orderId });
    await shopper.ask(closeTicket, { params: { id } });
    const again = (await open(shopper, { orderItemId: itemId })).body.ticket.id;
    await shopper.ask(closeTicket, { params: { id: again } });
    await wait(24 * HOUR);
    expect(await open(shopper, { orderItemId: itemId })).toMatchObject({
      status: 409,
      body: { code: "problem_too_late" },
    });
  });
});

describe("rate limits", () => {
  it("limit tickets per day and messages per hour, also when they are sent at once", async () => {
    const shopper = await shop.newShopper();
    // The clock starts a new day, so that no window ends within the test.
    await wait(24 * HOUR - ((Date.now() + aheadMs) % (24 * HOUR)));
    const answers = await Promise.all(
      Array.from({ length: TICKETS_PER_DAY_MAX + 5 }, () => open(shopper)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(TICKETS_PER_DAY_MAX);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.body).toMatchObject({
      message: "امروز تیکت‌های زیادی ثبت کرده‌اید. لطفاً کمی بعد دوباره تلاش کنید.",
    });
    expect(Number(refused?.headers.get("Retry-After"))).toBeLessThanOrEqual(24 * 3600);
    // Jobs delete old counts, not those of a running window.
    await shop.runJobs();
    expect((await open(shopper)).status).toBe(429);
    const id = answers.find(({ status }) => status === 200)?.body.ticket.id ?? "";
    expect((await write(shopper, id)).status).toBe(200);
    await shop.sql(
      "UPDATE rate_limit SET count = ?2 WHERE kind = 'ticket message' AND who = ?1",
      shopper.id,
      TICKET_MESSAGES_PER_HOUR_MAX - 2,
    );
    const sent = await Promise.all(Array.from({ length: 6 }, () => write(shopper, id)));
    expect(sent.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    await wait(HOUR);
    expect((await write(shopper, id)).status).toBe(200);
  });
});

describe("a list", () => {
  it("of tickets comes in complete pages, last changed first, and reads hardly more rows than it shows", async () => {
    const shopper = await shop.newShopper();
    const now = Date.now();
    await shop.sql(
      `INSERT INTO ticket (id, user_id, title, description, status, created_at, updated_at)
       SELECT printf('many-%03d', value), ?1, 'عنوان', 'توضیح', 'Closed', ?2, ?2 + value / 2
       FROM json_each(?3)`,
      shopper.id,
      now,
      JSON.stringify(Array.from({ length: 200 }, (_, index) => index)),
    );
    const pages = await readPages((query) => list(shopper, { ...query, limit: 30 }));
    const seen = pages.flatMap(({ tickets }) => tickets.map(({ id }) => id));
    expect(seen).toEqual(
      Array.from({ length: 200 }, (_, index) => `many-${String(199 - index).padStart(3, "0")}`),
    );
    for (const place of [NEWEST, { at: now + 50, id: "many-100" }]) {
      const cost = await shop.measure((db) => statements.findTickets(db, shopper.id, place, 51));
      expect([cost.rows.length, cost.detours, cost.rowsRead <= 60]).toEqual([51, [], true]);
    }
  });

  it("of messages comes in pages, newest first, and reads hardly more rows than it shows", async () => {
    const shopper = await shop.newShopper();
    const id = await newTicket(shopper);
    await shop.sql(
      `INSERT INTO ticket_message (id, ticket_id, sender_type, content, created_at)
       SELECT printf('message-%03d', value), ?1, 'buyer', 'متن', value / 2 FROM json_each(?2)`,
      id,
      JSON.stringify(Array.from({ length: 200 }, (_, index) => index)),
    );
    const first = await read(shopper, id, { limit: 3 });
    expect(first.Messages.map((message) => message.id)).toEqual([
      "message-199",
      "message-198",
      "message-197",
    ]);
    const second = await read(shopper, id, { limit: 3, cursor: first.nextCursor ?? "" });
    expect(second.Messages.map((message) => message.id)).toEqual([
      "message-196",
      "message-195",
      "message-194",
    ]);
    const cost = await shop.measure((db) => statements.findMessages(db, id, NEWEST, 51));
    expect([cost.rows.length, cost.detours, cost.rowsRead <= 60]).toEqual([51, [], true]);
  });
});

describe("the desk", () => {
  it("lists tickets by status, the longest unchanged first, with the people who wrote them", async () => {
    const shopper = await shop.newShopper();
    await shop.sql("UPDATE ticket SET status = 'Closed'");
    const [first, second] = [await newTicket(shopper), await newTicket(shopper)];
    await wait(1000);
    await write(shopper, first);
    const whole = { id: shopper.id, firstName: "آزمون", lastName: "آزمون", phone: shopper.phone };
    const person = { ...whole, phone: maskPhone(shopper.phone) };
    expect((await shop.desk(listDeskTickets)).body).toMatchObject({
      tickets: [{ id: second, person }],
      nextCursor: null,
    });
    const answered = await shop.deskCall("GET", "/tickets?status=User%20Responded");
    expect(answered.body).toMatchObject({ tickets: [{ id: first, status: "User Responded" }] });
    const detail = await shop.desk(getDeskTicket, { params: { id: first } });
    expect(detail.body).toMatchObject({
      ticket: { id: first, person: whole, Messages: [{ senderType: "buyer" }] },
    });
    expect((await shop.desk(getDeskTicket, { params: { id: "none" } })).status).toBe(404);
    expect((await shop.deskUntyped(listDeskTickets, { query: { status: "Lost" } })).status).toBe(
      422,
    );
    expect(
      (await shop.deskUntyped(moveTicket, { params: { id: first }, body: { status: "Open" } }))
        .status,
    ).toBe(422);
    expect(
      (await shop.desk(moveTicket, { params: { id: "none" }, body: { status: "Closed" } })).status,
    ).toBe(404);
    expect(
      (await shop.desk(answerTicket, { params: { id: "none" }, body: { content: "پاسخ" } })).status,
    ).toBe(404);
    const page = await shop.desk(listDeskTickets, { query: { status: "Closed", limit: "2" } });
    const next = await shop.desk(listDeskTickets, {
      query: { status: "Closed", limit: "2", cursor: page.body.nextCursor ?? "" },
    });
    const ids = [...page.body.tickets, ...next.body.tickets];
    expect(new Set(ids.map(({ id }) => id)).size).toBe(4);
    const cost = await shop.measure((db) => deskStatements.findTickets(db, "Closed", OLDEST, 51));
    expect([cost.rows.length, cost.detours, cost.rowsRead <= 170]).toEqual([51, [], true]);
  });

  it("finds a ticket by its number in any digits, and refuses a mistyped number without a search", async () => {
    const shopper = await shop.newShopper();
    const opened = await Promise.all(Array.from({ length: 6 }, () => open(shopper)));
    const tickets = opened.map(({ body }) => body.ticket);
    expect(new Set(tickets.map(({ number }) => number)).size).toBe(6);
    const { id, number = "" } = tickets[0] ?? {};
    for (const name of [number, toPersianDigits(number)]) {
      const found = await shop.desk(getDeskTicket, { params: { id: name } });
      expect(found.body.ticket.id).toBe(id);
    }
    const mistyped = `${number.slice(0, -1)}${String((Number(number.slice(-1)) + 1) % 10)}`;
    for (const answer of [
      await shop.desk(getDeskTicket, { params: { id: mistyped } }),
      await shop.desk(moveTicket, { params: { id: mistyped }, body: { status: "Closed" } }),
      await shop.desk(answerTicket, { params: { id: mistyped }, body: { content: "پاسخ" } }),
    ])
      expect(answer).toMatchObject({ status: 422, body: { message: "این شماره درست نیست." } });
    const other = tickets[1]?.number ?? "";
    await shop.desk(moveTicket, { params: { id: other }, body: { status: "Closed" } });
    expect((await read(shopper, tickets[1]?.id ?? "")).status).toBe("Closed");
    // A shopper cannot read a ticket by its number.
    expect((await shopper.ask(getTicket, { params: { id: number } })).status).toBe(404);
  });

  it("sends an SMS about an answer, at most once an hour per ticket", async () => {
    const shopper = await shop.newShopper();
    const [one, other] = [await newTicket(shopper), await newTicket(shopper)];
    const answer = (id: string) =>
      shop.desk(answerTicket, { params: { id }, body: { content: "پاسخ پشتیبانی" } });
    const sentTexts = async () => {
      await shop.runJobs();
      return (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
    };
    await answer(one);
    await answer(one);
    const { number, title } = await read(shopper, one);
    expect(await sentTexts()).toEqual([
      `ارمغان\nپاسخ تیکت «${title}» (${number}) رسید:\nhttp://localhost:${new URL(shop.stack.url).port}/tickets/${one}`,
    ]);
    await answer(other);
    await wait(HOUR - 60_000);
    await answer(one);
    expect(await sentTexts()).toHaveLength(2);
    await wait(60_000);
    await answer(one);
    expect(await sentTexts()).toHaveLength(3);
  });
});
