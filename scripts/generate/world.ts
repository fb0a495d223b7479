import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { Random } from "./random.ts";
import type { Sealing } from "./sealing.ts";

/** The shop that is being filled: its database, and the generator's own memory of it. */
export interface World {
  random: Random;
  sealing: Sealing;
  /** UTC milliseconds; no row has a later time. */
  now: number;
  /** Runs one statement. The triggers of the database update sums, lists and numbers. */
  run(sql: string, ...values: SQLInputValue[]): void;
  all<Row>(sql: string, ...values: SQLInputValue[]): Row[];
  /** The balance of each wallet, by person. */
  balances: Map<string, number>;
  /** Batches of codes that were bought, by product and week. */
  batches: Map<string, Batch>;
  /** Pictures of waiting papers, by upload; the shop's bucket needs them. */
  pictures: Map<string, Buffer>;
  /** The number of carts that each person has bought. */
  carts: Map<string, number>;
}

interface Batch {
  id: string;
  unitCostToman: number;
}

export interface Person {
  id: string;
  cardId: string;
  inviterId: string | null;
  joinedAt: number;
}

export interface Product {
  id: string;
  name: string;
  delivery_type: "instant" | "manual";
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
}

export function openWorld(
  database: DatabaseSync,
  given: Pick<World, "random" | "sealing" | "now">,
): World {
  const prepared = new Map<string, StatementSync>();
  const prepare = (sql: string) => {
    const known = prepared.get(sql);
    if (known) return known;
    const statement = database.prepare(sql);
    prepared.set(sql, statement);
    return statement;
  };
  return {
    ...given,
    run: (sql, ...values) => void prepare(sql).run(...values),
    all: <Row>(sql: string, ...values: SQLInputValue[]) => prepare(sql).all(...values) as Row[],
    balances: new Map(),
    batches: new Map(),
    pictures: new Map(),
    carts: new Map(),
  };
}

interface Movement {
  kind: string;
  ref: string;
  from: string;
  to: string;
  toman: number;
  at: number;
  orderId?: string;
  paymentId?: string;
}

/** Books a transfer, and updates the balances of wallets in memory. */
export function move(world: World, { kind, ref, from, to, toman, at, ...of }: Movement): void {
  if (toman === 0) return;
  world.run(
    `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman, order_id,
       payment_id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    `${kind}:${ref}`,
    kind,
    from,
    to,
    toman,
    of.orderId ?? null,
    of.paymentId ?? null,
    at,
  );
  const note = (account: string, change: number) => {
    if (!account.startsWith("shopper:")) return;
    const id = account.slice(8);
    world.balances.set(id, (world.balances.get(id) ?? 0) + change);
  };
  note(from, -toman);
  note(to, toman);
}

export function openAccount(world: World, id: string, kind: string): void {
  world.run("INSERT INTO account (id, kind) VALUES (?, ?)", id, kind);
}

/** Writes a line of the desk's log. */
export function decide(
  world: World,
  line: {
    operator: string;
    subject: string;
    id: string;
    verdict: string;
    note?: string;
    at: number;
  },
): void {
  world.run(
    `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at,
       network) VALUES (?, ?, ?, ?, ?, ?, ?, '10.0.0.7')`,
    world.random.id(),
    line.operator,
    line.subject,
    line.id,
    line.verdict,
    line.note ?? null,
    line.at,
  );
}

/** Records that the buyer read a code on a page, or that the receiver of a gift opened it. */
export function know(
  world: World,
  codeId: string,
  way: "buyer" | "receiver",
  who: string,
  at: number,
): void {
  world.run(
    "INSERT INTO code_knower (code_id, way, who, known_at, last_at) VALUES (?, ?, ?, ?, ?)",
    codeId,
    way,
    who,
    at,
    at,
  );
}
