import { z } from "zod";
import { parseIban } from "../../persian/identifiers.ts";

const Key = z
  .base64()
  .refine((value) => atob(value).length === 32, { error: "must be 32 bytes, base64" });

/**
 * The https address of an external service. Plain http is allowed on localhost, for the sandbox.
 */
const ExternalUrl = z
  .url()
  .refine((value) => /^https:|^http:\/\/(?:localhost|127\.0\.0\.1)(?=[:/]|$)/.test(value), {
    error: "must be an https address",
  });

/** A public key of P-256 as SPKI: 27 bytes that name the curve, and 64 of the point. */
const DossierKey = z
  .base64()
  .refine(
    (value) =>
      value.startsWith("MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE") && atob(value).length === 91,
    { error: "must be a P-256 public key, SPKI, base64" },
  );

/** An Ed25519 key as SPKI: twelve bytes that name the algorithm, and 32 bytes of key. */
const Ed25519PublicKey = z
  .base64()
  .refine((value) => value.startsWith("MCowBQYDK2VwAyEA") && atob(value).length === 44, {
    error: "must be an Ed25519 key, SPKI, base64",
  });

const JsonText = z.string().transform((text, context) => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    context.addIssue({ code: "custom", message: "must be JSON" });
    return z.NEVER;
  }
});

/**
 * All settings of the shop, parsed from the environment at the first request. A shop with missing
 * or malformed settings answers no request.
 */
const Settings = z.object({
  /** The address of the pages; the gateway sends shoppers back there. */
  PUBLIC_ORIGIN: ExternalUrl,
  ZARINPAL_ORIGIN: ExternalUrl.default("https://payment.zarinpal.com"),
  /**
   * The origin of the gateway's payment page, needed only if `ZARINPAL_ORIGIN` is a relay. By
   * default it is `ZARINPAL_ORIGIN`.
   */
  ZARINPAL_PAGE_ORIGIN: ExternalUrl.optional(),
  ZARINPAL_MERCHANT_ID: z.guid({ error: "must have 36 characters, as Zarinpal's panel shows it" }),
  /**
   * The API for refunds, the access token of the ZarinPal panel, and the terminal's number there.
   */
  ZARINPAL_GRAPHQL_ORIGIN: ExternalUrl.default("https://next.zarinpal.com"),
  ZARINPAL_ACCESS_TOKEN: z.string().min(1),
  ZARINPAL_TERMINAL_ID: z.string().regex(/^\d+$/),
  /**
   * The second gateway; it is not offered without a merchant. Its two origins have the same meaning
   * as those of Zarinpal.
   */
  ZIBAL_ORIGIN: ExternalUrl.default("https://gateway.zibal.ir"),
  ZIBAL_PAGE_ORIGIN: ExternalUrl.optional(),
  ZIBAL_MERCHANT: z.string().min(1).optional(),
  /** For refunds: the platform's API, its access token, and the account that pays them. */
  ZIBAL_API_ORIGIN: ExternalUrl.default("https://api.zibal.ir"),
  ZIBAL_ACCESS_TOKEN: z.string().min(1).optional(),
  ZIBAL_ACCOUNT_ID: z.string().min(1).optional(),
  /** The wholesale supplier of codes; without its keys nothing is bought there. */
  RELOADLY_ORIGIN: ExternalUrl.default("https://giftcards.reloadly.com"),
  RELOADLY_AUTH_ORIGIN: ExternalUrl.default("https://auth.reloadly.com"),
  RELOADLY_CLIENT_ID: z.string().min(1).optional(),
  RELOADLY_CLIENT_SECRET: z.string().min(1).optional(),
  /** How long the shop waits for a supplier's answer to an order, in milliseconds. */
  SUPPLIER_ORDER_TIMEOUT_MS: z.coerce.number().int().min(1).max(60_000).default(40_000),
  /**
   * The facts that are asked about an identity request or a later card, before a person reads it:
   * the owner of the phone, the owner of the card, and the card's IBAN with the name of its owner.
   * Only all three together can approve a request; the answers to fewer are only shown to
   * operators. By default nothing is asked.
   */
  INQUIRY_FACTS: z
    .string()
    .regex(/^(?:(?:phone|card|iban)(?:,(?=.)|$))*$/)
    .default(""),
  /** Zibal's API for inquiries, and its token. */
  INQUIRY_ORIGIN: ExternalUrl.default("https://api.zibal.ir"),
  INQUIRY_TOKEN: z.string().min(1).optional(),
  /**
   * The maximum number of inquiries per person and day (requests and cards), and of questions per
   * day in the whole shop.
   */
  INQUIRIES_PER_PERSON_DAY: z.coerce.number().int().min(0).default(3),
  INQUIRY_QUESTIONS_PER_DAY: z.coerce.number().int().min(0).default(600),
  KAVENEGAR_ORIGIN: ExternalUrl.default("https://api.kavenegar.com"),
  KAVENEGAR_API_KEY: z.string().min(1),
  SMS_TEMPLATE_CODE: z.string().min(1).default("armaghan-code"),
  SMS_TEMPLATE_WALLET_CREDIT: z.string().min(1).default("armaghan-wallet-credit"),
  SMS_TEMPLATE_ORDER_DELIVERED: z.string().min(1).default("armaghan-order-delivered"),
  SMS_TEMPLATE_ORDER_CANCELLED: z.string().min(1).default("armaghan-order-cancelled"),
  SMS_TEMPLATE_ORDER_RETURNED: z.string().min(1).default("armaghan-order-returned"),
  SMS_TEMPLATE_ITEM_REFUNDED: z.string().min(1).default("armaghan-item-refunded"),
  SMS_TEMPLATE_BACK_IN_STOCK: z.string().min(1).default("armaghan-back-in-stock"),
  SMS_TEMPLATE_TICKET_ANSWERED: z.string().min(1).default("armaghan-ticket-answered"),
  /** For one-time codes of somebody who is signed in, and for news about the account itself. */
  SMS_TEMPLATE_SECOND_CODE: z.string().min(1).default("armaghan-second-code"),
  SMS_TEMPLATE_ACCOUNT: z.string().min(1).default("armaghan-account"),
  SMS_TEMPLATE_GIFT: z.string().min(1).default("armaghan-gift"),
  SMS_TEMPLATE_OPERATOR_INVITED: z.string().min(1).default("armaghan-operator-invited"),
  /** Sent to owners, and to the operator whose access to the desk changed. */
  SMS_TEMPLATE_OPERATOR_CHANGED: z.string().min(1).default("armaghan-operator-changed"),
  SMS_TEMPLATE_CARD_VERIFIED: z.string().min(1).default("armaghan-card-verified"),
  SMS_TEMPLATE_CARD_REJECTED: z.string().min(1).default("armaghan-card-rejected"),
  SMS_TEMPLATE_IDENTITY_VERIFIED: z.string().min(1).default("armaghan-identity-verified"),
  SMS_TEMPLATE_IDENTITY_VERIFIED_CART: z.string().min(1).default("armaghan-identity-verified-cart"),
  SMS_TEMPLATE_IDENTITY_REJECTED: z.string().min(1).default("armaghan-identity-rejected"),
  SMS_TEMPLATE_ACCOUNT_FROZEN: z.string().min(1).default("armaghan-account-frozen"),
  SMS_TEMPLATE_ACCOUNT_RELEASED: z.string().min(1).default("armaghan-account-released"),
  SMS_TEMPLATE_NAME_CHANGED: z.string().min(1).default("armaghan-name-changed"),
  SMS_TEMPLATE_NAME_REFUSED: z.string().min(1).default("armaghan-name-refused"),
  SMS_TEMPLATE_IBAN_CHANGED: z.string().min(1).default("armaghan-iban-changed"),
  /** The shop sends no e-mail without a key and a sender. */
  EMAIL_ORIGIN: ExternalUrl.default("https://api.resend.com"),
  EMAIL_API_KEY: z.string().min(1).optional(),
  EMAIL_FROM: z.string().min(3).optional(),
  /**
   * The two markets that give the dollar rate, and a URL of the shop's own that serves rates as
   * JSON.
   */
  NOBITEX_ORIGIN: ExternalUrl.default("https://apiv2.nobitex.ir"),
  WALLEX_ORIGIN: ExternalUrl.default("https://api.wallex.ir"),
  RATES_URL: ExternalUrl.optional(),
  /** Prices computed from a rate are rounded up to a multiple of this, in toman. */
  PRICE_STEP_TOMAN: z.coerce.number().int().min(1).default(5_000),
  /**
   * The bot that alerts operators; Bale's address is https://tapi.bale.ai. Without a token there is
   * no bot.
   */
  BOT_ORIGIN: ExternalUrl.default("https://api.telegram.org"),
  BOT_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9:_-]{5,100}$/)
    .optional(),
  SMS_TEMPLATE_ALERT: z.string().min(1).default("armaghan-alert"),
  /**
   * How long the shop waits for an answer of the gateway, the SMS or the e-mail provider, in
   * milliseconds.
   */
  PROVIDER_TIMEOUT_MS: z.coerce.number().int().min(1).default(8_000),
  /** Verifies the tokens of Torob, which reads the product feed. */
  TOROB_PUBLIC_KEY: Ed25519PublicKey.default(
    "MCowBQYDK2VwAyEAt6Mu4T0pBORY11W+QeM35UsmLO3vsf+6yKpFDEImFk0=",
  ),
  /**
   * Keys that encrypt codes and card numbers, by version. The highest version encrypts; all of them
   * decrypt.
   */
  CODE_KEYS: JsonText.pipe(
    z
      .record(z.string().regex(/^[1-9]\d{0,3}$/), Key)
      .refine((keys) => Object.keys(keys).length > 0),
  ),
  HMAC_KEY: Key,
  /**
   * The maximum number of one-time codes per phone: for all unknown browsers together, and for each
   * known browser separately.
   */
  SENDS_PER_PHONE_HOUR: z.coerce.number().int().min(1).default(5),
  SENDS_PER_PHONE_DAY: z.coerce.number().int().min(1).default(10),
  /**
   * Codes a day that a known browser gets in any case, whatever strangers request and however much
   * of the budget is spent.
   */
  SENDS_PER_KNOWN_BROWSER_DAY: z.coerce.number().int().min(1).default(3),
  /** Codes of a phone in a day that unknown browsers of one wide network (/24, /48) may request. */
  SENDS_PER_PHONE_NETWORK_DAY: z.coerce.number().int().min(1).default(3),
  /**
   * Codes a minute for one network (address, /64). Beyond that, each code costs the browser proof
   * of work.
   */
  SENDS_PER_ADDRESS_MINUTE: z.coerce.number().int().min(1).default(10),
  /**
   * The shop's daily budget of one-time codes, in messages. Once half of it is spent, each code of
   * an unknown browser costs proof of work.
   */
  SENDS_PER_DAY: z.coerce.number().int().min(1).default(2000),
  /**
   * How many times the daily budget may be spent in a day, if browsers solve proof of work. Beyond
   * that, unknown browsers get no codes that day.
   */
  SENDS_BUDGETS_MAX: z.coerce.number().int().min(1).default(5),
  /** Codes a day that a network (address, /64) and a wide network get without proof of work. */
  SENDS_PER_ADDRESS_DAY: z.coerce.number().int().min(1).default(400),
  SENDS_PER_NETWORK_DAY: z.coerce.number().int().min(1).default(500),
  /**
   * Wrong guesses a day, by unknown browsers, at the codes of one phone and at all codes. Beyond
   * that, every guess at a code except the first costs proof of work. Known browsers of a phone are
   * counted separately.
   */
  WRONG_GUESSES_PER_PHONE_DAY: z.coerce.number().int().min(1).default(15),
  WRONG_GUESSES_PER_DAY: z.coerce.number().int().min(1).default(500),
  /**
   * Whether a new browser of a valuable account must enter a second code before it opens anything.
   */
  SECOND_CODE: z.enum(["on", "off"]).default("on"),
  /** Confirmation e-mails that one address gets in a day, from all accounts together. */
  LETTERS_PER_EMAIL_DAY: z.coerce.number().int().min(1).default(3),
  /**
   * The sum for which one person, and one card, may buy in 24 hours without papers, in toman; 0
   * means that papers are always needed.
   */
  BUY_WITHOUT_PAPERS_TOMAN: z.coerce.number().int().min(0).default(0),
  /**
   * The value that one operator may give away alone in 24 hours, in toman at cost: by selling below
   * cost, and by replacing, reading and exporting codes. Beyond that, a second operator must
   * confirm.
   */
  GIVEN_ALONE_DAY_TOMAN: z.coerce.number().int().min(0).default(20_000_000),
  /** Things that one operator may open in an hour: people, papers, orders, tickets, tables. */
  OPENED_PER_OPERATOR_HOUR: z.coerce.number().int().min(1).default(500),
  /**
   * The sum that one operator may pay out to one person in 24 hours, in toman. Beyond that, a
   * second operator must confirm.
   */
  PAYOUT_ALONE_TOMAN: z.coerce.number().int().min(0).default(20_000_000),
  /** The most that one operator may pay out alone in 24 hours, to all people together, in toman. */
  PAYOUTS_ALONE_DAY_TOMAN: z.coerce.number().int().min(0).default(100_000_000),
  /**
   * The account that pays bank files. Without it, only files that list card numbers can be made.
   */
  PAYOUT_PAYER_NAME: z.string().min(1).max(100).optional(),
  PAYOUT_PAYER_IBAN: z
    .string()
    .refine((value) => parseIban(value) === value, { error: "must be IR and 24 digits" })
    .optional(),
  /** The maximum sum of one paya order, in toman; banks announce changes. */
  PAYA_MAX_TOMAN: z.coerce.number().int().min(0).default(200_000_000),
  /** When banks carry out paya orders, in Tehran time; banks announce changes. */
  PAYA_CYCLES: z
    .string()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d(?:,|$))*$/)
    .default("03:45,09:45,12:45,18:45"),
  /** Days without a movement of money before a person can be forgotten. */
  FORGET_AFTER_DAYS: z.coerce.number().int().min(0).default(30),
  /** Days for which a sealed dossier about a forgotten person is kept: five years. */
  DOSSIER_DAYS: z.coerce.number().int().min(1).default(1826),
  /**
   * The public key that seals dossiers. The private key is kept where neither shop nor desk can
   * reach it. Without the public key nobody is forgotten.
   */
  DOSSIER_PUBLIC_KEY: DossierKey.optional(),
  /**
   * The value of instant codes, in toman, that a person may buy within an hour and within a day; an
   * order beyond it is held for a look. 0 means no limit. These limits apply only to accounts and
   * cards that are younger than `LOOK_YOUNG_DAYS` days.
   */
  LOOK_HOUR_TOMAN: z.coerce.number().int().min(0).default(20_000_000),
  LOOK_DAY_TOMAN: z.coerce.number().int().min(0).default(50_000_000),
  LOOK_YOUNG_DAYS: z.coerce.number().int().min(0).default(7),
  /**
   * An order of an older account is held for a look when the account's instant codes of one day
   * reach this value in toman, and also this many times the value of its largest day so far. 0
   * toman means never.
   */
  LOOK_UNUSUAL_TOMAN: z.coerce.number().int().min(0).default(50_000_000),
  LOOK_UNUSUAL_TIMES: z.coerce.number().int().min(1).default(5),
  /**
   * Hours after which an order that is held for a look is refunded, if no operator decided about
   * it.
   */
  LOOK_HOURS: z.coerce.number().int().min(1).default(24),
  /**
   * The size in bytes at which the database is full: 10 GB on Workers Paid, the limit of D1. Alerts
   * begin at 60 percent.
   */
  DATABASE_MAX_BYTES: z.coerce.number().int().min(1).default(10_000_000_000),
  /** Payments a minute that one shopper may start or verify. */
  GATEWAY_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  /**
   * Orders that one shopper may cancel in 24 hours with a refund to the card. Further refunds go to
   * the wallet, because the gateway takes a fee for the payment and for the refund.
   */
  CARD_REFUNDS_PER_DAY: z.coerce.number().int().min(0).default(3),
  /** Days for which an invitee's open ticket about an item holds back the inviter's income. */
  INVITEE_TICKET_DAYS: z.coerce.number().int().min(1).default(30),
  /**
   * Days after which a buyer's answers to a product's questions are deleted, counted from when the
   * item was delivered or refunded. Answers on a cart count from when they were written.
   */
  ANSWERS_KEPT_DAYS: z.coerce.number().int().min(1).default(30),
  /** Readings of one item that are recorded per hour. Beyond that, the codes are still shown. */
  READINGS_PER_ITEM_HOUR: z.coerce.number().int().min(1).default(20),
  /** Purchases from the wallet a minute that one shopper may try. */
  ORDER_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  DISCOUNT_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(10),
  /** Searches a minute of one network that the edge could not answer from its cache. */
  SEARCHES_PER_ADDRESS_MINUTE: z.coerce.number().int().min(1).default(600),
  /**
   * Checkouts that may run at once in an isolate; the same limit applies to starting and to
   * verifying payments. See api/base/lane.ts.
   */
  CHECKOUTS_AT_ONCE: z.coerce.number().int().min(1).default(100),
  /** Uploads that an isolate reads at once. Each takes up to 15 MB of the isolate's 128 MB. */
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).default(5),
  /**
   * Whether operators need a passkey at the desk. If not, a one-time link is enough; use that on a
   * local machine only.
   */
  DESK_PASSKEYS: z.enum(["required", "optional"]).default("required"),
  /**
   * The team of Cloudflare Access in front of /desk, and the audience tag of its application. A
   * person who was admitted by Access enters the desk by the e-mail address that is stored for the
   * operator.
   */
  ACCESS_TEAM: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  ACCESS_AUDIENCE: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** The URL of the public keys of Access; by default that of the team. */
  ACCESS_CERTS_URL: ExternalUrl.optional(),
  /**
   * A server of the shopkeeper in front of providers that refuse Cloudflare's addresses: the origins
   * of these providers are set to it. The shop proves itself to it by the header X-Relay-Token.
   */
  RELAY_ORIGIN: ExternalUrl.optional(),
  RELAY_TOKEN: z.string().min(16).optional(),
  /**
   * Hex SHA-256 of the secret with which the first owner enters the desk. It works only while there
   * is no owner.
   */
  DESK_FIRST_OWNER: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
});
export type Settings = z.infer<typeof Settings>;

const CompleteSettings = Settings.refine(
  (settings) => (settings.EMAIL_API_KEY === undefined) === (settings.EMAIL_FROM === undefined),
  { error: "EMAIL_API_KEY and EMAIL_FROM belong together" },
)
  .refine(
    (settings) => (settings.ACCESS_TEAM === undefined) === (settings.ACCESS_AUDIENCE === undefined),
    { error: "ACCESS_TEAM and ACCESS_AUDIENCE belong together" },
  )
  .refine(
    ({ ZIBAL_MERCHANT: merchant, ZIBAL_ACCESS_TOKEN: token, ZIBAL_ACCOUNT_ID: account }) =>
      (merchant === undefined) === (token === undefined) &&
      (merchant === undefined) === (account === undefined),
    { error: "ZIBAL_MERCHANT, ZIBAL_ACCESS_TOKEN and ZIBAL_ACCOUNT_ID belong together" },
  )
  .refine(
    ({ RELOADLY_CLIENT_ID: id, RELOADLY_CLIENT_SECRET: secret }) =>
      (id === undefined) === (secret === undefined),
    { error: "RELOADLY_CLIENT_ID and RELOADLY_CLIENT_SECRET belong together" },
  )
  .refine(
    ({ RELAY_ORIGIN: origin, RELAY_TOKEN: token }) =>
      (origin === undefined) === (token === undefined),
    { error: "RELAY_ORIGIN and RELAY_TOKEN belong together" },
  )
  .refine(({ INQUIRY_FACTS: facts, INQUIRY_TOKEN: token }) => facts === "" || token !== undefined, {
    error: "INQUIRY_FACTS needs INQUIRY_TOKEN",
  });

/** The names of all settings. */
export const SETTING_NAMES: readonly string[] = Object.keys(Settings.shape);

/** Says what is wrong with the value of one setting; null when nothing is. */
export function troubleOfSetting(name: string, value: string): string | null {
  const one = Settings.partial().safeParse({ [name]: value });
  return one.success ? null : one.error.issues.map(({ message }) => message).join(", ");
}

const parsed = new WeakMap<object, Settings>();

/**
 * Parses the settings of a worker's environment. Throws and names each missing or malformed one.
 */
export function readSettings(env: object): Settings {
  const known = parsed.get(env);
  if (known) return known;
  const result = CompleteSettings.safeParse(env);
  if (!result.success)
    throw new Error(`The shop is not configured: ${z.prettifyError(result.error)}`);
  parsed.set(env, result.data);
  return result.data;
}
