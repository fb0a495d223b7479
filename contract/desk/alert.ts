import { z } from "zod";
import { plainCharacters } from "../../persian/characters.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { EmailText } from "../field.ts";
import { type DeskEndpoint } from "./endpoint.ts";

/**
 * Alerts: messages that tell operators that something waits too long or went wrong. Section 10.35.
 */

/** The most channels of one shop: enough for some chats and the phones of a shift. */
export const ALERT_CHANNELS_MAX = 20;

export const alertRefusals = {
  tooMany: {
    code: "too_many_channels",
    status: 409,
    message: "بیش از ۲۰ راه هشدار نمی‌توان داشت. نخست یکی را بردارید.",
  },
  taken: { code: "channel_taken", status: 409, message: "این راه هشدار پیش‌تر ساخته شده است." },
  noBot: {
    code: "no_bot",
    status: 409,
    message: "ربات فروشگاه در تنظیمات آن (BOT_TOKEN) نوشته نشده است.",
  },
  noEmail: {
    code: "no_email",
    status: 409,
    message: "ایمیل فروشگاه در تنظیمات آن (EMAIL_API_KEY) نوشته نشده است.",
  },
  unknownOperator: {
    code: "operator_unknown",
    status: 409,
    message: "کارمندی با این نام در میز نیست.",
  },
  wrongToken: {
    code: "bot_token_wrong",
    status: 409,
    message: "نشان ربات (BOT_TOKEN) پذیرفته نشد. آن را در تنظیمات فروشگاه درست کنید.",
  },
  gone: {
    code: "chat_gone",
    status: 409,
    message:
      "این گفت‌وگو پیدا نشد یا ربات در آن بسته شده است. دارندهٔ آن نخست باید در ربات «Start» را بزند.",
  },
  notSent: {
    code: "alert_not_sent",
    status: 409,
    message: "پیام پذیرفته نشد. نشانی را ببینید و چند دقیقهٔ دیگر دوباره تلاش کنید.",
  },
  silent: {
    code: "channel_silent",
    status: 409,
    message: "پاسخی نیامد؛ شاید پیام رسیده باشد. چند دقیقهٔ دیگر دوباره تلاش کنید.",
  },
} as const satisfies Record<string, Refusal>;

const ADDRESS = "نشانی این راه را بنویسید.";
const Kind = z.enum(["bot", "sms", "email"]);
const Wants = z.enum(["all", "urgent"]).describe("All alerts, or only those that cannot wait");
const HOURS = "ساعت‌ها را درست بنویسید، مانند ۸ تا ۱۶.";
const Hours = z
  .strictObject({
    from: z.int({ error: HOURS }).min(0, { error: HOURS }).max(23, { error: HOURS }),
    until: z.int({ error: HOURS }).min(1, { error: HOURS }).max(24, { error: HOURS }),
  })
  .refine(({ from, until }) => from !== until, { error: HOURS })
  .describe(
    "Hours in Tehran for non-urgent alerts (never 0 to 8); `until` below `from` is the next day",
  );
const what = { wants: Wants, hours: Hours.nullable().default(null) };
const NewChannel = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("bot"),
    address: z
      .string({ error: ADDRESS })
      .max(60, { error: ADDRESS })
      .transform(plainCharacters)
      .refine((value) => /^(?:-?\d{3,20}|@[A-Za-z0-9_]{4,40})$/.test(value), {
        error: "شناسهٔ گفت‌وگو عدد است، یا نام کانال با @.",
      }),
    ...what,
  }),
  z.strictObject({
    kind: z.literal("sms"),
    address: z
      .string({ error: ADDRESS })
      .regex(/^[a-z][a-z0-9-]{1,30}$/, { error: "نام کوتاه کارمند را بنویسید." })
      .describe("The name of the operator to whose phone the SMS goes"),
    ...what,
  }),
  z.strictObject({
    kind: z.literal("email"),
    address: EmailText("ایمیل را درست بنویسید.", 100),
    ...what,
  }),
]);

export const AlertChannel = z.object({
  id: z.string(),
  kind: Kind,
  address: z.string(),
  wants: Wants,
  hours: Hours.nullable(),
  createdBy: z.string(),
  sentAt: z.iso.datetime().nullable(),
  trouble: z.enum(["token", "gone", "refused", "silent"]).nullable(),
  troubleSince: z.iso.datetime().nullable(),
});
export type AlertChannel = z.infer<typeof AlertChannel>;

export const listAlerts = {
  method: "GET",
  path: "/alerts",
  role: "owner",
  area: "settings",
  trace: "list",
  summary: "List the channels to which alerts are sent, and the alerts that are open now",
  answer: z.object({
    channels: z.array(AlertChannel),
    open: z.array(
      z.object({ kind: z.string(), words: z.string(), count: z.int(), since: z.iso.datetime() }),
    ),
    hasBot: z.boolean(),
    hasEmail: z.boolean(),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

export const makeAlertChannel = {
  method: "POST",
  path: "/alerts/channels",
  role: "owner",
  area: "settings",
  trace: "decision",
  summary: "Add a channel to which alerts are sent: a chat of the shop's bot, SMS or e-mail",
  body: NewChannel,
  answer: Message.extend({ id: z.string() }),
  refusals: [
    refusals.invalid,
    alertRefusals.tooMany,
    alertRefusals.taken,
    alertRefusals.noBot,
    alertRefusals.noEmail,
    alertRefusals.unknownOperator,
  ],
} as const satisfies DeskEndpoint;

export const tryAlertChannel = {
  method: "POST",
  path: "/alerts/channels/:id/trial",
  role: "owner",
  area: "settings",
  trace: "decision",
  summary: "Send a test alert to a channel at once",
  answer: Message,
  refusals: [
    refusals.notFound,
    alertRefusals.wrongToken,
    alertRefusals.gone,
    alertRefusals.notSent,
    alertRefusals.silent,
  ],
} as const satisfies DeskEndpoint;

export const endAlertChannel = {
  method: "DELETE",
  path: "/alerts/channels/:id",
  role: "owner",
  area: "settings",
  trace: "decision",
  summary: "Remove a channel, so that it gets no more alerts",
  answer: Message,
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;
