import type { DeskEndpoint } from "../../contract/desk/endpoint.ts";
import { DESK_PATH } from "../../contract/desk/endpoints.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { type AnyRequest, type RequestArguments, addressOf } from "../../contract/request.ts";

/**
 * Requests of the contract as plain data, for tests that send them in a special way: twenty at
 * once, at a chosen moment, or to a shop in this process.
 */

export interface WireRequest {
  method: Endpoint["method"];
  /** The path with the base path before it and the query after it. */
  path: string;
  /** The token of the session; a guest has none. */
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface MoreHeaders {
  headers?: Record<string, string>;
}

/** A caller without a session. */
export const guest = { token: undefined };

/** A call of the shop by the bearer of a session. */
export const shopRequest = <Call extends Endpoint>(
  { token }: { token: string | undefined },
  endpoint: Call,
  ...[request]: RequestArguments<Call, MoreHeaders>
): WireRequest => requestBelow(BASE_PATH, token, endpoint, request);

/** A call of the desk by an operator. */
export const deskRequest = <Call extends DeskEndpoint>(
  { deskToken }: { deskToken: string },
  endpoint: Call,
  ...[request]: RequestArguments<Call>
): WireRequest => requestBelow(DESK_PATH, deskToken, endpoint, request);

/** Like `shopRequest` and `deskRequest`, for requests that the contract may refuse. */
export function requestBelow(
  base: string,
  token: string | undefined,
  { method, path }: Pick<Endpoint, "method" | "path">,
  { body, headers, idempotencyKey, ...place }: AnyRequest & MoreHeaders = {},
): WireRequest {
  return {
    method,
    path: base + addressOf(path, place),
    token,
    body,
    headers: {
      ...headers,
      ...(idempotencyKey !== undefined && { "Idempotency-Key": idempotencyKey }),
    },
  };
}
