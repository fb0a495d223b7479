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
  networks: z.array(z.string()).describe("The networks from which it was opened"),
  seenBy: z
    .array(z.object({ operator: z.string(), at: z.iso.datetime() }))
    .describe("Operators who saw its text, and the time when each first saw it"),
});

export const deskCodeRefusals = {
  gone: { code: "code_gone", status: 409, message: "این کد پیش‌تر جایگزین یا بازپرداخت شده است." },
  noneFree: { code: "out_of_stock", status: 409, message: "کد آزادی از این محصول نمانده است." },
  /** The codes of an instant product come only from its stock, never from the request. */
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
  /** The order is held for a look, or its buyer has not given the names yet. */
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
  /** `details` says which texts are doubtful and why. */
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
    "Replace a delivered code. The new code takes its position; it comes from the stock, or from the body for an item delivered by hand",
  body: z.object({
    reason: Note,
    code: codeText(1, 500).optional(),
    isSure: z
      .boolean()
      .default(false)
      .describe(
        "True: accept a text that does not look like a code, or like the product's other codes",
      ),
  }),
  answer: Message.extend({ codeId: z.string().describe("Id of the new code") }),
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
  summary: "Show the text of a sold code to the operator; the reason is recorded",
  body: z.object({
    why: z.enum(["ticket", "supplier", "test"]),
    note: text(0, 500)
      .default("")
      .describe("The ticket, or the claim against a supplier, that is the reason"),
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
