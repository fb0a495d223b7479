import { storeTutorials } from "../goods/search/tutorials.ts";
import type { Tutorial } from "../goods/search/tutorial-sql.ts";
import { addLocalOwner } from "./operator.ts";
import { addSearchWords, seed } from "./seed.ts";

/**
 * The worker that fills a local database, for scripts/run/fill.mjs. It runs beside the database,
 * because from outside each statement would be a request, and a busy machine sometimes loses the
 * connection.
 */
interface Env {
  DB: D1Database;
  UPLOADS: R2Bucket;
  CODE_KEYS: string;
  HMAC_KEY: string;
}

/** A file of the schema, as single statements. */
export interface SchemaFile {
  name: string;
  statements: string[];
}

/** The rows that the shop gets besides its catalogue. */
export interface Rows {
  now: number;
  tutorials: Tutorial[];
  /** SHA-256 of the token of `npm run desk`. */
  tokenHash: string;
}

/** Wrangler's own list of the files that were applied. */
const LIST_FILES = `CREATE TABLE IF NOT EXISTS d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL)`;

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const [, step, id = ""] = new URL(request.url).pathname.split("/");
    if (step === "schema") await applySchema(env.DB, await request.json<SchemaFile[]>());
    else if (step === "texts") await fillTexts(env.DB, await request.json<Tutorial[]>());
    else if (step === "rows") await fillRows(env, await request.json<Rows>());
    else if (step === "pictures")
      await env.UPLOADS.put(id, await request.arrayBuffer(), {
        httpMetadata: { contentType: "image/png" },
      });
    else return new Response(`There is no step ${step}.`, { status: 404 });
    return new Response();
  },
};

/** Applies each file in one transaction, and skips files that were applied before. */
async function applySchema(db: D1Database, files: readonly SchemaFile[]): Promise<void> {
  await db.prepare(LIST_FILES).run();
  const { results } = await db.prepare("SELECT name FROM d1_migrations").all<{ name: string }>();
  const applied = new Set(results.map(({ name }) => name));
  for (const { name, statements } of files)
    if (!applied.has(name))
      await db.batch([
        ...statements.map((sql) => db.prepare(sql)),
        db.prepare("INSERT INTO d1_migrations (name) VALUES (?)").bind(name),
      ]);
}

/** Stores the tutorials; a shop that has no words of the search yet gets them too. */
async function fillTexts(db: D1Database, tutorials: readonly Tutorial[]): Promise<void> {
  await storeTutorials(db, tutorials);
  const word = await db.prepare("SELECT 1 FROM search_word LIMIT 1").first();
  if (word === null) await db.batch(addSearchWords(db));
}

/** Adds the rows that are missing. */
async function fillRows(env: Env, { now, tutorials, tokenHash }: Rows): Promise<void> {
  await storeTutorials(env.DB, tutorials);
  await seed(env, { now });
  await env.DB.batch(addLocalOwner(env.DB, tokenHash, now));
}
