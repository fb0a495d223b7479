import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { readSettings, troubleOfSetting } from "../../api/base/settings.ts";
import { makeDossierKeys } from "../dossier/dossier.mjs";
import { Refused } from "./refused.mjs";

/**
 * The secrets of a shop. They are typed once and kept in shop.sealed, encrypted with a recovery key
 * that only the operator has, because a secret cannot be read back from Cloudflare.
 */

const FILE = resolve("shop.sealed");

/** Values that every shop needs, with the words of the question. */
const NEEDED = {
  ZARINPAL_MERCHANT_ID: "Zarinpal: the merchant id",
  ZARINPAL_TERMINAL_ID: "Zarinpal: the number of the gateway in the panel",
  ZARINPAL_ACCESS_TOKEN: "Zarinpal: the access token of the panel, for refunds",
  KAVENEGAR_API_KEY: "Kavenegar: the API key, for SMS",
};

/** Values that the command makes, and that may be changed later. HMAC_KEY never is (decision 20). */
const CHANGEABLE = {
  CODE_KEYS: "CODE_KEYS, as JSON",
  DOSSIER_PUBLIC_KEY: "The public key of dossiers",
};

/** Values that belong together. An empty answer to the first one skips the others. */
const OPTIONAL = [
  { EMAIL_API_KEY: "Resend, for e-mail: the API key", EMAIL_FROM: "Resend: the sender" },
  {
    BOT_TOKEN: "Bot for alerts: the token",
    BOT_ORIGIN: "Bot for alerts: the server (https://tapi.bale.ai or https://api.telegram.org)",
  },
  {
    ZIBAL_MERCHANT: "Zibal, a second gateway: the merchant id",
    ZIBAL_ACCESS_TOKEN: "Zibal: the token of the platform",
    ZIBAL_ACCOUNT_ID: "Zibal: the account that refunds are paid from",
  },
  { INQUIRY_TOKEN: "Zibal inquiries about identities: the token" },
  {
    RELOADLY_CLIENT_ID: "Reloadly, a supplier of codes: the client id",
    RELOADLY_CLIENT_SECRET: "Reloadly: the client secret",
  },
  {
    PAYOUT_PAYER_NAME: "Bank files: the name of the account that pays withdrawals",
    PAYOUT_PAYER_IBAN: "Bank files: the IBAN of this account",
  },
  { RATES_URL: "Exchange rates: an https address that answers them" },
  {
    RELAY_ORIGIN: "A relay in front of providers that refuse Cloudflare: its https address",
    RELAY_TOKEN: "The relay: the token by which it recognises the shop",
  },
];

/** Typed values that are not secret, so they are shown while they are typed. */
const SHOWN = [
  "ZARINPAL_TERMINAL_ID",
  "EMAIL_FROM",
  "BOT_ORIGIN",
  "ZIBAL_ACCOUNT_ID",
  "PAYOUT_PAYER_NAME",
  "PAYOUT_PAYER_IBAN",
  "RATES_URL",
  "RELAY_ORIGIN",
];

/** Values of the file that are not sent to the shop. */
const NOT_SENT = ["DOSSIER_PRIVATE_KEY", "OWNER_LINK"];

/** Asks for all secrets and makes those that are random. Stores them, and prints the recovery key. */
export async function makeSecrets(questions, settings) {
  console.log(
    "\nThe secrets of the shop, each once. What is secret is not shown while you type; its length is told.",
  );
  const secrets = { ...(await askForAll(questions)), ...makeRandom() };
  checkSecrets(secrets, settings);
  const recoveryKey = randomBytes(32).toString("base64url");
  writeFileSync(FILE, seal(secrets, recoveryKey), { mode: 0o600, flag: "wx" });
  // On the standard error, so that it is in no file that the output is written to.
  console.error(
    `\n  The recovery key, shown only now:\n\n    ${recoveryKey}\n\n` +
      `  It opens ${FILE}, the only copy of the secrets that can be read.\n` +
      "  Without both, codes in stock are lost when the account or the server is. Keep the key and\n" +
      "  the file in two places.\n",
  );
  if (questions.isTerminal) await questions.ask("Press Enter when you have written it down:");
  return secrets;
}

/** Opens the stored secrets with the recovery key. */
export async function openSecrets(questions, settings) {
  const { secrets } = await unsealWith(questions);
  checkSecrets(secrets, settings);
  return secrets;
}

/**
 * Asks for new values of a secret and of those that belong to it. Returns them, and a function that
 * stores them. An empty answer to an optional secret removes its group.
 */
export async function changeSecrets(questions, settings, name) {
  const group = groupOf(name);
  const { secrets, recoveryKey } = await unsealWith(questions);
  const isOptional = OPTIONAL.includes(group);
  const changes = {};
  for (const [each, words] of Object.entries(group)) {
    changes[each] = await askFor(questions, each, `${words}, the new value`, isOptional);
    if (changes[each] !== "") continue;
    for (const member of Object.keys(group)) changes[member] = null;
    break;
  }
  if (changes["CODE_KEYS"]) checkKeys(secrets["CODE_KEYS"], changes["CODE_KEYS"]);
  const whole = { ...secrets, ...changes };
  for (const each of Object.keys(whole)) if (whole[each] === null) delete whole[each];
  checkSecrets(whole, settings);
  return { changes, store: () => replaceFile(seal(whole, recoveryKey)) };
}

/** Returns the secrets that are changed together with this one, with the words of the questions. */
function groupOf(name) {
  const optional = OPTIONAL.find((group) => Object.hasOwn(group, name));
  if (optional) return optional;
  const alone = { ...NEEDED, ...CHANGEABLE };
  if (Object.hasOwn(alone, name)) return { [name]: alone[name] };
  throw new Refused(
    `${name} is no secret that can be changed here. There are ${[
      ...Object.keys(alone),
      ...OPTIONAL.flatMap((group) => Object.keys(group)),
    ].join(", ")}.`,
  );
}

/** A key that encrypted something keeps its version and its value. */
function checkKeys(before, after) {
  const [known, next] = [before, after].map((text) => {
    try {
      return JSON.parse(text);
    } catch (error) {
      throw new Refused("CODE_KEYS is no JSON. Nothing was changed.", { cause: error });
    }
  });
  for (const [version, key] of Object.entries(next))
    if (Object.hasOwn(known, version) && known[version] !== key)
      throw new Refused(
        `CODE_KEYS has another key under ${version}. What it encrypted could not be read any more. Nothing was changed.`,
      );
}

/**
 * Asks for a value until it is one that the shop accepts. An empty answer leaves an optional one
 * out. Whoever answers from a file cannot be asked again.
 */
export async function askFor(questions, name, words, isOptional) {
  for (;;) {
    const value = await questions.ask(`${words} (${name}):`, { secret: !SHOWN.includes(name) });
    if (value === "" && isOptional) return value;
    const trouble = value === "" ? null : troubleOfSetting(name, value);
    if (value !== "" && trouble === null) return value;
    const sentence = trouble === null ? `${name} is empty.` : `${name}: ${trouble}.`;
    if (!questions.isTerminal) throw new Refused(`${sentence} Nothing was changed.`);
    console.error(`${sentence} Type it again; Ctrl-C ends this, and nothing was changed.`);
  }
}

/** Asks for the recovery key until it opens the file. */
async function unsealWith(questions) {
  if (!hasSealed()) throw new Refused(`There is no ${FILE}, in which the secrets are kept.`);
  for (;;) {
    const recoveryKey = await questions.ask("The recovery key of shop.sealed:", { secret: true });
    const secrets = unseal(recoveryKey);
    if (secrets !== null) return { secrets, recoveryKey };
    if (!questions.isTerminal) throw new Refused("This key does not open shop.sealed.");
    console.error("This key does not open shop.sealed. Type it again; Ctrl-C ends this.");
  }
}

/** Replaces the file in one step; the one before is kept beside it. */
function replaceFile(text) {
  writeFileSync(`${FILE}.new`, text, { mode: 0o600 });
  renameSync(FILE, `${FILE}.previous`);
  renameSync(`${FILE}.new`, FILE);
}

/** Values in the form of the secrets whose form the shop checks. */
const SAMPLES = {
  ZARINPAL_MERCHANT_ID: "00000000-0000-4000-8000-000000000000",
  ZARINPAL_TERMINAL_ID: "1",
  BOT_ORIGIN: "https://bot.example",
  PAYOUT_PAYER_IBAN: "IR120560000000000012345001",
  RATES_URL: "https://rates.example",
  RELAY_ORIGIN: "https://relay.example",
};

/**
 * Checks the settings of shop.toml for a shop that has these secrets, so that an upgrade with a slip
 * is refused before a selling shop stops.
 */
export function checkSettings(settings, secretNames) {
  const secrets = secretNames.map((name) => [name, SAMPLES[name] ?? "sample-of-a-secret"]);
  checkSecrets({ ...Object.fromEntries(secrets), ...makeRandom() }, settings);
}

export const hasSealed = () => existsSync(FILE);

/** Returns the link with which the first owner enters the desk, in the form that its page reads. */
export const ownerLinkOf = (domain, secret) => `https://${domain}/desk/enter#first.${secret}`;

/** Returns the values that the shop gets, without those that only the operator keeps. */
export const sentOf = (secrets) =>
  Object.fromEntries(Object.entries(secrets).filter(([name]) => !NOT_SENT.includes(name)));

async function askForAll(questions) {
  const typed = {};
  for (const [name, words] of Object.entries(NEEDED)) {
    typed[name] = await askFor(questions, name, words, false);
  }
  console.log("\nOptional; an empty answer leaves it out, with what belongs to it.");
  for (const group of OPTIONAL)
    for (const [name, words] of Object.entries(group)) {
      const value = await askFor(questions, name, words, name === Object.keys(group)[0]);
      if (value === "") break;
      typed[name] = value;
    }
  return typed;
}

function makeRandom() {
  const key = () => randomBytes(32).toString("base64");
  const link = randomBytes(32).toString("base64url");
  return {
    CODE_KEYS: JSON.stringify({ 1: key() }),
    HMAC_KEY: key(),
    ...makeDossierKeys(),
    DESK_FIRST_OWNER: createHash("sha256").update(link).digest("hex"),
    OWNER_LINK: link,
  };
}

/** Checks the secrets with the shop's own rules, so that a slip is found before anything is sent. */
export function checkSecrets(secrets, settings) {
  try {
    readSettings({ ...settings, ...sentOf(secrets) });
  } catch (error) {
    throw new Refused(
      `The shop would not start with these values. Nothing was changed.\n${error.message}`,
      { cause: error },
    );
  }
}

function seal(secrets, recoveryKey) {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", Buffer.from(recoveryKey, "base64url"), iv);
  const data = Buffer.concat([cipher.update(JSON.stringify(secrets), "utf8"), cipher.final()]);
  const parts = [iv, cipher.getAuthTag(), data].map((part) => part.toString("base64url"));
  return `armaghan-secrets-1.${parts.join(".")}\n`;
}

/** Opens the file; null with a wrong key. */
function unseal(recoveryKey) {
  const [form, iv, tag, data] = readFileSync(FILE, "utf8").trim().split(".");
  if (form !== "armaghan-secrets-1")
    throw new Refused(`${FILE} is no file of secrets, or of a newer version.`);
  try {
    const key = Buffer.from(recoveryKey, "base64url");
    const cipher = createDecipheriv("aes-256-gcm", key, Buffer.from(iv, "base64url"));
    cipher.setAuthTag(Buffer.from(tag, "base64url"));
    const text = Buffer.concat([cipher.update(Buffer.from(data, "base64url")), cipher.final()]);
    return JSON.parse(text.toString("utf8"));
  } catch {
    return null;
  }
}
