import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { parse } from "smol-toml";
import { SETTING_NAMES } from "../../api/base/settings.ts";
import { Refused } from "./refused.mjs";

/** The operator's shop.toml in the current folder: where the shop runs. */

const FILE = resolve("shop.toml");

/** The places of a database, with a cloud region near each, where the shop's worker runs. */
export const LOCATIONS = {
  weur: "aws:eu-central-1",
  eeur: "gcp:europe-central2",
  wnam: "aws:us-west-2",
  enam: "aws:us-east-1",
  apac: "aws:ap-southeast-1",
  oc: "aws:ap-southeast-2",
};

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}$/;
const NO_ID = /^[0-]+$/;
const NAMES = [
  "domain",
  "location",
  "account_id",
  "database_id",
  "database_name",
  "bucket_name",
  "api_origin",
  "server",
  "settings",
];

/** The table [server]: how a server of one's own runs the shop. */
const SERVER = {
  address: "127.0.0.1",
  port: 8080,
  folder: "data",
  copies: "copies",
  after_copy: "",
  trusts: "token",
  free_megabytes: 500,
};

/**
 * Reads shop.toml, or asks for what it has to contain and writes it. Only Cloudflare asks where the
 * database shall be.
 */
export async function readOwn(questions, { asksLocation = true } = {}) {
  if (!existsSync(FILE)) await writeFirst(questions, asksLocation);
  return checkOwn(readFileSync(FILE, "utf8"));
}

/** Returns the checked content of shop.toml; a database that is not made yet has no id. */
export function checkOwn(text) {
  /** @type {Record<string, unknown>} */
  const own = parseOwn(text);
  const [domain, location, id] = [
    ["domain", ""],
    ["location", "weur"],
    ["database_id", ""],
  ].map(([name, otherwise]) => String(own[name] ?? otherwise));
  const settings = own["settings"] ?? {};
  const server = { ...SERVER, ...own["server"] };
  const unknown = [
    ...Object.keys(own).filter((name) => !NAMES.includes(name)),
    ...Object.keys(server).filter((name) => !Object.hasOwn(SERVER, name)),
    ...Object.keys(settings).filter((name) => !SETTING_NAMES.includes(name)),
  ];
  if (unknown.length > 0)
    throw new Refused(
      `shop.toml has ${unknown.join(", ")}, which nobody reads. Settings of the shop stand below [settings]; shop.example.toml lists the rest.`,
    );
  if (!DOMAIN.test(domain) || domain === "shop.example" || domain.startsWith("www."))
    throw new Refused(
      `“domain” in shop.toml is “${domain}”. Write your own domain there, such as giftshop.ir, without https:// and www.`,
    );
  if (!Object.hasOwn(LOCATIONS, location))
    throw new Refused(
      `“location” in shop.toml is “${location}”; it is one of ${Object.keys(LOCATIONS).join(", ")}.`,
    );
  checkServer(server);
  return {
    database_name: "armaghan",
    bucket_name: "armaghan-uploads",
    ...own,
    settings,
    server,
    location,
    account_id: own["account_id"] || undefined,
    api_origin: own["api_origin"] || undefined,
    // The example file has zeros here.
    database_id: NO_ID.test(id) ? undefined : id || undefined,
  };
}

function checkServer({ address, port, folder, copies, after_copy, trusts, free_megabytes }) {
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Refused(`“port” of [server] in shop.toml is “${port}”, which is not a port number.`);
  if (isIP(String(address)) === 0)
    throw new Refused(
      `“address” of [server] in shop.toml is “${address}”, which is not an address.`,
    );
  if (!Number.isInteger(free_megabytes) || free_megabytes < 100)
    throw new Refused(
      `“free_megabytes” of [server] in shop.toml is “${free_megabytes}”; it is a number from 100 on.`,
    );
  for (const [name, value] of Object.entries({ folder, copies }))
    if (typeof value !== "string" || value === "")
      throw new Refused(`“${name}” of [server] in shop.toml is not the name of a folder.`);
  if (typeof after_copy !== "string")
    throw new Refused("“after_copy” of [server] in shop.toml is not the text of a command.");
  if (!["token", "everybody"].includes(trusts))
    throw new Refused(
      `“trusts” of [server] in shop.toml is “${trusts}”; it is token or everybody.`,
    );
}

function parseOwn(text) {
  try {
    return parse(text);
  } catch (error) {
    throw new Refused(`shop.toml cannot be read: ${error.message}`, { cause: error });
  }
}

async function writeFirst(questions, asksLocation) {
  console.log("shop.toml does not exist yet.\n");
  const domain = await questions.ask(
    asksLocation
      ? "The domain of the shop, a zone of your Cloudflare account:"
      : "The domain of the shop, which leads to this server:",
  );
  const location = asksLocation
    ? await questions.choose(
        "The place of the database, which can never be changed. Near Iran are weur (Western Europe), which Enter takes, and eeur (Eastern Europe).",
        Object.keys(LOCATIONS),
      )
    : null;
  const text = [
    "# Where this shop runs; shop.example.toml explains it.",
    `domain = "${domain.toLowerCase()}"`,
    ...(location === null ? [] : [`location = "${location}"`]),
    "",
    "[settings]",
    "",
  ].join("\n");
  checkOwn(text);
  writeFileSync(FILE, text);
}

/** The settings of the shop that are not secret. */
export const settingsOf = ({ domain, settings }) => ({
  PUBLIC_ORIGIN: `https://${domain}`,
  ...settings,
});

/** Stores a value that the deployment found out, at its line or before the first table. */
export function keepInOwn(name, value) {
  const text = readFileSync(FILE, "utf8").replace(/\n*$/, "\n");
  const line = `${name} = "${value}"`;
  const known = new RegExp(`^${name}\\s*=.*$`, "m");
  const table = /^\[/m.exec(text)?.index ?? text.length;
  const whole = known.test(text)
    ? text.replace(known, line)
    : `${text.slice(0, table)}${line}\n${text.slice(table)}`;
  writeFileSync(`${FILE}.new`, whole);
  renameSync(`${FILE}.new`, FILE);
}
