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
  /** The address of the gateway's page, when `ZARINPAL_ORIGIN` is a relay; else the same. */
  ZARINPAL_PAGE_ORIGIN: ExternalUrl.optional(),
  ZARINPAL_MERCHANT_ID: z.guid(),
  /**
   * The API for refunds, the access token of the ZarinPal panel, and the terminal's number there.
   */
  ZARINPAL_GRAPHQL_ORIGIN: ExternalUrl.default("https://next.zarinpal.com"),
  ZARINPAL_ACCESS_TOKEN: z.string().min(1),
  ZARINPAL_TERMINAL_ID: z.string().regex(/^\d+$/),
  /** The second gateway; without its merchant it is not offered. Its origins are as Zarinpal's. */
  ZIBAL_ORIGIN: ExternalUrl.default("https://gateway.zibal.ir"),
  ZIBAL_PAGE_ORIGIN: ExternalUrl.optional(),
  ZIBAL_MERCHANT: z.string().min(1).optional(),
  /** The platform's API and access token, for refunds, and the account that they are paid from. */
  ZIBAL_API_ORIGIN: ExternalUrl.default("https://api.zibal.ir"),
  ZIBAL_ACCESS_TOKEN: z.string().min(1).optional(),
  ZIBAL_ACCOUNT_ID: z.string().min(1).optional(),
  /** The wholesale supplier of codes; without its keys nothing is bought there. */
  RELOADLY_ORIGIN: ExternalUrl.default("https://giftcards.reloadly.com"),
  RELOADLY_AUTH_ORIGIN: ExternalUrl.default("https://auth.reloadly.com"),
  RELOADLY_CLIENT_ID: z.string().min(1).optional(),
  RELOADLY_CLIENT_SECRET: z.string().min(1).optional(),
  /** The wait for a supplier's answer to an order, in milliseconds. */
  SUPPLIER_ORDER_TIMEOUT_MS: z.coerce.number().int().min(1).max(60_000).default(40_000),
  /**
   * What is asked about an identity request or a later card before a person looks at it: the owner of
   * the phone, of the card, and the card's IBAN with the name of its owner. Only all three can approve
   * one; fewer are shown to operators; none is asked by default.
   */
  INQUIRY_FACTS: z
    .string()
    .regex(/^(?:(?:phone|card|iban)(?:,(?=.)|$))*$/)
    .default(""),
  /** The inquiries of Zibal's platform, and the token for them. */
  INQUIRY_ORIGIN: ExternalUrl.default("https://api.zibal.ir"),
  INQUIRY_TOKEN: z.string().min(1).optional(),
  /** Requests and cards of one person in a day that are inquired about, and all questions in a day. */
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
  /** To owners and the operator whose place at the desk changed. */
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
  /** The two markets of the dollar, and an address of the shop's own with rates as JSON. */
  NOBITEX_ORIGIN: ExternalUrl.default("https://apiv2.nobitex.ir"),
  WALLEX_ORIGIN: ExternalUrl.default("https://api.wallex.ir"),
  RATES_URL: ExternalUrl.optional(),
  /** Prices that are made from a rate are rounded up to this, in toman. */
  PRICE_STEP_TOMAN: z.coerce.number().int().min(1).default(5_000),
  /** The bot that alerts operators; Bale's address is https://tapi.bale.ai. Without a token none. */
  BOT_ORIGIN: ExternalUrl.default("https://api.telegram.org"),
  BOT_TOKEN: z
    .string()
    .regex(/^[A-Za-z0-9:_-]{5,100}$/)
    .optional(),
  SMS_TEMPLATE_ALERT: z.string().min(1).default("armaghan-alert"),
  /** The wait for an answer of the gateway, the SMS or the e-mail provider, in milliseconds. */
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
  /** One-time codes per phone: shared by all unknown browsers, and again for each known browser. */
  SENDS_PER_PHONE_HOUR: z.coerce.number().int().min(1).default(5),
  SENDS_PER_PHONE_DAY: z.coerce.number().int().min(1).default(10),
  /** Codes of a known browser in a day that strangers and the budget have no part in. */
  SENDS_PER_KNOWN_BROWSER_DAY: z.coerce.number().int().min(1).default(3),
  /** Codes of a phone in a day that unknown browsers of one wide network (/24, /48) may request. */
  SENDS_PER_PHONE_NETWORK_DAY: z.coerce.number().int().min(1).default(3),
  /** The share of one network (address, /64). Beyond it each code costs its browser work. */
  SENDS_PER_ADDRESS_MINUTE: z.coerce.number().int().min(1).default(10),
  /**
   * The shop's daily budget of one-time codes, in messages. Once half of it is spent, each code of
   * an unknown browser costs work.
   */
  SENDS_PER_DAY: z.coerce.number().int().min(1).default(2000),
  /** Budgets that solved work can reach in a day. Nothing is sent to unknown browsers beyond. */
  SENDS_BUDGETS_MAX: z.coerce.number().int().min(1).default(5),
  /** The shares of the budget that a network (address, /64) and a wide one have without work. */
  SENDS_PER_ADDRESS_DAY: z.coerce.number().int().min(1).default(400),
  SENDS_PER_NETWORK_DAY: z.coerce.number().int().min(1).default(500),
  /**
   * Wrong guesses after which all guesses but the first at a code cost work: guesses of unknown
   * browsers at the codes of one phone, and at all codes. Known browsers of a phone are counted by
   * themselves.
   */
  WRONG_GUESSES_PER_PHONE_DAY: z.coerce.number().int().min(1).default(15),
  WRONG_GUESSES_PER_DAY: z.coerce.number().int().min(1).default(500),
  /** Whether a new browser of a valuable account types a second code before it opens anything. */
  SECOND_CODE: z.enum(["on", "off"]).default("on"),
  /** Letters in a day that ask one address to confirm itself, from all accounts together. */
  LETTERS_PER_EMAIL_DAY: z.coerce.number().int().min(1).default(3),
  /**
   * What one person and one card may buy in 24 hours before any papers, in toman; 0 means nothing.
   */
  BUY_WITHOUT_PAPERS_TOMAN: z.coerce.number().int().min(0).default(0),
  /**
   * What one operator may give away alone in 24 hours, in toman at cost: below cost, by replacing,
   * reading and exporting codes. What goes beyond needs a second one.
   */
  GIVEN_ALONE_DAY_TOMAN: z.coerce.number().int().min(0).default(20_000_000),
  /** Things that one operator may open in an hour: people, papers, orders, tickets, tables. */
  OPENED_PER_OPERATOR_HOUR: z.coerce.number().int().min(1).default(500),
  /**
   * What one operator may pay out to one person in 24 hours, in toman. What goes beyond needs a
   * second one.
   */
  PAYOUT_ALONE_TOMAN: z.coerce.number().int().min(0).default(20_000_000),
  /** The most that one operator may pay out alone in 24 hours, to all people together, in toman. */
  PAYOUTS_ALONE_DAY_TOMAN: z.coerce.number().int().min(0).default(100_000_000),
  /** The account from which bank files are paid. Without it only lists of cards can be made. */
  PAYOUT_PAYER_NAME: z.string().min(1).max(100).optional(),
  PAYOUT_PAYER_IBAN: z
    .string()
    .refine((value) => parseIban(value) === value, { error: "must be IR and 24 digits" })
    .optional(),
  /** The most of one paya order, in toman; banks change it by notice. */
  PAYA_MAX_TOMAN: z.coerce.number().int().min(0).default(200_000_000),
  /** When banks carry out paya orders, in Tehran; banks change it by notice. */
  PAYA_CYCLES: z
    .string()
    .regex(/^(?:(?:[01]\d|2[0-3]):[0-5]\d(?:,|$))*$/)
    .default("03:45,09:45,12:45,18:45"),
  /** Days without a movement of money before a person can be forgotten. */
  FORGET_AFTER_DAYS: z.coerce.number().int().min(0).default(30),
  /** Days for which a sealed dossier about a forgotten person is kept: five years. */
  DOSSIER_DAYS: z.coerce.number().int().min(1).default(1826),
  /**
   * Seals dossiers. Its private half is kept where neither shop nor desk can reach it. Without it
   * nobody is forgotten.
   */
  DOSSIER_PUBLIC_KEY: DossierKey.optional(),
  /**
   * Instant codes, in toman, that a person may buy within an hour and within a day before an
   * operator looks at the order; 0 means no limit. They concern accounts and cards that are younger
   * than so many days; 0 means that none is young.
   */
  LOOK_HOUR_TOMAN: z.coerce.number().int().min(0).default(20_000_000),
  LOOK_DAY_TOMAN: z.coerce.number().int().min(0).default(50_000_000),
  LOOK_YOUNG_DAYS: z.coerce.number().int().min(0).default(7),
  /**
   * A day of instant codes, in toman, from which an older account's order is looked at when it is also
   * so many times above its best day before; 0 means never.
   */
  LOOK_UNUSUAL_TOMAN: z.coerce.number().int().min(0).default(50_000_000),
  LOOK_UNUSUAL_TIMES: z.coerce.number().int().min(1).default(5),
  /** Hours after which an order that is held for a look, and nobody decided about, is refunded. */
  LOOK_HOURS: z.coerce.number().int().min(1).default(24),
  /** Hours within which the desk wants to answer a ticket; they order its queue. */
  TICKET_ANSWER_HOURS: z.coerce.number().int().min(1).default(2),
  /** Payments that one shopper may start or verify. */
  GATEWAY_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  /**
   * Orders that one shopper may give up in 24 hours and have back on the card. Further ones go to
   * the wallet, since the gateway takes its fee both ways.
   */
  CARD_REFUNDS_PER_DAY: z.coerce.number().int().min(0).default(3),
  /** Days for which an invitee's open ticket about an item keeps the inviter's income back. */
  INVITEE_TICKET_DAYS: z.coerce.number().int().min(1).default(30),
  /**
   * What buyers answered to what a product asks is forgotten so long after its item was delivered or
   * given back, or after it was left in a cart.
   */
  ANSWERS_KEPT_DAYS: z.coerce.number().int().min(1).default(30),
  /** Readings of one item that are recorded in an hour. Its codes are shown beyond them as well. */
  READINGS_PER_ITEM_HOUR: z.coerce.number().int().min(1).default(20),
  /** Purchases from the wallet that one shopper may try. */
  ORDER_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(60),
  DISCOUNT_TRIES_PER_MINUTE: z.coerce.number().int().min(1).default(10),
  /** Searches of one network that the edge could not answer from its cache. */
  SEARCHES_PER_ADDRESS_MINUTE: z.coerce.number().int().min(1).default(600),
  /**
   * Checkouts that run at once in an isolate, and likewise payment starts and verifications; see
   * api/base/lane.ts.
   */
  CHECKOUTS_AT_ONCE: z.coerce.number().int().min(1).default(100),
  /** Uploads that an isolate reads at once. Each takes up to 15 MB of its 128. */
  UPLOADS_AT_ONCE: z.coerce.number().int().min(1).default(5),
  /**
   * Whether operators need a passkey at the desk. Where they do not, a one-time link opens it: for
   * the local machine alone.
   */
  DESK_PASSKEYS: z.enum(["required", "optional"]).default("required"),
  /**
   * The team of Cloudflare Access in front of /desk, and the tag of its application there. Who comes
   * that way enters under the e-mail address that the desk knows.
   */
  ACCESS_TEAM: z
    .string()
    .regex(/^[a-z0-9-]+$/)
    .optional(),
  ACCESS_AUDIENCE: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .optional(),
  /** The address of the keys of Access; by default the team's own. */
  ACCESS_CERTS_URL: ExternalUrl.optional(),
  /**
   * Hex SHA-256 of the secret with which the first owner enters the desk. It opens nothing while
   * there is an owner.
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
  .refine(({ INQUIRY_FACTS: facts, INQUIRY_TOKEN: token }) => facts === "" || token !== undefined, {
    error: "INQUIRY_FACTS needs INQUIRY_TOKEN",
  });

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
