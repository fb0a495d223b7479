import { z } from "zod";
import { askProvider, logTrouble } from "./ask.ts";

/**
 * The shop's bot, which sends alerts to operators. Telegram and Bale use the same protocol
 * (core.telegram.org/bots/api#sendmessage, docs.bale.ai), at different addresses.
 */
export interface Bot {
  send(message: { chat: string; text: string }): Promise<BotOutcome>;
}

type BotOutcome =
  | { kind: "sent" }
  /** The provider does not accept the bot's token. */
  | { kind: "token" }
  /** The chat does not exist, or the person stopped the bot. */
  | { kind: "gone" }
  /** The chat has another id from now on. */
  | { kind: "moved"; chat: string }
  | { kind: "refused"; afterSeconds: number }
  /** No clear answer: the message may have arrived. */
  | { kind: "unknown" };

const Answer = z.object({
  ok: z.boolean(),
  description: z.string().optional(),
  parameters: z
    .object({
      retry_after: z.number().positive().optional(),
      migrate_to_chat_id: z.union([z.number(), z.string()]).optional(),
    })
    .optional(),
});

const NAMED = { provider: "bot", call: "sendMessage" };
const REFUSED_SECONDS = 300;

/** Creates the bot. Its token is part of the URL, so the URL is never logged. */
export function createBot(settings: {
  origin: string;
  token: string;
  timeoutMs: number;
  fetch: typeof globalThis.fetch;
}): Bot {
  const url = `${settings.origin}/bot${settings.token}/sendMessage`;
  return {
    async send({ chat, text }) {
      const answer = await askProvider({
        ...NAMED,
        url,
        headers: { "content-type": "application/json" },
        // Sent as plain text: formatting characters would need escaping, and differ between
        // Telegram and Bale.
        body: JSON.stringify({
          chat_id: chat,
          text,
          link_preview_options: { is_disabled: true },
          protect_content: true,
        }),
        timeoutMs: settings.timeoutMs,
        fetch: settings.fetch,
      });
      if (answer.kind === "unknown") return { kind: "unknown" };
      const parsed = Answer.safeParse(answer.json).data;
      if (parsed?.ok === true && answer.status === 200) return { kind: "sent" };
      logTrouble(NAMED, `status ${String(answer.status)}`);
      const moved = parsed?.parameters?.migrate_to_chat_id;
      if (moved !== undefined) return { kind: "moved", chat: String(moved) };
      // A proxy's page is not an answer of the bot's provider.
      if (parsed?.ok !== false) return { kind: "unknown" };
      if (answer.status === 401 || answer.status === 404) return { kind: "token" };
      if (answer.status === 403 || /chat not found/i.test(parsed.description ?? ""))
        return { kind: "gone" };
      return { kind: "refused", afterSeconds: parsed.parameters?.retry_after ?? REFUSED_SECONDS };
    },
  };
}
