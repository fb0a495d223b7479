import { z } from "zod";
import { askProvider, logTrouble } from "./ask.ts";

/**
 * The bot of the shop, by which operators are alerted. Telegram and Bale speak the same protocol
 * (core.telegram.org/bots/api#sendmessage, docs.bale.ai), at different addresses.
 */
export interface Bot {
  send(message: { chat: string; text: string }): Promise<BotOutcome>;
}

type BotOutcome =
  | { kind: "sent" }
  /** The bot's own token is not accepted. */
  | { kind: "token" }
  /** The chat is not there, or its person stopped the bot. */
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

/** The token is part of the address, which is never logged. */
export function createBot(settings: { origin: string; token: string; timeoutMs: number }): Bot {
  const url = `${settings.origin}/bot${settings.token}/sendMessage`;
  return {
    async send({ chat, text }) {
      const answer = await askProvider({
        ...NAMED,
        url,
        headers: { "content-type": "application/json" },
        // Plain text: marks of a format would have to be escaped, and are not the same everywhere.
        body: JSON.stringify({
          chat_id: chat,
          text,
          link_preview_options: { is_disabled: true },
          protect_content: true,
        }),
        timeoutMs: settings.timeoutMs,
      });
      if (answer.kind === "unknown") return { kind: "unknown" };
      const parsed = Answer.safeParse(answer.json).data;
      if (parsed?.ok === true && answer.status === 200) return { kind: "sent" };
      logTrouble(NAMED, `status ${String(answer.status)}`);
      const moved = parsed?.parameters?.migrate_to_chat_id;
      if (moved !== undefined) return { kind: "moved", chat: String(moved) };
      // A page of a proxy is no word of the bot's.
      if (parsed?.ok !== false) return { kind: "unknown" };
      if (answer.status === 401 || answer.status === 404) return { kind: "token" };
      if (answer.status === 403 || /chat not found/i.test(parsed.description ?? ""))
        return { kind: "gone" };
      return { kind: "refused", afterSeconds: parsed.parameters?.retry_after ?? REFUSED_SECONDS };
    },
  };
}
