import type { z } from "zod";
import { type ProviderAnswer, type Question, askProvider, logTrouble } from "./ask.ts";
import { Failure, Token } from "./reloadly-answers.ts";

/** The calls of Reloadly. Each call needs a token, which is requested first. */

export interface ReloadlyOptions {
  /** Without a path: https://giftcards.reloadly.com. Also the audience of the token. */
  origin: string;
  /** The server that issues tokens: https://auth.reloadly.com. */
  authOrigin: string;
  clientId: string;
  clientSecret: string;
  /** The name that the supplier stores with an order. */
  senderName: string;
  timeoutMs: number;
  /** The timeout of orders, which may take half a minute or more. */
  orderTimeoutMs: number;
  fetch?: typeof globalThis.fetch;
  /** UTC milliseconds. */
  now: () => number;
}

/** A token counts as expired this long before it expires. */
const TOKEN_MARGIN_MS = 60_000;

const ACCEPT = "application/com.reloadly.giftcards-v1+json";

/**
 * Makes a call with a token. `not_read` means that no token could be obtained, so nothing was sent.
 */
export type Call = (
  name: string,
  path: string,
  more?: { body?: string; accept?: string },
) => Promise<ProviderAnswer | { kind: "not_read" }>;

function ask(
  options: ReloadlyOptions,
  question: Pick<Question, "call" | "url" | "headers" | "body"> & { isOrder?: boolean },
) {
  return askProvider({
    provider: "reloadly",
    call: question.call,
    url: question.url,
    headers: question.headers,
    ...(question.body !== undefined && { body: question.body }),
    timeoutMs: question.isOrder ? options.orderTimeoutMs : options.timeoutMs,
    areNumbersText: true,
    ...(options.fetch && { fetch: options.fetch }),
  });
}

async function fetchToken(options: ReloadlyOptions) {
  const { origin, authOrigin, clientId, clientSecret, now } = options;
  const answer = await ask(options, {
    call: "token",
    url: `${authOrigin}/oauth/token`,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_id: clientId,
      client_secret: clientSecret,
      grant_type: "client_credentials",
      audience: origin,
    }),
  });
  const read = answer.kind === "answer" ? Token.safeParse(answer.json).data : undefined;
  if (!read) {
    logTrouble({ provider: "reloadly", call: "token" }, "no token");
    return null;
  }
  return {
    text: read.access_token,
    until: now() + Number(read.expires_in) * 1_000 - TOKEN_MARGIN_MS,
  };
}

/**
 * Returns a function that makes calls with a shared token. If the supplier refuses the token, the
 * call is repeated once with a new token: a call with a refused token has done nothing.
 */
export function createCall(options: ReloadlyOptions): Call {
  const { origin, now } = options;
  let token: ReturnType<typeof fetchToken> | null = null;

  /** Returns the token that concurrent calls share; null when none is issued. */
  async function readToken(refused: string | null): Promise<string | null> {
    const known = await token;
    if (known !== null && known.until > now() && known.text !== refused) return known.text;
    const pending = fetchToken(options);
    token = pending;
    return (await pending)?.text ?? null;
  }

  return async (name, path, { body, accept = ACCEPT } = {}) => {
    let refused: string | null = null;
    for (;;) {
      const text = await readToken(refused);
      if (text === null) return { kind: "not_read" };
      const answer = await ask(options, {
        call: name,
        url: `${origin}${path}`,
        headers: {
          authorization: `Bearer ${text}`,
          accept,
          ...(body !== undefined && { "content-type": "application/json" }),
        },
        ...(body !== undefined && { body, isOrder: true }),
      });
      if (answer.kind === "unknown" || answer.status !== 401 || refused !== null) return answer;
      refused = text;
    }
  };
}

/**
 * Reads the answer of a GET: "no" when there is no such thing, undefined when the answer is
 * unclear.
 */
export async function read<Shape extends z.ZodType>(
  call: Call,
  name: string,
  path: string,
  shape: Shape,
): Promise<z.infer<Shape> | "no" | undefined> {
  const answer = await call(name, path);
  if (answer.kind !== "answer") return undefined;
  if (answer.status === 404 && Failure.safeParse(answer.json).success) return "no";
  const known = answer.status === 200 ? shape.safeParse(answer.json).data : undefined;
  if (known === undefined)
    logTrouble({ provider: "reloadly", call: name }, `answered ${String(answer.status)}`);
  return known;
}
