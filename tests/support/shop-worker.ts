import { WorkerEntrypoint } from "cloudflare:workers";
import { runBatch } from "../../api/base/batch.ts";
import type { Bindings } from "../../api/base/context.ts";
import type { JobName } from "../../api/jobs.ts";
import { createShop } from "../../api/shop.ts";
import { countReads } from "../../scripts/generate/count-reads.mjs";
import { type Trouble, createTrouble } from "./trouble.ts";

/**
 * The shop with a clock that tests can turn, a database that they can disturb, and calls that read
 * its inner state. Only tests build this.
 */
let aheadMs = 0;
/** The number of requests inside the shop, and its maximum since the last `/test/inside`. */
let inside = 0;
let insideMost = 0;

const trouble = createTrouble();
const reads = { rows: 0, written: 0, calls: 0 };
const shop = createShop({ now: () => Date.now() + aheadMs, wait: trouble.wait });

const tests: Record<string, (request: Request, env: Bindings) => Promise<Response>> = {
  async clock(request) {
    aheadMs = (await request.json<{ aheadMs: number }>()).aheadMs;
    return Response.json({ now: Date.now() + aheadMs });
  },
  async sql(request, env) {
    const { sql, values } = await request.json<{ sql: string; values: unknown[] }>();
    const statement = env.DB.prepare(sql).bind(...values);
    try {
      const { results, meta } = await statement.all();
      return Response.json(results, { headers: { "X-Rows-Read": String(meta.rows_read) } });
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 400 });
    }
  },
  async read(request, env) {
    const texts = await request.json<string[]>();
    const answers = await env.DB.batch(texts.map((text) => env.DB.prepare(text)));
    return Response.json(answers.map(({ results }) => results));
  },
  async batch(request, env) {
    return Response.json({ isDone: await runBatch(env.DB, await statementsOf(request, env)) });
  },
  async put(request, env) {
    const statements = await statementsOf(request, env);
    try {
      await env.DB.batch(statements);
      return Response.json({});
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 400 });
    }
  },
  async trouble(request) {
    const calls = trouble.calls();
    trouble.plan(await request.json<Trouble>());
    return Response.json({ calls });
  },
  async stalled() {
    return Response.json({ count: trouble.stalled() });
  },
  async release() {
    return Response.json(await trouble.releaseStalled());
  },
  async inside() {
    const most = insideMost;
    insideMost = inside;
    return Response.json({ most });
  },
  async reads() {
    const since = { ...reads };
    Object.assign(reads, { rows: 0, written: 0, calls: 0 });
    return Response.json(since);
  },
  jobs: (request, env) =>
    counted(async () => {
      const only = new URL(request.url).searchParams.get("only")?.split(",") as
        JobName[] | undefined;
      await shop.runJobs(troubled(env), only);
      return Response.json({});
    }),
};

async function statementsOf(request: Request, env: Bindings): Promise<D1PreparedStatement[]> {
  const statements = await request.json<{ text: string; values: unknown[] }[]>();
  return statements.map(({ text, values }) => env.DB.prepare(text).bind(...values));
}

async function counted(answer: () => Promise<Response>): Promise<Response> {
  insideMost = Math.max(insideMost, ++inside);
  try {
    return await answer();
  } finally {
    inside--;
  }
}

const known = new WeakMap<Bindings, Bindings>();

/**
 * The bindings with the disturbed database. One object for each environment, because the shop uses
 * it as the key of its cache.
 */
function troubled(env: Bindings): Bindings {
  const ask = async (request: Request) =>
    request.url.endsWith("/test/jobs") && tests["jobs"]
      ? tests["jobs"](request, env)
      : shop.fetch(request, troubled(env), {
          waitUntil() {},
          passThroughOnException() {},
          props: {},
        });
  const bindings = known.get(env) ?? {
    ...env,
    DB: trouble.around(countReads(env.DB, reads) as D1Database, ask),
    UPLOADS: trouble.aroundStorage(env.UPLOADS),
  };
  known.set(env, bindings);
  return bindings;
}

export default {
  async fetch(request, env, context) {
    const { pathname } = new URL(request.url);
    const test = tests[pathname.replace(/^\/test\//, "")];
    if (pathname.startsWith("/test/") && test) return test(request, env);
    return counted(async () => shop.fetch(request, troubled(env), context));
  },
} satisfies ExportedHandler<Bindings>;

export class Jobs extends WorkerEntrypoint<Bindings> {
  runJobs(): Promise<void> {
    return shop.runJobs(troubled(this.env));
  }
}
