import type { z } from "zod";
import type { Endpoint } from "./endpoint.ts";

/** How a call of the contract is asked and answered, as types. Imports no schema: the browser may take it. */

/** The part of an endpoint that says how it is asked; calls of the desk have it too. */
export type Askable = Pick<Endpoint, "method" | "path" | "answer"> &
  Partial<Pick<Endpoint, "query" | "body" | "takesKey">>;

/** What a successful call answers with. */
export type AnswerOf<Call extends Askable> = z.output<Call["answer"]>;

/** The names behind the colons of a path. */
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

/** What a call needs besides its method and path. */
export type RequestOf<Call extends Askable> = PathPart<Call["path"]> &
  QueryPart<Call> &
  BodyPart<Call> &
  KeyPart<Call>;

/** The request of a call as the last argument of a function, left out where nothing is needed. */
export type RequestArguments<Call extends Askable, More = object> =
  object extends RequestOf<Call>
    ? [request?: RequestOf<Call> & More]
    : [request: RequestOf<Call> & More];

/** The address of a request below the base path: parameters filled in, the query behind it. */
export function addressOf(path: string, { params = {}, query = {} }: AnyRequest): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(params[name] ?? ""),
  );
  const entries = Object.entries(query as Record<string, unknown>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, String(value)]);
  return entries.length === 0 ? filled : `${filled}?${new URLSearchParams(entries).toString()}`;
}

/** A request whose endpoint is not known to the types any more. */
export interface AnyRequest {
  params?: Record<string, string>;
  query?: unknown;
  body?: unknown;
  idempotencyKey?: string;
}
