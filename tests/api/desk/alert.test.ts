import { afterEach, expect, test } from "vitest";
import {
  endAlertChannel,
  listAlerts,
  makeAlertChannel,
  tryAlertChannel,
} from "../../../contract/desk/alert.ts";
import { changePrice } from "../../../contract/desk/product.ts";
import { makeToken } from "../../../contract/desk/token.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { startOfDay, tehranDay } from "../../../persian/calendar.ts";
import { newOperator } from "../../support/operator.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

/** Alerts to operators. Section 10.35. */

const shop = useShop({ audit: true });
/** The milliseconds until tomorrow at ten in Tehran, when no alert waits for the morning. */
const TEN = startOfDay(tehranDay(Date.now()) + 1) + 10 * HOUR - Date.now();

let chats = 0;
const newChat = (kind = "5") => `-${kind}${String(++chats).padStart(6, "0")}`;

async function channel({
  address = newChat(),
  ...body
}: {
  address?: string;
  kind?: string;
  wants?: string;
  hours?: { from: number; until: number };
} = {}) {
  const made = await shop.desk(makeAlertChannel, {
    body: { kind: "bot", address, wants: "all", ...body } as never,
  });
  return { address, id: made.body.id, answer: made };
}
/** The messages of a chat, the latest first. */
const told = async (address: string) =>
  (await shop.sandbox.botMessages()).filter(({ chat }) => chat === address).map(({ text }) => text);
const stateOf = async (id: string) =>
  (await shop.desk(listAlerts)).body.channels.find((one) => one.id === id);

afterEach(async () => {
  await shop.sandbox.clearFaults();
  await shop.turnClock(0);
  await shop.put({ text: "UPDATE alert_channel SET ended_at = 1", values: [] });
  await shop.put({ text: "DELETE FROM alert", values: [] });
  await shop.put({ text: "DELETE FROM stock_watch", values: [] });
  await shop.put({ text: "UPDATE ticket SET status = 'Closed'", values: [] });
});

/** A shopper writes a ticket, which is promised an answer within two hours. */
async function ticketAt(ahead: number) {
  await shop.turnClock(ahead);
  const shopper = await shop.newShopper();
  const body = { title: "سلام", description: "کد من کجاست؟" };
  expect((await shopper.ask(createTicket, { body })).status).toBe(200);
}
async function at(ahead: number) {
  await shop.turnClock(ahead);
  await shop.runJobs("alerts");
}

test("an alert comes after half of the promised time and again after four fifths, as a count without names", async () => {
  const { address } = await channel();
  const urgent = await channel({ address: newChat(), wants: "urgent" });
  for (let count = 0; count < 3; count++) await ticketAt(TEN + count);
  await at(TEN + 50 * MINUTE);
  expect(await told(address)).toEqual([]);
  await at(TEN + 61 * MINUTE);
  const [half = ""] = await told(address);
  expect(half).toContain("نیمی از قول گذشت: ۳");
  expect(half).toContain("/desk");
  expect(half).not.toMatch(/09\d{9}|سلام|کد من/);
  await at(TEN + 70 * MINUTE);
  expect(await told(address)).toHaveLength(1);
  expect(await told(urgent.address)).toEqual([]);
  await at(TEN + 97 * MINUTE);
  expect(await told(address)).toHaveLength(2);
  expect((await told(urgent.address))[0]).toContain("قول نزدیک به پایان یا گذشته: ۳");
});

test("at night only money causes alerts, and the rest waits for the morning", async () => {
  const { address } = await channel();
  const night = TEN + 16 * HOUR;
  await ticketAt(night - 2 * HOUR);
  await shop.put({
    text: `INSERT INTO stray_payment (authority, amount_toman, first_seen_at, last_seen_at)
      VALUES ('stray-at-night', 1000, ?1, ?1)`,
    values: [Date.now() + night],
  });
  await at(night);
  expect((await told(address)).join()).toContain("پول نیازمند بررسی: ۱");
  expect((await told(address)).join()).not.toContain("قول");
  await at(night + 7 * HOUR);
  expect((await told(address)).join()).toContain("قول نزدیک به پایان یا گذشته");
  await shop.put({ text: "DELETE FROM stray_payment", values: [] });
});

test("a shift gets alerts within its hours, urgent ones at any time, and waiting ones when it begins", async () => {
  const morning = await channel({ hours: { from: 8, until: 16 } });
  const evening = await channel({ hours: { from: 16, until: 24 } });
  const overNight = await channel({ hours: { from: 22, until: 10 } });
  const lasting = [evening, overNight];
  expect((await stateOf(morning.id))?.hours).toEqual({ from: 8, until: 16 });
  await ticketAt(TEN + 5 * HOUR);
  // A quarter past four: half of the promised time is over, and so is the morning shift.
  await at(TEN + 6.25 * HOUR);
  expect(await told(morning.address)).toEqual([]);
  expect(await told(overNight.address)).toEqual([]);
  expect(await told(evening.address)).toEqual([expect.stringContaining("نیمی از قول گذشت: ۱")]);
  await at(TEN + 6.7 * HOUR);
  for (const { address } of [morning, overNight])
    expect(await told(address)).toEqual([expect.stringContaining("قول نزدیک به پایان")]);
  expect(await told(evening.address)).toHaveLength(2);

  for (const usual of [1, 2, 3])
    await shop.put({
      text: `INSERT INTO stock_watch (product_id, usual, counted_at, low_since)
        VALUES (?1, ?2, 1, 1)`,
      values: [await shop.newProduct({ stock: 1 }), usual],
    });
  await at(TEN + 8 * HOUR);
  expect((await told(evening.address))[0]).toContain("موجودی کالا رو به پایان: ۳");
  // One of the three shortages ends before the next shift begins at ten.
  await shop.put({ text: "UPDATE stock_watch SET low_since = NULL WHERE usual = 3", values: [] });
  await at(TEN + 12.1 * HOUR);
  expect((await told(overNight.address))[0]).toContain("موجودی کالا رو به پایان: ۲");
  await at(TEN + 21 * HOUR);
  expect(await told(morning.address)).toHaveLength(1);
  await at(TEN + 22 * HOUR);
  const [waited, ...earlier] = await told(morning.address);
  expect(waited).toContain("موجودی کالا رو به پایان: ۲");
  expect(earlier).toHaveLength(1);
  const counts = await Promise.all(lasting.map(({ address }) => told(address)));
  await at(TEN + 22.2 * HOUR);
  expect(await Promise.all(lasting.map(({ address }) => told(address)))).toEqual(counts);
});

test("a trial message tells what is wrong: the token, the chat, or a bot that is busy or does not answer", async () => {
  const good = await channel();
  const params = { id: good.id };
  expect((await shop.desk(tryAlertChannel, { params })).status).toBe(200);
  expect((await told(good.address))[0]).toContain("آزمایش");
  const wrong = [
    { kind: "code", code: 401, refusal: "bot_token_wrong" },
    { kind: "code", code: 429, refusal: "alert_not_sent" },
    { kind: "http_500", refusal: "channel_silent" },
    { kind: "html", refusal: "channel_silent" },
    { kind: "wrong_types", refusal: "channel_silent" },
  ] as const;
  for (const { refusal, ...fault } of wrong) {
    await shop.sandbox.plan({ provider: "bot", call: "sendMessage", ...fault });
    expect((await shop.desk(tryAlertChannel, { params })).body).toMatchObject({ code: refusal });
  }
  for (const kind of ["404", "403"]) {
    const gone = await channel({ address: newChat(kind) });
    const answer = await shop.desk(tryAlertChannel, { params: { id: gone.id } });
    expect(answer.body).toMatchObject({ code: "chat_gone" });
    expect((await stateOf(gone.id))?.trouble).toBe("gone");
  }
  expect((await shop.desk(tryAlertChannel, { params })).status).toBe(200);
  expect((await stateOf(good.id))?.trouble).toBeNull();
});

test("a failed message is sent again, a deleted chat gets none, and a moved chat gets it at its new id", async () => {
  const busy = await channel();
  const gone = await channel({ address: newChat("403") });
  const moved = await channel({ address: newChat("777") });
  await ticketAt(TEN);
  await shop.sandbox.plan({ provider: "bot", call: "sendMessage", kind: "http_500", times: 4 });
  await at(TEN + 65 * MINUTE);
  expect((await stateOf(busy.id))?.trouble).toBe("silent");
  await shop.sandbox.clearFaults();
  await at(TEN + 71 * MINUTE);
  expect(await told(busy.address)).toHaveLength(1);
  expect((await stateOf(busy.id))?.trouble).toBeNull();
  expect(await told(`-100${moved.address.slice(1)}`)).toHaveLength(1);
  expect((await stateOf(moved.id))?.address).toBe(`-100${moved.address.slice(1)}`);
  expect((await stateOf(gone.id))?.trouble).toBe("gone");
  await at(TEN + 77 * MINUTE);
  expect(await told(busy.address)).toHaveLength(1);
});

test("two runs at once send one message", async () => {
  const { address } = await channel();
  await ticketAt(TEN);
  await shop.turnClock(TEN + 65 * MINUTE);
  await Promise.all([shop.runJobs("alerts"), shop.runJobs("alerts")]);
  expect(await told(address)).toHaveLength(1);
});

test("an alert by SMS or e-mail contains a count and a link", async () => {
  const support = await newOperator(shop, { role: "support" });
  const address = `desk-${newCharacters()}@shop.example`;
  await channel({ kind: "sms", address: support.name });
  await channel({ kind: "email", address });
  await ticketAt(TEN);
  await at(TEN + 65 * MINUTE);
  const [sms] = await shop.sandbox.messages(support.phone);
  expect(sms?.text).toMatch(/میز کار: ۱ هشدار تازه/);
  const [mail] = await shop.sandbox.mail(address);
  expect(mail?.text).toContain("نیمی از قول گذشت: ۱");
});

test.each([
  [{ kind: "bot", address: "چت" }, "invalid"],
  [{ kind: "bot", address: "<b>12345</b>" }, "invalid"],
  [{ kind: "email", address: "nobody" }, "invalid"],
  [{ kind: "sms", address: "nobody-here" }, "operator_unknown"],
  [{ hours: { from: 8, until: 8 } }, "invalid"],
  [{ hours: { from: 8, until: 25 } }, "invalid"],
])("a channel with %j is refused", async (body, code) => {
  expect((await channel(body)).answer.body).toMatchObject({ code });
});

test("only owners can make and end a channel, each only once, and both are logged", async () => {
  const { id, address } = await channel();
  const twin = await channel({ address });
  expect(twin.answer.body).toMatchObject({ code: "channel_taken" });
  const finance = await newOperator(shop, { role: "finance" });
  expect((await finance.ask(listAlerts)).status).toBe(403);
  const params = { id };
  await shop.desk(tryAlertChannel, { params });
  expect((await shop.desk(endAlertChannel, { params })).status).toBe(200);
  expect((await shop.desk(endAlertChannel, { params })).status).toBe(404);
  const lines = await shop.sql(
    "SELECT verdict FROM desk_decision WHERE subject_id = ?1 ORDER BY rowid",
    id,
  );
  expect(lines.map(({ verdict }) => verdict)).toEqual(["made", "tried", "ended"]);
});

test("owners get an alert at once, at night too, about large actions of an operator: codes, prices, tokens", async () => {
  const { address } = await channel({ wants: "urgent" });
  const night = TEN + 16 * HOUR;
  await at(night);
  expect(await told(address)).toEqual([]);
  const id = await shop.newProduct({ priceToman: 100_000 });
  const seen = { price: 100_000, priceAfterDiscount: null, reward: 0 };
  const price = (toman: number, of: typeof seen) =>
    shop.desk(changePrice, {
      params: { id },
      body: { ...of, price: toman, reason: "اصلاح نرخ", seen: of },
    });
  // A price step of 30 percent causes no alert.
  expect((await price(130_000, seen)).status).toBe(200);
  await shop.desk(makeToken, { body: { label: "گزارش شب", role: "support" } });
  const { name } = await newOperator(shop, { role: "support" });
  const readCodes = (count: number, way: string) =>
    shop.put({
      text: `INSERT INTO given_away (id, operator, way, subject_id, fingerprint, toman, asked_at,
          given_at)
        SELECT ?2 || value, ?1, ?2, value, value, 1, ?3, ?3 FROM json_each(?4)`,
      values: [name, way, Date.now() + night, JSON.stringify([...Array(count).keys()])],
    });
  await readCodes(9, "reveal");
  await at(night + 6 * MINUTE);
  expect(await told(address)).toEqual([]);
  await readCodes(1, "replacement");
  expect((await price(169_001, { ...seen, price: 130_000 })).status).toBe(200);
  const money = { label: "پرداخت", role: "finance", areas: ["money"] } as const;
  await shop.desk(makeToken, { body: { ...money, areas: [...money.areas] } });
  await at(night + 12 * MINUTE);
  expect(await told(address)).toEqual([expect.stringContaining("کار بزرگ یک کارمند: ۳")]);
  await at(night + 30 * MINUTE);
  expect(await told(address)).toHaveLength(1);
});
