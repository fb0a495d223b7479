import { createHash } from "node:crypto";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { createVault } from "../../../api/base/vault.ts";
import type { Track } from "../../../api/jobs.ts";
import { addLocalOwner } from "../../../api/seed/operator.ts";
import { createShop } from "../../../api/shop.ts";
import { makeDossierKeys } from "../../../scripts/dossier/dossier.mjs";
import { root } from "../../../scripts/run/root.mjs";
import type { Answer } from "../../support/shop.ts";
import type { NearBank } from "./near-bank.ts";
import { createNearBucket } from "./near-bucket.ts";
import type { ModelledShop } from "./step.ts";

/**
 * The shop with its migrations on Node's SQLite, in this process: a thousand calls a second, with a
 * clock and a database that a test controls. All other tests cover the wire and D1.
 */

const { DOSSIER_PUBLIC_KEY } = makeDossierKeys();
const DESK_TOKEN = "operator-of-the-near-shop";
const CONSTRAINT = 19;

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

function openDatabase(): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  const folder = join(root, "api", "migrations");
  for (const file of readdirSync(folder).sort()) db.exec(readFileSync(join(folder, file), "utf8"));
  db.exec(`INSERT INTO category (type, display_name, position) VALUES ('giftcard', 'گیفت کارت', 1);
    INSERT INTO subcategory
      (id, type, url_name, display_name, latin_name, hue, tagline, region_notice, position)
    VALUES ('giftcard-itunes', 'giftcard', 'itunes', 'آیتونز', 'iTunes', 1, '', '', 1)`);
  return db;
}

/** Rewords errors of SQLite like D1, so that the shop recognises constraints. */
function asD1<Answer>(run: () => Answer): Answer {
  try {
    return run();
  } catch (error) {
    const isConstraint = ((error as { errcode?: number }).errcode ?? 0) % 256 === CONSTRAINT;
    throw new Error(
      `D1_ERROR: ${(error as Error).message}${isConstraint ? ": SQLITE_CONSTRAINT" : ""}`,
      { cause: error },
    );
  }
}

class NearStatement {
  readonly statement: StatementSync;
  readonly countChanges: StatementSync;
  readonly values: SQLInputValue[];
  constructor(statement: StatementSync, countChanges: StatementSync, values: SQLInputValue[] = []) {
    this.statement = statement;
    this.countChanges = countChanges;
    this.values = values;
  }
  bind(...values: SQLInputValue[]) {
    if (values.some((value) => value === undefined))
      throw new Error("D1_TYPE_ERROR: undefined cannot be bound");
    return new NearStatement(this.statement, this.countChanges, values);
  }
  read() {
    const results = asD1(() => this.statement.all(...this.values));
    return { success: true, meta: this.countChanges.get() ?? {}, results };
  }
  all = () => Promise.resolve().then(() => this.read());
  run = () => this.all();
  first = (column?: string) =>
    this.all().then(({ results: [row] }) =>
      row === undefined || column === undefined ? (row ?? null) : row[column],
    );
}

function asD1Database(db: DatabaseSync): D1Database {
  const prepared = new Map<string, StatementSync>();
  const countChanges = db.prepare("SELECT changes() AS changes");
  const prepare = (text: string) => {
    const statement = prepared.get(text) ?? asD1(() => db.prepare(text));
    prepared.set(text, statement);
    return new NearStatement(statement, countChanges);
  };
  async function batch(statements: NearStatement[]) {
    db.exec("SAVEPOINT batch");
    try {
      return statements.map((statement) => statement.read());
    } catch (error) {
      db.exec("ROLLBACK TO batch");
      throw error;
    } finally {
      db.exec("RELEASE batch");
    }
  }
  return { prepare, batch } as unknown as D1Database;
}

export interface NearShopOptions {
  /** Creates the shop, perhaps from changed sources. */
  create?: typeof createShop;
  /** Settings besides the required ones. */
  vars?: Record<string, string>;
}

export function openNearShop(
  bank: NearBank,
  { create = createShop, vars = {} }: NearShopOptions = {},
) {
  let now = 0;
  const db = openDatabase();
  const d1 = asD1Database(db);
  const key = Buffer.alloc(32, 7).toString("base64");
  const env = {
    DB: d1,
    UPLOADS: createNearBucket(),
    PUBLIC_ORIGIN: "https://shop.example",
    ZARINPAL_ORIGIN: bank.origin,
    ZARINPAL_GRAPHQL_ORIGIN: bank.origin,
    ZARINPAL_MERCHANT_ID: "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69",
    ZARINPAL_ACCESS_TOKEN: "near",
    ZARINPAL_TERMINAL_ID: "1",
    KAVENEGAR_ORIGIN: bank.origin,
    KAVENEGAR_API_KEY: "near",
    CODE_KEYS: JSON.stringify({ 1: key }),
    HMAC_KEY: key,
    DOSSIER_PUBLIC_KEY,
    DESK_PASSKEYS: "optional",
    ...vars,
  };
  for (const statement of addLocalOwner(d1, hashOf(DESK_TOKEN), Date.now()))
    (statement as unknown as NearStatement).read();
  // Timeouts never end here; tests that stall the database cover them.
  const shop = create({ now: () => now, wait: () => new Promise(() => {}) });

  const context = { waitUntil() {}, passThroughOnException() {}, props: {} };
  const fetch = async (request: Request) => shop.fetch(request, env, context);

  const sql: ModelledShop["sql"] = async (text, ...values) =>
    (d1.prepare(text) as unknown as NearStatement).bind(...values).read().results as Record<
      string,
      unknown
    >[];

  return {
    db: d1,
    deskToken: DESK_TOKEN,
    vault: createVault({ CODE_KEYS: { 1: key }, HMAC_KEY: key }),
    fetch,
    async ask({ method, path, token, body, headers }) {
      const request = new Request(`https://shop.internal${path}`, {
        method,
        headers: { ...(token !== undefined && { Authorization: `Bearer ${token}` }), ...headers },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const answer = await fetch(request);
      return {
        status: answer.status,
        headers: answer.headers,
        body: (await answer.json()) as Answer["body"],
      };
    },
    runJobs: () => shop.runJobs(env),
    runTrack: (track: Track, until: number) => shop.runTrack(env, track, until),
    setClock: (at) => void (now = at),
    sql,
    readAll: (texts) => Promise.all(texts.map((text) => sql(text))),
    pay: async (authority) => bank.pay(authority),
    /** Starts a sequence. `end` undoes everything since then. */
    begin: () => db.exec("SAVEPOINT sequence"),
    end: () => db.exec("ROLLBACK TO sequence; RELEASE sequence"),
  } satisfies ModelledShop & Record<string, unknown>;
}
