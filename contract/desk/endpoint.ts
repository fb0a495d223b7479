import { z } from "zod";
import { type Endpoint, type Refusal, refusals } from "../endpoint.ts";
import { text } from "../field.ts";
import type { Area } from "./area.ts";

/** Roles of operators; each may do all that the ones before it may. */
export const ROLES = ["viewer", "support", "finance", "owner"] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** True when a role may do what the other one may. */
export const isAtLeast = (role: Role, least: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(least);

/** A call of the desk: like the shop's calls, but for operators. */
export interface DeskEndpoint extends Omit<Endpoint, "access"> {
  /** The least role; `anyone` brings a one-time secret instead of a token. */
  role: Role | "anyone";
  /**
   * The area that the caller needs. `own` is the way in, what is one's own, and what is made of several
   * areas; of the last its handler gives to each what is theirs.
   */
  area: Area | "own";
  /** True when the person must call, and no program with a token of theirs. */
  isPersonal?: boolean;
  /**
   * True when the person must call in a browser in which they have shown their passkey within minutes.
   * Where nobody in the shop has a passkey, a terminal will do.
   */
  needsFresh?: boolean;
  /** True when a call that decides shows what was hidden too, as `view` calls do. */
  isOpening?: boolean;
  /** True for the few calls that a person may make who still has to register or show a passkey. */
  isBeforePasskey?: boolean;
  /** True when the answer brings a token, which the edge keeps from the page in a cookie. */
  opensSession?: boolean;
  /**
   * What the call leaves in the log: `decision` and `view` a line each time, `list`, which is masked
   * or about nobody, one for each operator and hour; `hand` one when it takes from another hand.
   */
  trace: "decision" | "view" | "list" | "hand";
}

/** True when no program makes a call: a passkey is a person's. */
export const isForPeople = (call: Pick<DeskEndpoint, "isPersonal" | "needsFresh">): boolean =>
  call.isPersonal === true || call.needsFresh === true;

/** True when a call opens something: an operator opens `OPENED_PER_OPERATOR_HOUR` of them in an hour. */
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
      "The owner of the card that proved who they are; the names beside it are what the account " +
        "says. Null before",
    ),
  isOwn: z
    .boolean()
    .optional()
    .describe(
      "True when it is the operator who asks: they decide nothing about themselves. Said where one is opened",
    ),
});

/** Minutes for which a passkey that was shown is fresh. */
export const FRESH_MINUTES = 5;

/** Minutes for which a look at a picture allows to verify what it shows. */
export const VIEW_MINUTES = 60;
/** Nobody has read a picture sooner after it was delivered, milliseconds. */
export const VIEW_MS_LEAST = 1_500;

/** The reason for an operator's decision. */
export const Note = text(3, 500, "لطفاً دلیل را بنویسید.");

/** In the answer of a call that may have to wait for another operator. */
export const ProposalId = z
  .string()
  .nullable()
  .describe("What another operator has to confirm; null when it is done");

/** Refusals shared by several nouns of the desk. */
export const deskRefusals = {
  unknownOperator: { code: "unknown_operator", status: 401, message: "نشان کارمند پذیرفته نشد." },
  roleTooLow: { code: "role_too_low", status: 403, message: "نقش شما برای این کار بس نیست." },
  /** The role would do, but it is work of another area. */
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
  /** The operator is the shopper whom it is about. */
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
  /** An operator opened as much in this hour as the shop lets one person open. */
  openedMuch: {
    code: "opened_much",
    status: 429,
    message:
      "در این ساعت به اندازهٔ سهم یک نفر پرونده باز کرده‌اید. ساعت بعد ادامه دهید؛ مالکان نیز آگاه می‌شوند.",
  },
  /** The thing was decided before; a decision is final. */
  decided: { code: "decided", status: 409, message: "دربارهٔ این مورد پیش‌تر تصمیم گرفته شده است." },
  /** A colleague has it open; `details` names them. */
  heldByOther: { code: "held_by_other", status: 409, message: "این کار در دست همکار دیگری است." },
  cardRevoked: {
    code: "card_revoked",
    status: 409,
    message: "تأیید کارت این برداشت لغو شده است. آن را رد کنید تا مبلغ به کیف پول بازگردد.",
  },
  frozen: { code: "frozen", status: 409, message: "حساب این شخص مسدود است." },
  /** Nobody verifies what they have not seen: their own session, and long enough to read it. */
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
  /** More than one person may give away alone; `details` says how much it is. */
  askedSecond: {
    code: "asked_second",
    status: 409,
    message:
      "این کار دو نفر می‌خواهد و به نفر دوم سپرده شد. پس از تأیید او، همین کار را دوباره انجام دهید.",
  },
  /** `details` says who asked, since when and until when. */
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

/** Returns a call with the refusals that every call of its kind shares. */
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

/** Why an operator asks a second person to let a card pass whose owner is not the proven one. */
export const OverrideReason = Note.optional().describe(
  "Needed when the card's owner is not the proven one; then another operator confirms it",
);

/** An operator's decision about an identity request. */
export const Verdict = z.discriminatedUnion("status", [
  z.object({ status: z.literal("verified") }),
  z.object({ status: z.literal("rejected"), rejectionReason: Note }),
]);

export const CardMasked = z
  .string()
  .describe("Empty when the number cannot be decrypted; then the card can only be rejected");
