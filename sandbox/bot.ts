import { Hono } from "hono";
import { z } from "zod";
import { type Env, providersState } from "./environment.ts";
import { answerOrFail } from "./faults.ts";

/**
 * The bots of Telegram and Bale, with the calls that the shop uses. The number of a chat decides
 * its behaviour: `-404…` does not exist, `-403…` has blocked the bot, `-777…` has moved to
 * `-100777…`.
 */

const TOKEN = "1001:sandbox";
const Message = z.object({ chat_id: z.coerce.string(), text: z.string().min(1).max(4_096) });

const refuse = (status: number, description: string, parameters: object = {}) =>
  Response.json({ ok: false, error_code: status, description, parameters }, { status });

export const botRoutes = new Hono<{ Bindings: Env }>()
  .get("/bot.json", async (c) => c.json(await providersState(c.env).listBotMessages()))
  .post("/bot/:bot/sendMessage", async (c) => {
    const sent = Message.safeParse(await c.req.json().catch(() => null));
    return answerOrFail(
      c.env,
      "bot",
      "sendMessage",
      async () => {
        if (c.req.param("bot") !== `bot${TOKEN}`) return refuse(401, "Unauthorized");
        if (!sent.success) return refuse(400, "Bad Request: message text is empty");
        const { chat_id: chat, text } = sent.data;
        if (chat.startsWith("-404")) return refuse(400, "Bad Request: chat not found");
        if (chat.startsWith("-403")) return refuse(403, "Forbidden: bot was blocked by the user");
        if (chat.startsWith("-777"))
          return refuse(400, "Bad Request: group chat was upgraded to a supergroup chat", {
            migrate_to_chat_id: Number(`-100${chat.slice(1)}`),
          });
        await providersState(c.env).addBotMessage(chat, text);
        return Response.json({ ok: true, result: { message_id: 1, text } });
      },
      {
        // The code of a planned fault is used as the HTTP status; 429 means that messages were sent
        // too fast.
        failure: (code) => refuse(code, "Too Many Requests", { retry_after: 900 }),
        wrongTypes: () => Response.json({ ok: "yes" }),
      },
    );
  });
