import { numberContext } from "../../api/base/open-number.ts";
import { DAY_MS, MINUTE_MS } from "../../api/base/time.ts";
import { type Person, type World, decide, openAccount } from "./world.ts";

const FIRST = [
  "سارا",
  "مهدی",
  "زهرا",
  "علی",
  "مریم",
  "رضا",
  "نگین",
  "حسین",
  "الهام",
  "امیر",
].concat(["فاطمه", "پویا", "شیرین", "کاوه", "لیلا", "آرش", "بهار", "نیما", "هانیه", "سینا"]);
const LAST = [
  "کریمی",
  "احمدی",
  "رضایی",
  "محمدی",
  "حسینی",
  "موسوی",
  "جعفری",
  "صادقی",
  "نوری",
].concat([
  "رستمی",
  "یوسفی",
  "شریفی",
  "مرادی",
  "اکبری",
  "قاسمی",
  "فرهمند",
  "کاظمی",
  "سلیمی",
  "زارع",
]);
/** The first six digits of the cards of a few banks. */
const BANKS = ["603799", "610433", "621986", "627353", "589210", "502229"];

/** The operators that are added to the generated shop. */
export const SUPPORT = "sara";
export const FINANCE = "raha";

export function addOperators(world: World, at: number): void {
  for (const [name, role, phone] of [
    [SUPPORT, "support", "9120000008"],
    [FINANCE, "finance", "9120000009"],
  ] as const)
    world.run(
      `INSERT INTO operator (name, role, phone, created_at, entered_at) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (name) DO NOTHING`,
      name,
      role,
      phone,
      at,
      at,
    );
}

export interface NewPerson {
  at: number;
  /** A number below ten million that no other person of the shop has. */
  place: number;
  inviterId?: string | null;
  isProved?: boolean;
}

/**
 * Returns the card number of the person with this `place`: sixteen digits, the last one a check
 * digit.
 */
function cardNumberOf(world: World, place: number): string {
  const fifteen = world.random.pick(BANKS) + `5${String(place).padStart(8, "0")}`;
  const sum = [...fifteen].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return fifteen + String((10 - (sum % 10)) % 10);
}

/**
 * Adds a person with a wallet. With `isProved`, the person also has a verified identity and card.
 */
export function addPerson(
  world: World,
  { at, place, inviterId = null, isProved = true }: NewPerson,
): Person & { cardNumber: string; owner: string } {
  const { random } = world;
  const id = random.id();
  const cardId = random.id();
  const [first, last] = [random.pick(FIRST), random.pick(LAST)];
  const phone = `990${String((place * 7919) % 10_000_000).padStart(7, "0")}`;
  world.run(
    `INSERT INTO user (id, phone, first_name, last_name, referral_code, inviter_id, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    id,
    phone,
    isProved ? first : "",
    isProved ? last : "",
    `G${String(place).padStart(7, "0")}`,
    inviterId,
    at,
  );
  openAccount(world, `shopper:${id}`, "shopper");
  world.run("INSERT INTO cart (user_id) VALUES (?)", id);
  const person = {
    id,
    cardId,
    inviterId,
    joinedAt: at,
    cardNumber: cardNumberOf(world, place),
    owner: `${first} ${last}`,
  };
  if (isProved) prove(world, person, at);
  return person;
}

function prove(
  world: World,
  { id, cardId, cardNumber, owner }: Person & { cardNumber: string; owner: string },
  at: number,
): void {
  const decidedAt = at + answerMs(world);
  const requestId = askForIdentity(world, { userId: id, cardNumber, owner, at, decidedAt });
  addCard(world, { id: cardId, userId: id, cardNumber, owner, at, decidedAt });
  decide(world, {
    operator: SUPPORT,
    subject: "identity_request",
    id: requestId,
    verdict: "verified",
    at: decidedAt,
  });
}

/** Returns how long papers wait for a decision: mostly no longer than the promised half hour. */
function answerMs({ random }: World): number {
  return (random.chance(0.94) ? random.between(2, 28) : random.between(31, 140)) * MINUTE_MS;
}

interface Paper {
  userId: string;
  cardNumber: string;
  owner: string;
  at: number;
  /** Null while the papers wait. */
  decidedAt: number | null;
  uploadId?: string;
}

export function askForIdentity(world: World, paper: Paper): string {
  const id = world.random.id();
  world.run(
    `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
       card_owner, upload_id, status, created_at, decided_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    id,
    paper.userId,
    world.sealing.seal(paper.cardNumber, numberContext("identity_request", id)),
    world.sealing.fingerprint("card number", paper.cardNumber),
    paper.owner,
    paper.uploadId ?? null,
    paper.decidedAt === null ? "pending" : "verified",
    paper.at,
    paper.decidedAt,
  );
  return id;
}

export function addCard(world: World, paper: Paper & { id: string }): void {
  world.run(
    `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, upload_id,
       status, is_default, created_at, decided_at, end_fingerprint)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    paper.id,
    paper.userId,
    world.sealing.seal(paper.cardNumber, numberContext("bank_card", paper.id)),
    world.sealing.fingerprint("card number", paper.cardNumber),
    paper.owner,
    paper.uploadId ?? null,
    paper.decidedAt === null ? "pending" : "verified",
    paper.decidedAt === null ? 0 : 1,
    paper.at,
    paper.decidedAt,
    world.sealing.fingerprint("card end", paper.cardNumber.slice(-4)),
  );
}

/** Adds people who joined between `from` and the present, some of them invited by earlier ones. */
export function addPeople(world: World, count: number, from: number, firstPlace: number): Person[] {
  const people: Person[] = [];
  const span = world.now - DAY_MS - from;
  for (let index = 0; index < count; index++) {
    const at = from + Math.floor((span * index * 0.6) / count);
    const inviter =
      people.length > 5 && world.random.chance(0.12) ? world.random.pick(people) : null;
    const place = firstPlace + index;
    people.push(addPerson(world, { at, place, inviterId: inviter?.id ?? null }));
  }
  return people;
}
