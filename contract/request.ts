import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** Types of the request and answer of a call. Imports no schema: the browser may use this file. */

/** The parts of an endpoint that a request depends on; calls of the desk have them too. */
export type Askable = Pick<Endpoint, "method" | "path" | "answer"> &
  Partial<Pick<Endpoint, "query" | "body" | "takesKey">>;

/** The answer of a successful call. */
export type AnswerOf<Call extends Askable> = z.output<Call["answer"]>;

/** The parameter names of a path. */
type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamsOf<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

type PathPart<Path extends string> = [ParamsOf<Path>] extends [never]
  ? { params?: never }
  : { params: Record<ParamsOf<Path>, string> };
type QueryPart<Call> = Call extends { query: infer Query extends z.ZodType }
  ? { query?: z.input<Query> }
  : { query?: never };
type BodyPart<Call> = Call extends { body: infer Body extends z.ZodType }
  ? { body: z.input<Body> }
  : { body?: never };
type KeyPart<Call> = Call extends { takesKey: true }
  ? { idempotencyKey?: string }
  : { idempotencyKey?: never };

/** The request of a call: parameters, query, body and idempotency key. */
export type RequestOf<Call extends Askable> = PathPart<Call["path"]> &
  QueryPart<Call> &
  BodyPart<Call> &
  KeyPart<Call>;

/** The request as the last argument of a function; optional when the call needs nothing. */
export type RequestArguments<Call extends Askable, More = object> =
  object extends RequestOf<Call>
    ? [request?: RequestOf<Call> & More]
    : [request: RequestOf<Call> & More];

/**
 * Returns the address of a request: the path with its parameters, and the query without undefined
 * values. Part of every public page's script, so it is short.
 */
export function addressOf(path: string, { params, query }: AnyRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name) => writeId(params?.[name] ?? ""));
  const search = query ? new URLSearchParams(JSON.parse(JSON.stringify(query))) : "";
  return `${filled}?${search.toString()}`.replace(/\?$/, "");
}

/**
 * Encodes an id in the only form that the edge accepts in the path of a write: characters that a
 * path allows are not escaped.
 */
const writeId = (id: string) =>
  encodeURIComponent(id).replace(/%(?:3A|40|26|3D|2B|24|2C)/g, decodeURIComponent);

/** A request of any endpoint, without types for its parts. */
export interface AnyRequest {
  params?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
}
