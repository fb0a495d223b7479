import { z } from "zod";

/**
 * One call of the contract. The edge forwards only these calls, the shop answers them, and the
 * OpenAPI document is generated from them.
 */
export interface Endpoint {
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** The path below /api/v1; parameters are written as in `:orderId`. */
  path: `/${string}`;
  summary: string;
  /** `shopper`: the call needs the bearer token of a session. */
  access: "anyone" | "shopper";
  query?: z.ZodType;
  body?: z.ZodType;
  /**
   * The field that contains the file, or several such fields; multipart bodies have no JSON schema.
   */
  upload?: string | readonly string[];
  answer: z.ZodType;
  /** Media types of an answer that is not JSON. */
  produces?: readonly string[];
  /** True when the call accepts the header Idempotency-Key. */
  takesKey?: boolean;
  /**
   * The reason why a browser that is new to a valuable account may make this call before its
   * shopper has entered the second code. Without a reason, the call requires the second code.
   */
  openBeforeSecondCode?: string;
  /** True when the call begins an order or a payment, or offers goods: a closed shop refuses it. */
  sells?: boolean;
  /** Refusals of this call; `everyRefusal` adds those that every call of its kind shares. */
  refusals: readonly Refusal[];
}

/** A "no" that a person can act on. Clients may compare code, status and sentence: they are fixed. */
export interface Refusal {
  code: string;
  status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 502 | 503;
  message: string;
}

/** A refusal as it is sent; `error` repeats `message` in cart, order and payment calls. */
export const RefusalAnswer = z.object({
  message: z.string(),
  code: z.string(),
  error: z.string().optional(),
  details: z.string().optional(),
  fields: z
    .record(z.string(), z.string())
    .optional()
    .describe("Persian error messages by the names of the fields that they belong to"),
});
export type RefusalAnswer = z.infer<typeof RefusalAnswer>;

export const Message = z.object({ message: z.string() });

/** Refusals shared by all calls. Clients compare the three session sentences: they stay English. */
export const refusals = {
  malformed: { code: "malformed", status: 400, message: "درخواست خوانده نشد." },
  invalid: { code: "invalid", status: 422, message: "لطفاً موارد مشخص‌شده را اصلاح کنید." },
  invalidToken: { code: "invalid_token", status: 401, message: "Invalid token." },
  userNotFound: { code: "user_not_found", status: 401, message: "User not found." },
  userGone: { code: "user_gone", status: 401, message: "User no longer exists." },
  secondCodeNeeded: {
    code: "second_code_needed",
    status: 403,
    message: "برای ادامه، کدی را که به موبایل شما پیامک می‌شود وارد کنید.",
  },
  twoSessions: {
    code: "two_sessions",
    status: 400,
    message:
      "این مرورگر دو نشست هم‌زمان فرستاد و هیچ‌کدام پذیرفته نشد. دوباره تلاش کنید؛ اگر باز هم این پیام آمد، خارج شوید و دوباره وارد شوید، یا کوکی‌های این سایت را پاک کنید.",
  },
  crossSite: {
    code: "cross_site",
    status: 403,
    message: "این درخواست از سایت دیگری آمده و پذیرفته نشد.",
  },
  /**
   * `details` contains the reason. Signing in, tickets and the account's own data stay available.
   */
  accountFrozen: {
    code: "account_frozen",
    status: 403,
    message: "حساب شما موقتاً مسدود است. برای اعتراض تیکت بزنید یا با پشتیبانی تماس بگیرید.",
  },
  /** `details` contains the reason that the shopkeeper wrote. */
  closed: {
    code: "closed",
    status: 503,
    message:
      "فروشگاه اکنون بسته است و خرید و افزایش موجودی تازه نمی‌پذیرد. سفارش‌ها، کدها و کیف پول شما سر جایشان است.",
  },
  notFound: { code: "not_found", status: 404, message: "مورد درخواستی پیدا نشد." },
  methodNotAllowed: {
    code: "method_not_allowed",
    status: 405,
    message: "این نشانی چنین درخواستی را نمی‌پذیرد.",
  },
  tooLarge: { code: "too_large", status: 413, message: "حجم درخواست بیش از اندازه است." },
  tooMany: {
    code: "too_many",
    status: 429,
    message: "تعداد درخواست‌ها زیاد است. لطفاً کمی بعد دوباره تلاش کنید.",
  },
  keyReused: {
    code: "key_reused",
    status: 422,
    message: "این کلید برای درخواست دیگری استفاده شده است.",
  },
  unavailable: {
    code: "unavailable",
    status: 503,
    message: "سرویس موقتاً در دسترس نیست. لطفاً کمی بعد دوباره تلاش کنید.",
  },
} as const satisfies Record<string, Refusal>;

/** True for a call that a new browser of a valuable account cannot make without the second code. */
export function needsSecondCode(call: {
  access?: Endpoint["access"];
  openBeforeSecondCode?: string;
}): boolean {
  return call.access === "shopper" && call.openBeforeSecondCode === undefined;
}

/** Returns every refusal of a call: its own, and those that its kind of call shares. */
export function everyRefusal(
  call: Pick<
    Endpoint,
    "method" | "body" | "upload" | "refusals" | "openBeforeSecondCode" | "sells"
  > & { access?: Endpoint["access"] },
) {
  const isRead = call.method === "GET";
  const readsBody = call.body !== undefined || call.upload !== undefined;
  const shared: Refusal[] = [
    ...(readsBody ? [refusals.malformed] : []),
    ...(call.access === "shopper" ? [refusals.invalidToken, refusals.userGone] : []),
    ...(needsSecondCode(call) ? [refusals.secondCodeNeeded] : []),
    ...(call.access === undefined ? [] : [refusals.twoSessions]),
    ...(call.access !== undefined && !isRead ? [refusals.crossSite] : []),
    ...(isRead ? [] : [refusals.tooLarge]),
    ...(call.sells === true ? [refusals.closed] : []),
    refusals.unavailable,
  ];
  return [
    ...call.refusals,
    ...shared.filter(({ code }) => call.refusals.every((own) => own.code !== code)),
  ];
}

/** A call with the name that its file exports it by, and the noun of the file. */
export interface Operation<Call> {
  name: string;
  noun: string;
  endpoint: Call;
}

/** Returns the endpoints that some files of the contract export; `nouns` maps nouns to files. */
export function listOperations<Call = Endpoint>(nouns: Record<string, object>): Operation<Call>[] {
  return Object.entries(nouns).flatMap(([noun, file]) =>
    Object.entries(file).flatMap(([name, endpoint]: [string, unknown]) =>
      isEndpoint(endpoint) ? [{ name, noun, endpoint: endpoint as Call }] : [],
    ),
  );
}

/** True when a value that a file of the contract exports is an endpoint. */
export function isEndpoint(value: unknown): value is Endpoint {
  return (
    typeof value === "object" &&
    value !== null &&
    "method" in value &&
    "path" in value &&
    "answer" in value
  );
}
