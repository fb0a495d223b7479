import { createHash, randomUUID } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { buffer } from "node:stream/consumers";

/**
 * A stand-in for Cloudflare's API on the local machine, for wrangler and `npm run deploy`: an
 * account with D1, R2, workers and a zone. It keeps what it gets, so that a deployment can be
 * stopped, repeated and looked at. It does not imitate limits, time, or D1's splitter of SQL: its
 * /query refuses every text with more than one statement, the strictest reading of that splitter.
 */
export type Cloudflare = Awaited<ReturnType<typeof openCloudflare>>;

interface Database {
  uuid: string;
  name: string;
  location: string | undefined;
  file: DatabaseSync;
}

interface Script {
  bindings: Record<string, unknown>[];
  secrets: Map<string, string>;
  crons: unknown[];
  deployments: number;
}

interface Call {
  method: string;
  path: string;
  body: Buffer;
  type: string;
}

/** A planted fault: the next calls whose «METHOD path» fits are answered with an error. */
interface Fault {
  call: RegExp;
  status: number;
  code: number;
  message: string;
}

const ACCOUNT = "a".repeat(32);
const ZONE = "b".repeat(32);

export async function openCloudflare() {
  const state = {
    accounts: [{ id: ACCOUNT, name: "Gift shop" }],
    zones: ["giftshop.ir"],
    databases: [] as Database[],
    buckets: new Set<string>(),
    scripts: new Map<string, Script>(),
    domains: [] as { hostname: string; service: string }[],
    records: [] as { name: string; type: string; content: string }[],
    rules: [] as Record<string, unknown>[],
    uploads: new Map<string, string>(),
    calls: [] as string[],
    fault: null as Fault | null,
    /** Called with «METHOD path» of each call, before it is answered. */
    onCall: (_call: string): void => {},
  };
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? "/", url);
    const call = {
      method: request.method ?? "GET",
      path: pathname,
      body: await buffer(request),
      type: request.headers["content-type"] ?? "",
    };
    state.calls.push(`${call.method} ${pathname}`);
    state.onCall(`${call.method} ${pathname}`);
    const send = (status: number, body: unknown) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const upload = /^\/upload\/(.+)$/.exec(pathname)?.[1];
    if (upload !== undefined) {
      state.uploads.set(upload, call.body.toString("utf8"));
      response.setHeader("ETag", `"${createHash("md5").update(call.body).digest("hex")}"`);
    }
    const { fault } = state;
    if (fault?.call.test(`${call.method} ${pathname}`))
      return send(fault.status, failure(fault.code, fault.message));
    try {
      const result = upload !== undefined ? {} : await route(call, new URLSearchParams(search));
      if (result === undefined) send(404, failure(10007, `${call.method} ${pathname} is unknown`));
      else send(200, { success: true, errors: [], messages: [], result });
    } catch (error) {
      send(400, failure(7500, error instanceof Error ? error.message : "unknown"));
    }
  }

  /** Returns the result of a call; undefined answers 404. */
  async function route(call: Call, query: URLSearchParams): Promise<unknown> {
    const { method, path } = call;
    const inAccount = `/accounts/${ACCOUNT}`;
    if (path === "/user") return { id: "user", email: "owner@giftshop.ir" };
    if (path === "/accounts") return state.accounts;
    if (path === "/memberships") return state.accounts.map((account) => ({ account }));
    if (path === "/zones") {
      const name = query.get("name") ?? "";
      return state.zones.includes(name) ? [{ id: ZONE, name }] : [];
    }
    if (path === `/zones/${ZONE}/dns_records`)
      return state.records.filter(({ name }) => name === query.get("name"));
    if (path.startsWith(`/zones/${ZONE}/rulesets/`)) {
      if (method === "PUT") state.rules = (json(call) as { rules: typeof state.rules }).rules;
      return state.rules.length > 0 ? { rules: state.rules } : undefined;
    }
    if (!path.startsWith(inAccount)) return undefined;
    const [area, ...rest] = path.slice(inAccount.length + 1).split("/");
    if (area === "d1") return database(call, rest.slice(1), query);
    if (area === "r2") return bucket(call, rest[1]);
    if (area === "workers") return workers(call, rest, query);
    return undefined;
  }

  function database(call: Call, [id, act, more]: string[], query: URLSearchParams): unknown {
    if (id === undefined) {
      const name = query.get("name");
      if (call.method === "GET")
        return state.databases.filter((one) => name === null || one.name === name).map(describe);
      const asked = json(call) as { name: string; primary_location_hint?: string };
      if (state.databases.some((one) => one.name === asked.name))
        throw new Error("A database with that name already exists");
      const made = {
        uuid: randomUUID(),
        name: asked.name,
        location: asked.primary_location_hint,
        file: new DatabaseSync(":memory:"),
      };
      state.databases.push(made);
      return describe(made);
    }
    const found = state.databases.find(({ uuid }) => uuid === id);
    if (!found) return undefined;
    if (act === undefined) return describe(found);
    if (act === "time_travel" && more === "bookmark") return { bookmark: "00000085-0000024c" };
    if (act === "query") return [ask(found.file, json(call) as Query)];
    if (act === "import") return importFile(found, json(call) as Import);
    return undefined;
  }

  interface Import {
    action: "init" | "ingest" | "poll";
    etag: string;
    filename?: string;
  }
  function importFile({ file }: Database, { action, etag, filename }: Import): unknown {
    if (action === "init")
      return { upload_url: `${url}/upload/${etag}`, filename: etag, success: true };
    const sql = state.uploads.get(filename ?? etag) ?? "";
    file.exec("BEGIN");
    try {
      file.exec(sql);
      file.exec("COMMIT");
    } catch (error) {
      file.exec("ROLLBACK");
      throw error;
    }
    const meta = { duration: 1, rows_read: 0, rows_written: 0, size_after: 0 };
    return {
      success: true,
      status: "complete",
      type: "import",
      at_bookmark: "00000086-0000024c",
      messages: [],
      result: { num_queries: 1, final_bookmark: "00000086-0000024c", meta },
    };
  }

  function bucket({ method, body }: Call, name: string | undefined): unknown {
    if (method === "POST" || method === "PUT") {
      const made = name ?? (JSON.parse(body.toString("utf8")) as { name: string }).name;
      state.buckets.add(made);
      return { name: made };
    }
    if (name === undefined) return { buckets: [...state.buckets].map((each) => ({ name: each })) };
    return state.buckets.has(name) ? { name } : undefined;
  }

  async function workers(call: Call, rest: string[], query: URLSearchParams): Promise<unknown> {
    const [kind, name = "", ...more] = rest;
    if (kind === "domains")
      return state.domains.filter(({ hostname }) => hostname === query.get("hostname"));
    if (kind === "services")
      return state.scripts.has(name)
        ? { default_environment: { script: { tag: "tag", last_deployed_from: "wrangler" } } }
        : undefined;
    if (kind === "assets") return { jwt: "assets" };
    if (kind === "workers")
      return state.scripts.has(name) ? { id: name, name, subdomain: NO_SUBDOMAIN } : undefined;
    if (kind !== "scripts") return undefined;
    return script(call, name, more);
  }

  /** Gives a worker the addresses of an upload, as wrangler asks for them. */
  function domains(call: Call, service: string, part: string | undefined): unknown {
    if (part === "changeset") return { added: [], removed: [], updated: [], conflicting: [] };
    for (const { hostname } of (json(call) as { origins: { hostname: string }[] }).origins)
      if (!state.domains.some((one) => one.hostname === hostname))
        state.domains.push({ hostname, service });
    return [];
  }

  async function script(call: Call, name: string, more: string[]): Promise<unknown> {
    const { method } = call;
    const [part, at] = more;
    const known = state.scripts.get(name);
    if (part === "assets-upload-session") return { jwt: "assets", buckets: [] };
    if (part === undefined && method === "PUT") return keep(call, name);
    if (part === "versions" && method === "POST") return keep(call, name);
    if (known === undefined) return undefined;
    if (part === undefined) return { id: name };
    if (part === "settings")
      return { bindings: [...known.bindings, ...[...known.secrets].map(secretBinding)] };
    if (part === "secrets") return secrets(call, known, at);
    if (part === "deployments") {
      if (method === "POST") known.deployments++;
      return { deployments: [], id: randomUUID() };
    }
    if (part === "domains") return domains(call, name, at);
    if (part === "schedules") {
      if (method === "PUT") known.crons = json(call) as unknown[];
      return { schedules: known.crons };
    }
    return part === "subdomain" ? NO_SUBDOMAIN : {};
  }

  /** Keeps the bindings of an uploaded worker, and the secrets that come with it. */
  async function keep(call: Call, name: string): Promise<unknown> {
    const form = await new Response(new Uint8Array(call.body), {
      headers: { "Content-Type": call.type },
    }).formData();
    const part = form.get("metadata");
    const metadata = JSON.parse(
      typeof part === "string" ? part : await (part as unknown as Blob).text(),
    ) as { bindings: Record<string, unknown>[] };
    const known = state.scripts.get(name) ?? {
      bindings: [],
      secrets: new Map<string, string>(),
      crons: [],
      deployments: 0,
    };
    for (const { type, name: secret, text } of metadata.bindings)
      if (type === "secret_text") known.secrets.set(String(secret), String(text));
    const lacking = metadata.bindings.find(
      ({ type, name: secret }) => type === "inherit" && !known.secrets.has(String(secret)),
    );
    if (lacking) throw new Error(`The secret ${String(lacking["name"])} is required`);
    const service = metadata.bindings.find(({ type }) => type === "service")?.["service"];
    if (service !== undefined && !state.scripts.has(String(service)))
      throw new Error(`Service binding refers to the unknown worker ${String(service)}`);
    known.bindings = metadata.bindings.filter(
      ({ type }) => type !== "secret_text" && type !== "inherit",
    );
    known.deployments++;
    state.scripts.set(name, known);
    return {
      id: name,
      startup_time_ms: 1,
      number: known.deployments,
      deployment_id: randomUUID(),
      resources: { script: { etag: "etag" } },
    };
  }

  return {
    url,
    state,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const NO_SUBDOMAIN = { enabled: false, previews_enabled: false };

interface Query {
  sql: string;
  params?: string[];
}

const failure = (code: number, message: string) => ({
  success: false,
  errors: [{ code, message }],
  messages: [],
  result: null,
});

const json = ({ body }: Call): unknown => JSON.parse(body.toString("utf8"));

const describe = ({ uuid, name, location }: Database) => ({
  uuid,
  name,
  version: "production",
  created_in_region: location,
});

const secretBinding = ([name]: [string, string]) => ({ type: "secret_text", name });

function secrets(call: Call, { secrets: kept }: Script, name: string | undefined): unknown {
  if (call.method === "GET") return [...kept].map(secretBinding);
  if (call.method === "DELETE") return name !== undefined && kept.delete(name) ? {} : undefined;
  const { name: given, text } = json(call) as { name: string; text: string };
  kept.set(given, text);
  return { name: given, type: "secret_text" };
}

/** Runs one statement. A second one is refused, because nobody knows how D1 would cut them. */
function ask(file: DatabaseSync, { sql, params = [] }: Query): unknown {
  if (/;\s*\S/.test(sql)) throw new Error("incomplete input: SQLITE_ERROR");
  return { success: true, meta: {}, results: file.prepare(sql).all(...params) };
}
