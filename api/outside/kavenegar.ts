import { z } from "zod";
import { REJECTED, askProvider, logTrouble } from "./ask.ts";
import type { Sms, SmsMessage, SmsOutcome } from "./sms.ts";

const TITLE = { words: 5, letters: 24 };
const REASON = { words: 9, letters: 90 };

interface KavenegarOptions {
  /** Without a path: https://api.kavenegar.com. */
  origin: string;
  apiKey: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const Answer = z.object({ return: z.object({ status: z.number().int() }) });

/** No credit, busy, temporarily blocked, sent too fast: the same message may succeed later. */
const PASSING = new Set([409, 418, 429, 451]);

/**
 * Sends SMS by Kavenegar's lookup call (kavenegar.com/rest.html). The API key is part of the path,
 * so the URL is never logged. A message is `sent` only when both HTTP and the answer's own status
 * are 200, and `refused` only when the answer's own status says so. Everything else is `unknown`:
 * repeating may deliver the message twice.
 */
export function createKavenegar({ origin, apiKey, fetch, timeoutMs }: KavenegarOptions): Sms {
  const named = { provider: "kavenegar", call: "lookup" };
  return {
    async send(message: SmsMessage): Promise<SmsOutcome> {
      const answer = await askProvider({
        ...named,
        url: `${origin}/v1/${encodeURIComponent(apiKey)}/verify/lookup.json`,
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: toForm(message),
        isRepeatable: true,
        timeoutMs,
        ...(fetch && { fetch }),
      });
      if (answer.kind === "unknown") return { kind: "unknown" };
      const parsed = Answer.safeParse(answer.json);
      if (!parsed.success) {
        logTrouble(named, "unexpected answer");
        return REJECTED.has(answer.status)
          ? { kind: "refused", retryable: true }
          : { kind: "unknown" };
      }
      const { status } = parsed.data.return;
      if (answer.status === 200 && status === 200) return { kind: "sent" };
      logTrouble(named, `status ${status}`);
      // The two statuses contradict each other, or the provider had an error: the SMS may have been
      // sent.
      if (status === 200 || status >= 500) return { kind: "unknown" };
      return { kind: "refused", retryable: PASSING.has(status) };
    },
  };
}

/** Shortens a text to what %token20 accepts: no underscores, at most eight spaces. */
function shorten(text: string, most: { words: number; letters: number }): string {
  const words = text
    .replace(/[\s_]+/g, " ")
    .trim()
    .split(" ");
  const cut = words.slice(0, most.words).join(" ");
  const short = [...cut].slice(0, most.letters).join("").trimEnd();
  return short === words.join(" ") ? short : `${short}…`;
}

function toForm(message: SmsMessage): string {
  return new URLSearchParams({
    receptor: `0${message.phone}`,
    template: message.template,
    token: message.token,
    ...(message.id !== undefined && { token2: message.id }),
    ...(message.title !== undefined && { token20: shorten(message.title, TITLE) }),
    ...(message.reason !== undefined && { token20: shorten(message.reason, REASON) }),
  }).toString();
}
