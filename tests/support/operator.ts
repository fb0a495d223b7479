import { createHash } from "node:crypto";
import type { Area } from "../../contract/desk/area.ts";
import { type Caller, DEFAULT_AREAS } from "../../contract/desk/caller.ts";
import { type DeskEndpoint, ROLES, type Role } from "../../contract/desk/endpoint.ts";
import { DESK_PATH } from "../../contract/desk/endpoints.ts";
import type { AnyRequest, RequestArguments } from "../../contract/request.ts";
import { type AnswerTo, type TestShop, findBreach } from "./shop.ts";
import { requestBelow } from "./wire-request.ts";
import { expect } from "vitest";

/** Operators besides the one that `shop.desk` uses. */

let operators = 0;
let networks = 0;

export const hash = (text: string) => createHash("sha256").update(text).digest("hex");

export interface OperatorOptions {
  role?: Role;
  /** Without this field, the operator has the prepared areas of the role. */
  areas?: readonly Area[];
  /** The token belongs to a program with this role. */
  program?: Role;
  /** The token belongs to the session of a browser, whose operator has just shown a passkey. */
  inBrowser?: boolean;
  /** The operator has a passkey, which no test can show. */
  hasPasskey?: boolean;
  /** The phone with ten digits; without this field a new one. */
  phone?: string;
  /** UTC milliseconds. */
  enteredAt?: number;
  expiresAt?: number;
}

/** Callers for tests of all calls: each role with its areas, a stock keeper, an accountant. */
export const CALLERS: readonly Caller[] = [
  ...ROLES.map((role) => ({ role, areas: DEFAULT_AREAS[role] })),
  { role: "finance", areas: ["goods", "codes"] },
  { role: "viewer", areas: ["figures", "log"] },
];

/** A new network for each caller, so that the refusals of one caller do not limit another. */
export const newNetwork = () =>
  `10.9.${String(Math.floor(++networks / 250) % 250)}.${String(networks % 250)}`;

export type TestOperator = Awaited<ReturnType<typeof newOperator>>;

/** Makes an operator with a token, and returns their calls. */
export async function newOperator(shop: TestShop, options: OperatorOptions = {}) {
  const { role = "owner", areas = null, program = null } = options;
  const { enteredAt = 1, expiresAt = Date.now() + 9e10 } = options;
  const name = `worker-${String(++operators)}`;
  const token = `token-of-${name}-${crypto.randomUUID()}`;
  const phone = options.phone ?? `930${String(1_000_000 + operators)}`;
  await shop.put(
    {
      text: `INSERT INTO operator (name, role, phone, created_at, entered_at, areas)
        VALUES (?1, ?2, ?3, 1, ?4, ?5)`,
      values: [name, role, phone, enteredAt, areas === null ? null : JSON.stringify(areas)],
    },
    {
      text: `INSERT INTO operator_token (id, operator, hash, label, role, created_at, expires_at)
        VALUES (?1, ?1, ?2, 'test', ?3, 1, ?4)`,
      values: [name, hash(token), program, expiresAt],
    },
    ...(options.inBrowser ? [sessionOf(name, expiresAt)] : []),
    ...(options.hasPasskey ? [passkeyOf(name)] : []),
  );
  return { name, phone, ...withDeskToken(shop, token) };
}

const sessionOf = (name: string, until: number) => ({
  text: `UPDATE operator_token SET kind = 'session', last_used_at = ?2, proven_at = ?2
    WHERE id = ?1`,
  values: [name, until],
});

const passkeyOf = (name: string) => ({
  text: `INSERT INTO passkey (id, operator, label, public_key, counter, transports, device_type,
      aaguid, created_at)
    VALUES ('passkey-' || ?1, ?1, 'test', '', 0, '[]', 'singleDevice', '', 1)`,
  values: [name],
});

/** Deletes all passkeys: while one exists, terminals cannot make calls that need a passkey. */
export const endPasskeys = (shop: TestShop) =>
  shop.sql("UPDATE passkey SET ended_at = 1 WHERE ended_at IS NULL");

/** Makes calls of the desk with a token, and checks that the contract lists each answer. */
export function withDeskToken(shop: TestShop, token?: string, network = newNetwork()) {
  async function askUntyped<Call extends DeskEndpoint>(
    endpoint: Call,
    request: AnyRequest = {},
  ): Promise<AnswerTo<Call>> {
    const { method, path, body, headers } = requestBelow(DESK_PATH, token, endpoint, request);
    const answer = await fetch(`${shop.stack.url}${path}`, {
      method,
      headers: {
        ...headers,
        "X-Client-Address": network,
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
        ...(body !== undefined && { "Content-Type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const isJson = answer.headers.get("Content-Type")?.startsWith("application/json") ?? false;
    const read = {
      status: answer.status,
      headers: answer.headers,
      body: (isJson ? await answer.json() : await answer.text()) as AnswerTo<Call>["body"],
    };
    if (isJson) expect(findBreach(endpoint, read as never)).toBeNull();
    return read;
  }
  return {
    token,
    network,
    askUntyped,
    ask: <Call extends DeskEndpoint>(endpoint: Call, ...[request]: RequestArguments<Call>) =>
      askUntyped(endpoint, request),
  };
}

/** Any value for each parameter of a path. */
export const anyParams = ({ path }: Pick<DeskEndpoint, "path">): Record<string, string> =>
  Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => [name, "x"]));

/** The log's lines of an operator, oldest first. */
export const linesOf = (shop: TestShop, operator: string) =>
  shop.sql<{ subject: string; subject_id: string; verdict: string; network: string }>(
    "SELECT * FROM desk_decision WHERE operator = ?1 ORDER BY rowid",
    operator,
  );
