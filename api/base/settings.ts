import { z } from "zod";

const Key = z
  .base64()
  .refine((value) => atob(value).length === 32, { error: "must be 32 bytes, base64" });

/** An address outside: encrypted, unless it is on this machine, where the sandbox stands in for the outside. */
const Outside = z
  .url()
  .refine((value) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(value), {
    error: "must be an https address",
  });

/** SPKI: twelve bytes that say which algorithm, and the key's 32. */
const Ed25519PublicKey = z
  .base64()
  .refine((value) => value.startsWith("MCowBQYDK2VwAyEA") && atob(value).length === 44, {
    error: "must be an Ed25519 key, SPKI, base64",
  });

const Json = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "must be JSON" });
    return z.NEVER;
  }
});

/** Everything the shop is told from outside. It is parsed at the first request; a shop that is half configured does not answer. */
const Settings = z.object({
  /** Where shoppers see the shop; the gateway sends them back there. */
  PUBLIC_ORIGIN: Outside,
  ZARINPAL_ORIGIN: Outside.default("https://payment.zarinpal.com"),
  ZARINPAL_MERCHANT_ID: z.uuid(),
  /** Where money is given back, the panel's token that allows it, and the panel's number of the gateway. */
  ZARINPAL_GRAPHQL_ORIGIN: Outside.default("https://next.zarinpal.com"),
  ZARINPAL_ACCESS_TOKEN: z.string().min(1),
  ZARINPAL_TERMINAL_ID: z.string().regex(/^\d+$/),
  KAVENEGAR_ORIGIN: Outside.default("https://api.kavenegar.com"),
  KAVENEGAR_API_KEY: z.string().min(1),
  SMS_TEMPLATE_CODE: z.string().min(1).default("armaghan-code"),
  SMS_TEMPLATE_WALLET_CREDIT: z.string().min(1).default("armaghan-wallet-credit"),
  SMS_TEMPLATE_ORDER_DELIVERED: z.string().min(1).default("armaghan-order-delivered"),
  SMS_TEMPLATE_ORDER_CANCELLED: z.string().min(1).default("armaghan-order-cancelled"),
  SMS_TEMPLATE_ITEM_REFUNDED: z.string().min(1).default("armaghan-item-refunded"),
  SMS_TEMPLATE_BACK_IN_STOCK: z.string().min(1).default("armaghan-back-in-stock"),
  SMS_TEMPLATE_TICKET_ANSWERED: z.string().min(1).default("armaghan-ticket-answered"),
  SMS_TEMPLATE_CARD_VERIFIED: z.string().min(1).default("armaghan-card-verified"),
  SMS_TEMPLATE_CARD_REJECTED: z.string().min(1).default("armaghan-card-rejected"),
  SMS_TEMPLATE_IDENTITY_VERIFIED: z.string().min(1).default("armaghan-identity-verified"),
  SMS_TEMPLATE_IDENTITY_REJECTED: z.string().min(1).default("armaghan-identity-rejected"),
  /** Without a key and a sender the shop sends no e-mail. */
  EMAIL_ORIGIN: Outside.default("https://api.resend.com"),
  EMAIL_API_KEY: z.string().min(1).optional(),
  EMAIL_FROM: z.string().min(3).optional(),
  /** How long the shop waits for an answer of the gateway, the SMS or the e-mail provider. */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(1).default(8_000),
  /** Checks the tokens with which Torob reads the product feed. */
  TOROB_PUBLIC_KEY: Ed25519PublicKey.default(
    "MCowBQYDK2VwAyEAt6Mu4T0pBORY11W+QeM35UsmLO3vsf+6yKpFDEImFk0=",
  ),
  /** Keys that seal codes and card numbers, by version; the highest one seals, all of them open. */
  CODE_KEYS: Json.pipe(
    z
      .record(z.string().regex(/^[1-9]\d{0,3}$/), Key)
      .refine((keys) => Object.keys(keys).length > 0),
  ),
  HMAC_KEY: Key,
  /** One-time codes sent to one phone for browsers it has not seen, and to each browser it has. */
  SENDS_PER_PHONE_HOUR: z.coerce.number().int().min(1).default(5),
  SENDS_PER_PHONE_DAY: z.coerce.number().int().min(1).default(10),
  SENDS_PER_ADDRESS_MINUTE: z.coerce.number().int().min(1).default(10),
  /** What the shop spends on one-time codes in a day, in messages. */
  SENDS_PER_DAY: z.coerce.number().int().min(1).default(2000),
  /** Of the address's share: who has many phones at one address does not spend the whole day's budget. */
  SENDS_PER_ADDRESS_DAY: z.coerce.number().int().min(1).default(400),
  /** Wrong guesses after which an unknown browser's code is compared once: at one phone's codes, and at all of them. */
  WRONG_GUESSES_PER_PHONE_DAY: z.coerce.number().int().min(1).default(15),
  WRONG_GUESSES_PER_DAY: z.coerce.number().int().min(1).default(500),
  /** Payments that one shopper starts or asks about. */
  GATEWAY_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  DISCOUNT_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(10),
  /** Checkouts (and starts of payments, and looks at them) under way at once in an isolate; see api/base/lane.ts. */
  CHECKOUTS_AT_ONCE: z.coerce.number().int().min(1).default(100),
  /** Operators: name → SHA-256 of their token, hex. Without any, the desk is closed. */
  DESK_TOKENS: Json.pipe(
    z.record(z.string().min(1).max(50), z.string().regex(/^[0-9a-f]{64}$/)),
  ).default({}),
});
export type Settings = z.infer<typeof Settings>;

const Whole = Settings.refine(
  (settings) => (settings.EMAIL_API_KEY === undefined) === (settings.EMAIL_FROM === undefined),
  {
    error: "EMAIL_API_KEY and EMAIL_FROM belong together",
  },
);

const parsed = new WeakMap<object, Settings>();

/** The settings in a worker's environment. Throws, naming what is wrong, when one is missing or malformed. */
export function readSettings(env: object): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const result = Whole.safeParse(env);
  if (!result.success)
    throw new Error(`The shop is not configured: ${z.prettifyError(result.error)}`);
  parsed.set(env, result.data);
  return result.data;
}
