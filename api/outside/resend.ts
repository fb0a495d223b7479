import { z } from "zod";
import { askProvider, logTrouble } from "./ask.ts";
import type { Email, EmailMessage, EmailOutcome } from "./email.ts";

interface ResendOptions {
  /** Without a path: https://api.resend.com. */
  origin: string;
  apiKey: string;
  /** Sender as in an e-mail header: `Armaghan <post@armaghan.example>`. */
  from: string;
  fetch?: typeof globalThis.fetch;
  timeoutMs: number;
}

const Accepted = z.object({ id: z.string().min(1) });
const Failure = z.object({ name: z.string() });

/**
 * Sends e-mail by Resend (resend.com/docs/api-reference/emails/send-email). Each message has an
 * idempotency key, under which Resend sends once within a day. If Resend answers that the key was
 * used with another text, the message was sent before the text changed.
 */
export function createResend({ origin, apiKey, from, fetch, timeoutMs }: ResendOptions): Email {
  const named = { provider: "resend", call: "send" };
  return {
    async send({ key, to, subject, text, html }: EmailMessage): Promise<EmailOutcome> {
      const answer = await askProvider({
        ...named,
        url: `${origin}/emails`,
        headers: {
          "content-type": "application/json",
          authorization: `Bearer ${apiKey}`,
          "idempotency-key": key,
        },
        body: JSON.stringify({ from, to: [to], subject, text, html }),
        timeoutMs,
        ...(fetch && { fetch }),
      });
      if (answer.kind === "unknown") return { kind: "failed", retryable: true };
      if (answer.status < 300) {
        if (Accepted.safeParse(answer.json).success) return { kind: "sent" };
        logTrouble(named, "unexpected answer");
        return { kind: "failed", retryable: true };
      }
      const name = Failure.safeParse(answer.json).data?.name ?? "unnamed";
      if (name === "invalid_idempotent_request") return { kind: "sent" };
      logTrouble(named, `${String(answer.status)} ${name}`);
      return { kind: "failed", retryable: answer.status === 409 || answer.status === 429 };
    },
  };
}
