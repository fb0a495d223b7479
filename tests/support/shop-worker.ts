import { WorkerEntrypoint } from "cloudflare:workers";
import { runBatch } from "../../api/batch.ts";
import type { Bindings } from "../../api/context.ts";
import { createShop } from "../../api/shop.ts";

/** The shop as it is, with a clock that tests turn and a window into its database. Only tests build this. */
let aheadMs = 0;
const shop = createShop({ now: () => Date.now() + aheadMs });

async function answerTest(path: string, request: Request, env: Bindings): Promise<Response> {
  if (path === "/test/clock") {
    aheadMs = (await request.json<{ aheadMs: number }>()).aheadMs;
    return Response.json({ now: Date.now() + aheadMs });
  }
  if (path === "/test/sql") {
    const { sql, values } = await request.json<{ sql: string; values: unknown[] }>();
    const statement = env.DB.prepare(sql).bind(...values);
    try {
      const { results, meta } = await statement.all();
      return Response.json(results, { headers: { "X-Rows-Read": String(meta.rows_read) } });
    } catch (error) {
      return Response.json({ error: String(error) }, { status: 400 });
    }
  }
  if (path === "/test/read") {
    const texts = await request.json<string[]>();
    const answers = await env.DB.batch(texts.map((text) => env.DB.prepare(text)));
    return Response.json(answers.map(({ results }) => results));
  }
  if (path === "/test/batch") {
    const statements = await request.json<{ text: string; values: unknown[] }[]>();
    return Response.json({
      isDone: await runBatch(
        env.DB,
        statements.map(({ text, values }) => env.DB.prepare(text).bind(...values)),
      ),
    });
  }
  await shop.runJobs(env);
  return Response.json({});
}

export default {
  fetch: (request, env, context) => {
    const { pathname } = new URL(request.url);
    return pathname.startsWith("/test/") ? answerTest(pathname, request, env) : shop.fetch(request, env, context);
  },
} satisfies ExportedHandler<Bindings>;

export class Jobs extends WorkerEntrypoint<Bindings> {
  runJobs(): Promise<void> {
    return shop.runJobs(this.env);
  }
}
