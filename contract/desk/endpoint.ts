import { z } from "zod";
import { type Endpoint, type Refusal, refusals } from "../endpoint.ts";
import { text } from "../field.ts";
import type { Area } from "./area.ts";

/** Roles of operators, in ascending order; each may do everything that the earlier ones may. */
export const ROLES = ["viewer", "support", "finance", "owner"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** True when `role` may do everything that `least` may. */
export const isAtLeast = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least);

/** A call of the desk: like the shop's calls, but for operators. */
export interface DeskEndpoint extends Omit<Endpoint, "access"> {
  /**
   * The lowest role that may call; with `anyone`, the caller sends a one-time secret, not a token.
   */
  role: Role | "anyone";
  /**
   * The area that the caller needs. `own` is for calls to enter, for the caller's own data, and for
   * answers with data of several areas, from which the handler removes the areas that the caller
   * does not have.
   */
  area: Area | "own";
  /** True when an operator must call in person, not a program with one of their tokens. */
  isPersonal?: boolean;
  /**
   * True when an operator must call in a browser in which they showed their passkey a few minutes
   * ago. As long as no operator of the shop has a passkey, a terminal is accepted too.
   */
  needsFresh?: boolean;
  /** True when a call with the trace `decision` also shows hidden data, as `view` calls do. */
  isOpening?: boolean;
  /** True for the few calls that are open before a person has registered or shown a passkey. */
  isBeforePasskey?: boolean;
  /**
   * True when the answer brings a token, which the edge puts into a cookie and hides from the page.
   */
  opensSession?: boolean;
  /**
   * The lines that the call writes into the log. `decision` and `view`: a line for each call.
   * `list`, for answers that are masked or about no person: one line for each operator and hour.
   * `hand`: a line only when the operator takes a thing over from another operator.
   */
  trace: "decision" | "view" | "list" | "hand";
}

/** True when only a person may make a call, not a program, because programs have no passkey. */
export const isForPeople = (call: Pick<DeskEndpoint, "isPersonal" | "needsFresh">): boolean =>
  call.isPersonal === true || call.needsFresh === true;

/** True when a call shows hidden data; `OPENED_PER_OPERATOR_HOUR` limits these calls. */
export const isOpening = (call: Pick<DeskEndpoint, "trace" | "isOpening">): boolean =>
  call.trace === "view" || call.isOpening === true;

export const Person = z.object({
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  phone: z.string().describe("Ten digits; masked in lists"),
  provenOwner: z
    .string()
    .nullable()
    .describe(
      "The owner of the card of the verified identity; `firstName` and `lastName` come from the account. Null before the verification",
    ),
  isOwn: z
    .boolean()
    .optional()
    .describe(
      "True for the calling operator, who may not decide about themselves; absent in lists",
    ),
});

/** Minutes after which a passkey must be shown again. */
export const FRESH_MINUTES = 5;

/** Minutes after opening a picture within which an operator may verify what it shows. */
export const VIEW_MINUTES = 60;
/** The shortest time in which somebody can read a delivered picture, milliseconds. */
export const VIEW_MS_LEAST = 1_500;

/** The reason for an operator's decision. */
export const Note = text(3, 500, "لطفاً دلیل را بنویسید.");

/** Part of the answer of a call that may have to wait for another operator. */
export const ProposalId = z
  .string()
  .nullable()
  .describe(
    "Id of the proposal that another operator has to confirm; null when the action is done",
  );

/** Refusals shared by several nouns of the desk. */
export const deskRefusals = {
  unknownOperator: { code: "unknown_operator", status: 401, message: "نشان کارمند پذیرفته نشد." },
  roleTooLow: { code: "role_too_low", status: 403, message: "نقش شما برای این کار بس نیست." },
  /** The role is high enough, but the operator does not have the area of the call. */
  areaClosed: {
    code: "area_closed",
    status: 403,
    message: "این بخش برای شما باز نیست. اگر به آن نیاز دارید، از مالک فروشگاه بخواهید.",
  },
  personNeeded: {
    code: "person_needed",
    status: 403,
    message: "این کار با نشان یک برنامه شدنی نیست؛ خود کارمند باید آن را انجام دهد.",
  },
  /** The call concerns the operator's own account as a shopper. */
  ownThing: {
    code: "own_thing",
    status: 403,
    message: "این دربارهٔ حساب خود شماست؛ همکار دیگری باید به آن رسیدگی کند.",
  },
  passkeyNeeded: {
    code: "passkey_needed",
    status: 403,
    message: "برای این کار گذرکلید خود را دوباره نشان دهید.",
  },
  browserNeeded: {
    code: "browser_needed",
    status: 403,
    message: "این کار گذرکلید شما را می‌خواهد؛ آن را در مرورگر، در میز کار، انجام دهید.",
  },
  passkeyMissing: {
    code: "passkey_missing",
    status: 403,
    message: "پیش از هر کار دیگری برای خود گذرکلید بسازید.",
  },
  /** The operator has made more calls that show hidden data than one may make in an hour. */
  openedMuch: {
    code: "opened_much",
    status: 429,
    message:
      "در این ساعت به اندازهٔ سهم یک نفر پرونده باز کرده‌اید. ساعت بعد ادامه دهید؛ مالکان نیز آگاه می‌شوند.",
  },
  /** The thing was decided before; a decision is final. */
  decided: { code: "decided", status: 409, message: "دربارهٔ این مورد پیش‌تر تصمیم گرفته شده است." },
  /** Another operator has the thing open; `details` contains the operator's name. */
  heldByOther: { code: "held_by_other", status: 409, message: "این کار در دست همکار دیگری است." },
  cardRevoked: {
    code: "card_revoked",
    status: 409,
    message: "تأیید کارت این برداشت لغو شده است. آن را رد کنید تا مبلغ به کیف پول بازگردد.",
  },
  frozen: { code: "frozen", status: 409, message: "حساب این شخص مسدود است." },
  /** An operator must open the picture in the same session, and long enough to read it. */
  notSeen: {
    code: "not_seen",
    status: 409,
    message:
      "نخست تصویر این مورد را در همین نشست باز کنید و ببینید؛ دیدن آن تا یک ساعت اعتبار دارد.",
  },
  noPicture: {
    code: "no_picture",
    status: 409,
    message: "این مورد تصویر ندارد، یا تصویر آن پاک شده است؛ فقط می‌توان آن را رد کرد.",
  },
  alreadyProposed: {
    code: "already_proposed",
    status: 409,
    message: "این درخواست پیش‌تر ثبت شده و در انتظار تأیید نفر دوم است.",
  },
  /** The decision gives away more than one operator may give alone; `details` says how much. */
  askedSecond: {
    code: "asked_second",
    status: 409,
    message:
      "این کار دو نفر می‌خواهد و به نفر دوم سپرده شد. پس از تأیید او، همین کار را دوباره انجام دهید.",
  },
  /** `details` contains the operator who proposed the refund, when, and until when it waits. */
  waitsForSecond: {
    code: "waits_for_second",
    status: 409,
    message:
      "بازپرداخت این کد خواسته شده و منتظر نفر دوم است؛ تا تصمیم دربارهٔ آن این کار بسته است.",
  },
  /** A short number whose check digit is wrong: something was mistyped. */
  numberWrong: { code: "number_wrong", status: 422, message: "این شماره درست نیست." },
  cardTaken: {
    code: "card_taken",
    status: 409,
    message: "این شمارهٔ کارت برای شخص دیگری تأیید شده است.",
  },
  ownerDiffers: {
    code: "owner_differs",
    status: 409,
    message:
      "نام صاحب این کارت با نام تأییدشدهٔ شخص یکی نیست. اگر باز هم درست است، دلیل آن را بنویسید؛ نفر دوم آن را تأیید می‌کند.",
  },
  cardUnreadable: {
    code: "card_unreadable",
    status: 409,
    message:
      "شمارهٔ این کارت خوانده نمی‌شود و نمی‌توان آن را سنجید. این مورد را فقط می‌توان رد کرد.",
  },
} as const satisfies Record<string, Refusal>;

/** Returns a call with its own refusals and those that all calls of its kind share. */
export function withDeskRefusals<Call extends DeskEndpoint>(call: Call): Call {
  const shared = [
    refusals.tooMany,
    ...(call.role === "anyone"
      ? []
      : [deskRefusals.unknownOperator, deskRefusals.roleTooLow, deskRefusals.areaClosed]),
    ...(call.trace === "decision" || call.trace === "hand" ? [deskRefusals.ownThing] : []),
    ...(isOpening(call) ? [deskRefusals.openedMuch] : []),
    ...(isForPeople(call) ? [deskRefusals.personNeeded] : []),
    ...(call.needsFresh === true ? [deskRefusals.browserNeeded] : []),
    ...(call.role === "anyone" || call.isBeforePasskey === true
      ? []
      : [deskRefusals.passkeyMissing, deskRefusals.passkeyNeeded]),
  ];
  const own = call.refusals.map(({ code }) => code);
  return {
    ...call,
    refusals: [...call.refusals, ...shared.filter(({ code }) => !own.includes(code))],
  };
}

/**
 * The reason to accept a card whose owner is not the proven one; a second person must confirm it.
 */
export const OverrideReason = Note.optional().describe(
  "Required when the card's owner is not the proven one; then another operator must confirm",
);

/** An operator's decision about an identity request. */
export const Verdict = z.discriminatedUnion("status", [
  z.object({ status: z.literal("verified") }),
  z.object({ status: z.literal("rejected"), rejectionReason: Note }),
]);

export const CardMasked = z
  .string()
  .describe("Empty when the number cannot be decrypted; then the card can only be rejected");
