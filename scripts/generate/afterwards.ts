import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../api/base/time.ts";
import { FINANCE, SUPPORT } from "./people.ts";
import { type Person, type Product, type World, decide, know, move, openAccount } from "./world.ts";

/**
 * Actions of people after a purchase: they rate, complain, give codes as gifts and withdraw money.
 */

const COMMENTS = ["کد بی‌درنگ رسید.", "بی‌دردسر فعال شد.", "قیمتش از جاهای دیگر بهتر بود."];

const firstItem = (world: World, orderId: string) =>
  world.all<{ id: string; product_id: string; delivered_at: number }>(
    "SELECT id, product_id, delivered_at FROM order_item WHERE order_id = ? ORDER BY position LIMIT 1",
    orderId,
  )[0];

export function rate(
  world: World,
  person: Person,
  orderId: string,
  product: Product,
  at: number,
): void {
  const { random } = world;
  world.run(
    `INSERT INTO rating (id, order_item_id, user_id, product_id, stars, comment, is_canned,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    random.id(),
    firstItem(world, orderId)?.id ?? "",
    person.id,
    product.id,
    random.weigh([1, 1, 3, 20, 75]) + 1,
    random.pick(COMMENTS),
    Number(random.chance(0.3)),
    Math.min(at + DAY_MS / 2, world.now),
  );
}

/** Adds a ticket that was answered and closed. */
export function complain(world: World, person: Person, orderId: string, at: number): void {
  const { random, now } = world;
  const id = random.id();
  const item = firstItem(world, orderId);
  const sentAt = Math.min((item?.delivered_at ?? at) + random.between(5, 600) * MINUTE_MS, now);
  const answerMs = random.chance(0.92) ? random.between(5, 110) : random.between(125, 500);
  const answeredAt = Math.min(sentAt + answerMs * MINUTE_MS, now);
  world.run(
    `INSERT INTO ticket (id, user_id, title, description, order_item_id, created_at, updated_at)
     VALUES (?, ?, 'کد کار نمی‌کند', 'هنگام وارد کردن کد پیام خطا می‌آید.', ?, ?, ?)`,
    id,
    person.id,
    item?.id ?? null,
    sentAt,
    sentAt,
  );
  world.run(
    `INSERT INTO ticket_message (id, ticket_id, sender_type, operator, content, created_at)
     VALUES (?, ?, 'owner', ?, 'کد را با تأمین‌کننده بررسی کردیم و اکنون کار می‌کند.', ?)`,
    random.id(),
    id,
    SUPPORT,
    answeredAt,
  );
  const answer = { operator: SUPPORT, subject: "ticket", id, verdict: "answered" };
  decide(world, { ...answer, at: answeredAt });
  world.run("UPDATE ticket SET status = 'Closed', updated_at = ? WHERE id = ?", answeredAt, id);
}

/** Adds a gift of an unread code; half of these gifts were opened. */
export function give(world: World, person: Person, orderId: string, at: number): void {
  const { random, sealing, now } = world;
  const [code] = world.all<{ id: string; order_item_id: string; sold_at: number }>(
    `SELECT c.id, c.order_item_id, c.sold_at FROM code c
     JOIN order_item i ON i.id = c.order_item_id WHERE i.order_id = ? AND c.read_at IS NULL LIMIT 1`,
    orderId,
  );
  if (!code) return;
  const id = random.id();
  const givenAt = Math.min(Math.max(at, code.sold_at) + 5 * MINUTE_MS, now);
  const openedAt = random.chance(0.5) ? Math.min(givenAt + 3 * HOUR_MS, now) : null;
  world.run(
    `INSERT INTO gift (id, code_id, user_id, occasion, recipient, message, signature,
       is_phone_required, token_hash, token_sealed, state, created_at, opens_at, opened_at,
       opener_hash) VALUES (?, ?, ?, 'birthday', 'دوست', 'تولدت مبارک.', '', 0, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    code.id,
    person.id,
    sealing.fingerprint("generated gift", id),
    sealing.seal(id, `gift:${id}`),
    openedAt === null ? "sealed" : "opened",
    givenAt,
    givenAt,
    openedAt,
    openedAt === null ? null : sealing.fingerprint("generated opener", id),
  );
  if (openedAt === null) return;
  know(world, code.id, "receiver", id, openedAt);
  world.run(
    `INSERT INTO content_reading (id, order_item_id, user_id, read_at, channel, code_id, gift_id)
     VALUES (?, ?, ?, ?, 'gift', ?, ?)`,
    random.id(),
    code.order_item_id,
    person.id,
    openedAt,
    code.id,
    id,
  );
}

/** Withdraws money from a wallet with a sufficient balance to the person's card. */
export function withdraw(world: World, person: Person): void {
  const { random, now } = world;
  const balance = world.balances.get(person.id) ?? 0;
  if (balance < 100_000 || random.chance(0.6)) return;
  const toman = Math.floor((balance * (0.4 + random.next() * 0.6)) / 10_000) * 10_000;
  if (toman < 100_000) return;
  const id = random.id();
  const at = now - random.between(26, 40 * 24) * HOUR_MS;
  const waitMs = random.chance(0.9) ? random.between(3, 28) : random.between(40, 300);
  const decidedAt = at + waitMs * MINUTE_MS;
  const isPaid = random.chance(0.95);
  askForMoney(world, { id, person, toman, at });
  const note = isPaid ? `P${id.slice(0, 8)}${id.slice(28)}` : "کارت را بانک نمی‌پذیرد";
  world.run(
    "UPDATE withdrawal SET state = ?, note = ?, decided_at = ? WHERE id = ?",
    isPaid ? "paid" : "rejected",
    note,
    decidedAt,
    id,
  );
  move(world, {
    kind: isPaid ? "withdrawal_paid" : "withdrawal_return",
    ref: id,
    from: `withdrawal:${id}`,
    to: isPaid ? "bank:payouts" : `shopper:${person.id}`,
    toman,
    at: decidedAt,
  });
  const verdict = isPaid ? "paid" : "rejected";
  decide(world, { operator: FINANCE, subject: "withdrawal", id, verdict, note, at: decidedAt });
}

export function askForMoney(
  world: World,
  { id, person, toman, at }: { id: string; person: Person; toman: number; at: number },
): void {
  openAccount(world, `withdrawal:${id}`, "hold");
  world.run(
    `INSERT INTO withdrawal (id, user_id, card_id, amount_toman, request_hash, created_at)
     VALUES (?, ?, ?, ?, '', ?)`,
    id,
    person.id,
    person.cardId,
    toman,
    at,
  );
  const [from, to] = [`shopper:${person.id}`, `withdrawal:${id}`];
  move(world, { kind: "withdrawal", ref: id, from, to, toman, at });
}
