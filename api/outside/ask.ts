/**
 * The answer of a provider, or `unknown` when there was no usable one. `json` is not validated yet.
 */
export type ProviderAnswer =
  { kind: "answer"; status: number; json: unknown } | { kind: "unknown" };

export interface Question {
  /** Names for the log. The URL is never logged, because some providers require their key in it. */
  provider: string;
  call: string;
  url: string;
  headers: Record<string, string>;
  /** Without a body the request is a GET. */
  body?: string;
  timeoutMs: number;
  /**
   * True to return each number of the answer as text, exactly as it was written. A JavaScript
   * number could lose digits of an amount, or of a number beyond 2^53.
   */
  areNumbersText?: boolean;
  /**
   * True when a second request does no harm: then the request is repeated once if the connection
   * ends before an answer.
   */
  isRepeatable?: boolean;
  fetch?: typeof globalThis.fetch;
}

const ANSWER_MAX_BYTES = 64 * 1024;

/**
 * Statuses with which a provider, or a proxy in front of it, rejects the caller before doing
 * anything.
 */
export const REJECTED: ReadonlySet<number> = new Set([401, 403, 429]);

/**
 * Sends a request to a provider and reads its JSON. Follows no redirect, reads at most 64 KB and
 * waits at most `timeoutMs`. Any failure is `unknown`, because the provider may have done its work
 * anyway.
 */
export async function askProvider(question: Question): Promise<ProviderAnswer> {
  const controller = new AbortController();
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new Error("time-out"));
    controller.abort();
  }, question.timeoutMs);
  try {
    return await Promise.race([ask(question, controller.signal), late.promise]);
  } catch (error) {
    controller.abort();
    logTrouble(question, describe(error).replaceAll(question.url, "…"));
    return { kind: "unknown" };
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Returns a description for the log. A SyntaxError quotes the beginning of the text, which may be a
 * phone number, so only its name is kept.
 */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unreadable";
  return error instanceof SyntaxError ? error.name : `${error.name}: ${error.message}`;
}

/** Logs what a provider refused or garbled, without amounts, phones or keys. */
export function logTrouble(
  { provider, call }: Pick<Question, "provider" | "call">,
  reason: string,
): void {
  console.warn(JSON.stringify({ provider, call, trouble: reason }));
}

async function ask(question: Question, signal: AbortSignal): Promise<ProviderAnswer> {
  const { fetch = (...request) => globalThis.fetch(...request) } = question;
  const request = () =>
    fetch(question.url, {
      method: question.body === undefined ? "GET" : "POST",
      headers: { accept: "application/json", ...question.headers },
      ...(question.body !== undefined && { body: question.body }),
      redirect: "manual",
      signal,
    });
  // A server may close an idle connection at the moment it is used again.
  const response = await request().catch((error: unknown) => {
    if (!question.isRepeatable || signal.aborted) throw error;
    return request();
  });
  // The body is read even if it is of no use: an unread body would block its connection for the
  // next request.
  const text = await readCapped(response);
  const isReadable = response.ok || (response.status >= 400 && response.status < 500);
  if (!isReadable) throw new Error(`answered ${response.status}`);
  return {
    kind: "answer",
    status: response.status,
    json: readJson(text, response.ok, question.areNumbersText ?? false),
  };
}

/** Parses the JSON. A refusal may be an HTML page of a proxy: then its status is enough. */
function readJson(text: string, isOk: boolean, areNumbersText: boolean): unknown {
  try {
    return (areNumbersText ? parseAsWritten(text, keepNumbers) : JSON.parse(text)) as unknown;
  } catch (error) {
    if (isOk) throw error;
    return undefined;
  }
}

/** `JSON.parse` with the third parameter of `revive`, which TypeScript's types do not have yet. */
const parseAsWritten = JSON.parse as (
  text: string,
  revive: (name: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

const keepNumbers = (_name: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" && source !== undefined ? source : value;

async function readCapped(response: Response): Promise<string> {
  if (!response.body) return "";
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > ANSWER_MAX_BYTES) throw new Error("answer too long");
    text += decoder.decode(value, { stream: true });
  }
}
