import { WorkerEntrypoint } from "cloudflare:workers";
import type { Bindings } from "../../../api/base/context.ts";
import { createShop } from "../../../api/shop.ts";
import testShop from "../../support/shop-worker.ts";

/** The shop with two more headers on each answer: changed tables and called providers. */
const wait = (waitMs: number) => new Promise<void>((resolve) => setTimeout(resolve, waitMs));
const shop = createShop({ now: () => Date.now(), wait });

/** Records the table that each statement changes. */
function watch(db: D1Database, changed: Set<string>): D1Database {
  const plain = new WeakMap<object, D1PreparedStatement>();
  const texts = new WeakMap<object, string>();
  const note = <Result extends D1Result<unknown>>(
    text: string | undefined,
    result: Result,
  ): Result => {
    const table = /^\s*(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/.exec(text ?? "")?.[1];
    // `must` is a view and holds no rows.
    if (result.meta.changes > 0 && table !== "must")
      changed.add(table ?? `unnamed: ${String(text)}`);
    return result;
  };
  const wrap = (text: string, statement: D1PreparedStatement): D1PreparedStatement => {
    const watched = {
      bind: (...values: unknown[]) => wrap(text, statement.bind(...values)),
      all: async () => note(text, await statement.all()),
      run: async () => note(text, await statement.run()),
      first: async (column?: string) => {
        const [row] = note(text, await statement.all<Record<string, unknown>>()).results;
        return row === undefined || column === undefined ? (row ?? null) : row[column];
      },
    } as unknown as D1PreparedStatement;
    plain.set(watched, statement);
    texts.set(watched, text);
    return watched;
  };
  return {
    prepare: (text: string) => wrap(text, db.prepare(text)),
    batch: async (statements: D1PreparedStatement[]) => {
      const results = await db.batch(
        statements.map((statement) => plain.get(statement) ?? statement),
      );
      return results.map((result, index) => note(texts.get(statements[index] ?? {}), result));
    },
  } as unknown as D1Database;
}

interface Watched {
  env: Bindings;
  changed: Set<string>;
  called: Set<string>;
}

/** Environments that no request uses now. They are reused: the shop caches by environment. */
const idle: Watched[] = [];
const opened: Watched[] = [];

/** Makes an environment whose provider addresses are marked, to know which request calls them. */
function openWatched(env: Bindings): Watched {
  const changed = new Set<string>();
  const named = Object.entries(env).map(([name, value]) =>
    name.endsWith("_ORIGIN") && name !== "PUBLIC_ORIGIN"
      ? [name, withName(String(value), String(opened.length))]
      : [name, value],
  );
  const watched = {
    changed,
    called: new Set<string>(),
    env: { ...Object.fromEntries(named), DB: watch(env.DB, changed) },
  };
  opened.push(watched);
  return watched;
}

function withName(address: string, name: string): string {
  const url = new URL(address);
  url.pathname = `/called-by-${name}${url.pathname}`;
  return url.href;
}

const callProvider = globalThis.fetch;
globalThis.fetch = (input, init) => {
  const url = new URL(String(input));
  const [, name = "", path = ""] = /^\/called-by-(\d+)(\/.*)$/.exec(url.pathname) ?? [];
  opened[Number(name)]?.called.add(path.split("/").at(-1) ?? "");
  url.pathname = path;
  return callProvider(url, init);
};

export default {
  async fetch(request, env, context) {
    if (new URL(request.url).pathname.startsWith("/test/"))
      return testShop.fetch(request, env, context);
    const watched = idle.pop() ?? openWatched(env);
    const answer = await shop.fetch(request, watched.env, context);
    const headers = new Headers(answer.headers);
    headers.set("X-Changed", [...watched.changed].join(","));
    headers.set("X-Called-Providers", [...watched.called].join(","));
    watched.changed.clear();
    watched.called.clear();
    idle.push(watched);
    return new Response(answer.body, { status: answer.status, headers });
  },
} satisfies ExportedHandler<Bindings>;

export class Jobs extends WorkerEntrypoint<Bindings> {
  runJobs(): Promise<void> {
    return shop.runJobs(this.env);
  }
}
