import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../api/base/time.ts";
import { startOfDay, tehranDay, writePersian } from "../../persian/calendar.ts";
import { askForMoney } from "./afterwards.ts";
import { HISTORY_DAYS } from "./history.ts";
import { type Fault, addPicture } from "./papers.ts";
import { FINANCE, addCard, addPerson, askForIdentity } from "./people.ts";
import { fillWallet, pay } from "./payment.ts";
import { purchase } from "./purchase.ts";
import { setRates } from "./rates.ts";
import { type Person, type Product, type World, decide } from "./world.ts";

/**
 * Adds things of each kind that wait for the desk, as many as on a usual day: papers, withdrawals,
 * deliveries by hand, tickets, held orders, payments in review, stray payments, name requests, and
 * days to close.
 */

/** The number of last days that are not closed yet. */
const OPEN_DAYS = 2;
/** Faults of pictures, by the index of the request. All other pictures match their request. */
const FAULTY_IDENTITIES: Record<number, Fault> = { 1: "no signature", 3: "other number" };
const FAULTY_CARDS: Record<number, Fault> = { 1: "other name" };
const PLACES_FROM = 5_000_000;

export function leaveWaiting(world: World, people: readonly Person[]): void {
  const minutesAgo = (minutes: number) => world.now - minutes * MINUTE_MS;
  const newcomer = (index: number, minutes: number, isProved = false) =>
    addPerson(world, { at: minutesAgo(minutes), place: PLACES_FROM + index, isProved });
  // Identities, some of them late.
  for (const [index, minutes] of [4, 12, 19, 26, 47].entries()) {
    const person = newcomer(index, minutes + 30);
    const { id: userId, cardNumber, owner } = person;
    const paper = { userId, cardNumber, owner, at: minutesAgo(minutes) };
    const uploadId = addPicture(world, "identity", { ...paper, fault: FAULTY_IDENTITIES[index] });
    askForIdentity(world, { ...paper, uploadId, decidedAt: null });
  }
  // Second cards of people with a verified identity.
  for (const [index, minutes] of [8, 22, 35].entries()) {
    const { id: userId, cardNumber, owner } = newcomer(10 + index, 40 * 24 * 60, true);
    const number = withOtherDigit(cardNumber);
    const id = world.random.id();
    const paper = { userId, cardNumber: number, owner, at: minutesAgo(minutes) };
    const uploadId = addPicture(world, "bank_card", { ...paper, fault: FAULTY_CARDS[index] });
    addCard(world, { ...paper, id, uploadId, decidedAt: null });
  }
  withdrawals(world, people, minutesAgo);
  orders(world, people, minutesAgo);
  tickets(world, people, minutesAgo);
  moneyToLookInto(world, people, minutesAgo);
  wishForAName(world, people, minutesAgo);
  closeDays(world);
  setRates(world);
  world.run(
    `INSERT INTO job_place (job, place) VALUES ('made-up history', 'demo')
     ON CONFLICT (job) DO NOTHING`,
  );
}

type MinutesAgo = (minutes: number) => number;

/**
 * Returns another valid card number of the same bank: one digit differs, and the check digit is
 * computed again.
 */
function withOtherDigit(cardNumber: string): string {
  const fifteen = `${cardNumber.slice(0, 6)}8${cardNumber.slice(7, 15)}`;
  const sum = [...fifteen].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return fifteen + String((10 - (sum % 10)) % 10);
}

function withdrawals(world: World, people: readonly Person[], minutesAgo: MinutesAgo): void {
  for (const [index, minutes] of [6, 14, 25, 58].entries()) {
    const person = people[index * 3 + 1];
    if (!person) continue;
    const toman = [450_000, 1_200_000, 2_300_000, 780_000][index] ?? 500_000;
    fillWallet(world, person, toman + 100_000, minutesAgo(3 * 24 * 60));
    askForMoney(world, { id: world.random.id(), person, toman, at: minutesAgo(minutes) });
  }
}

function orders(world: World, people: readonly Person[], minutesAgo: MinutesAgo): void {
  const products = world.all<Product>(
    `SELECT id, name, delivery_type, price_toman, sale_price_toman, reward_toman FROM product
     WHERE is_active = 1 ORDER BY price_toman DESC, id`,
  );
  const byHand = products.filter(({ delivery_type: type }) => type === "manual");
  for (const [index, minutes] of [35, 190, 420, 1_100].entries()) {
    const [person, product] = [people[index + 2], byHand[index % byHand.length]];
    if (!person || !product) continue;
    const lines = [{ product, quantity: 1 }];
    const at = minutesAgo(minutes);
    purchase(world, { person, at, lines, way: "gateway", outcome: "waiting", hasDiscount: false });
  }
  const dear = products.filter(({ delivery_type: type }) => type === "instant");
  for (const [index, minutes] of [50, 260].entries()) {
    const product = dear[index];
    if (!product) continue;
    const person = addPerson(world, { at: minutesAgo(2_000), place: PLACES_FROM + 20 + index });
    const lines = [{ product, quantity: 4 }];
    const at = minutesAgo(minutes);
    purchase(world, { person, at, lines, way: "gateway", outcome: "held", hasDiscount: false });
  }
}

function tickets(world: World, people: readonly Person[], minutesAgo: MinutesAgo): void {
  const talks = [
    ["کد فعال نمی‌شود", "کد را در کنسول زدم و می‌گوید پیش‌تر استفاده شده است.", 18],
    ["سفارشم کی می‌رسد؟", "گفته بودید تا دو ساعت. عجله دارم.", 75],
    ["تغییر شمارهٔ موبایل", "شمارهٔ قبلی‌ام را از دست داده‌ام. چه کار کنم؟", 140],
  ] as const;
  for (const [index, [title, description, minutes]] of talks.entries()) {
    const person = people[index + 7];
    if (!person) continue;
    world.run(
      `INSERT INTO ticket (id, user_id, title, description, created_at, updated_at)
       VALUES (?, ?, ?, ?, ?, ?)`,
      world.random.id(),
      person.id,
      title,
      description,
      minutesAgo(minutes),
      minutesAgo(minutes),
    );
  }
}

function moneyToLookInto(world: World, people: readonly Person[], minutesAgo: MinutesAgo): void {
  const [one, other] = [people[11] ?? people[0], people[4] ?? people[0]];
  if (!one || !other) return;
  const yesterday = startOfDay(tehranDay(world.now)) - 5 * HOUR_MS;
  const review = { purpose: "wallet_topup", orderId: null, state: "review" } as const;
  const reason = "paid with another card";
  pay(world, one, { ...review, amount: 4_320_000, at: yesterday, reason });
  const differs = "the gateway knows another amount";
  pay(world, other, { ...review, amount: 600_000, at: minutesAgo(80), reason: differs });
  world.run(
    `INSERT INTO stray_payment (authority, amount_toman, first_seen_at, last_seen_at)
     VALUES (?, 350000, ?, ?)`,
    `S${"0".repeat(23)}${world.random.digits(12)}`,
    minutesAgo(95),
    minutesAgo(2),
  );
}

function wishForAName(world: World, people: readonly Person[], minutesAgo: MinutesAgo): void {
  const person = people[9];
  if (!person) return;
  world.run(
    `INSERT INTO name_request (id, user_id, first_name, last_name, old_first_name, old_last_name,
       reason, created_at)
     SELECT ?1, id, 'سپیده', last_name, first_name, last_name, 'نامم در شناسنامه عوض شده است.', ?2
     FROM user WHERE id = ?3`,
    world.random.id(),
    minutesAgo(16),
    person.id,
  );
}

/** Closes all past days except the last ones, each soon after midnight of the next day. */
function closeDays(world: World): void {
  const today = tehranDay(world.now);
  for (let day = today - HISTORY_DAYS + 1; day < today - OPEN_DAYS; day++) {
    const at = startOfDay(day + 1) + world.random.between(10, 50) * MINUTE_MS;
    const report = { rows: [], isFromPanel: false, gatewayHeardAt: new Date(at).toISOString() };
    world.run(
      `INSERT INTO closing (day, taken_toman, returned_toman, gateway_toman, difference_toman,
         report, closed_by, closed_at)
       SELECT ?1, taken, returned, taken - returned, 0, ?2, ?3, ?4 FROM (
         SELECT coalesce(sum(iif(debit_book GLOB 'gateway:*', toman, 0)), 0) AS taken,
           coalesce(sum(iif(credit_book GLOB 'gateway:*', toman, 0)), 0) AS returned
         FROM day_book WHERE day = ?1)`,
      day,
      JSON.stringify(report),
      FINANCE,
      Math.min(at, world.now),
    );
    decide(world, {
      operator: FINANCE,
      subject: "closing",
      id: writePersian(day),
      verdict: "closed",
      at: Math.min(at + DAY_MS / 1_000, world.now),
    });
  }
}
