import { z } from "zod";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { codeText, text } from "../field.ts";
import { type DeskEndpoint, Note, deskRefusals } from "./endpoint.ts";
import { personRefusals } from "./user.ts";

/** Single delivered codes. Section 10. */

/** A delivered code as operators see it: never its text. */
export const DeskCode = z.object({
  id: z.string(),
  position: z.number().int(),
  openedAt: z.iso.datetime().nullable().describe("Null when nobody has opened it"),
  lastOpenedAt: z.iso.datetime().nullable(),
  timesOpened: z.number().int(),
  networks: z.array(z.string()).describe("From which it was opened"),
  seenBy: z
    .array(z.object({ operator: z.string(), at: z.iso.datetime() }))
    .describe("Operators who saw its text, and when first"),
});

export const deskCodeRefusals = {
  gone: { code: "code_gone", status: 409, message: "این کد پیش‌تر جایگزین یا بازپرداخت شده است." },
  noneFree: { code: "out_of_stock", status: 409, message: "کد آزادی از این محصول نمانده است." },
  /** Codes of an instant product come from its stock alone. */
  notByHand: {
    code: "not_by_hand",
    status: 422,
    message: "جایگزین این محصول از انبار آن برداشته می‌شود؛ متن کد لازم نیست.",
  },
  byHand: {
    code: "code_needed",
    status: 422,
    message: "این محصول دستی تحویل می‌شود؛ متن کد تازه را بنویسید.",
  },
  /** Its order is held for a look, or waits for the names of its buyer. */
  closed: {
    code: "code_closed",
    status: 409,
    message: "این کد هنوز برای خریدارش بسته است و تا باز نشود کسی آن را نمی‌بیند.",
  },
  unreadable: {
    code: "code_unreadable",
    status: 409,
    message: "این کد با کلیدهای کنونی خوانده نمی‌شود.",
  },
  /** `details` says which texts, and why. */
  doubtful: {
    code: "code_doubtful",
    status: 422,
    message: "این متن به کد نمی‌ماند. دوباره بخوانیدش؛ اگر درست است، تأیید کنید.",
  },
  known: { code: "code_known", status: 409, message: "این کد پیش‌تر ثبت شده است." },
} as const satisfies Record<string, Refusal>;

export const replaceCode = {
  method: "POST",
  path: "/codes/:codeId/replacement",
  role: "support",
  area: "tickets",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Replace a delivered code: another takes its position, from the stock, or for an item delivered by hand the given one",
  body: z.object({
    reason: Note,
    code: codeText(1, 500).optional(),
    isSure: z
      .boolean()
      .default(false)
      .describe("Takes a text too that looks like no code, or not like the others"),
  }),
  answer: Message.extend({ codeId: z.string().describe("Of the new code") }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    refusals.unavailable,
    personRefusals.forgotten,
    deskCodeRefusals.gone,
    deskCodeRefusals.noneFree,
    deskCodeRefusals.notByHand,
    deskCodeRefusals.byHand,
    deskCodeRefusals.doubtful,
    deskCodeRefusals.known,
    deskRefusals.waitsForSecond,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const revealCode = {
  method: "POST",
  path: "/codes/:codeId/reveal",
  role: "finance",
  area: "codes",
  isPersonal: true,
  needsFresh: true,
  isOpening: true,
  trace: "decision",
  summary: "Show the text of a sold code to an operator, who says why",
  body: z.object({
    why: z.enum(["ticket", "supplier", "test"]),
    note: text(0, 500).default("").describe("Which ticket, or which claim"),
  }),
  answer: z.object({ code: z.string() }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    refusals.unavailable,
    deskCodeRefusals.closed,
    deskCodeRefusals.unreadable,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;
