import { Refused } from "../own/refused.mjs";
import { namesOfSchema } from "../run/schema-stamp.mjs";

/**
 * What is in the account now. Nothing is changed here, and everything that would stop a later step
 * is refused here.
 *
 * @typedef {object} Survey
 * @property {string} account the id of the account
 * @property {{ id: string, name: string }} zone
 * @property {string[]} taken a sentence for each address that leads somewhere else now
 * @property {boolean} hasEdge
 * @property {boolean} isOut whether the edge has the secret OUT already
 * @property {Shop | null} shop null for a shop with a backend of its own
 *
 * @typedef {object} Shop
 * @property {string | null} databaseId
 * @property {string[]} pending the files of the schema that the database does not have yet
 * @property {string | null} tutorials the stored version of the tutorials
 * @property {boolean} hasBucket
 * @property {string[] | null} secrets names of the secrets of the shop's worker; null without it
 */

export const WORKERS = { shop: "armaghan-shop", edge: "armaghan" };

const RIGHTS = {
  account: "Account Settings: Read",
  d1: "D1: Edit",
  r2: "Workers R2 Storage: Edit",
  workers: "Workers Scripts: Edit",
  zone: "Zone: Read",
  dns: "DNS: Read",
};

/** @returns {Promise<Survey>} */
export async function surveyAccount(call, own, questions) {
  const account = await findAccount(call, own, questions);
  const inAccount = `/accounts/${account}`;
  const zone = await findZone(call, account, own.domain);
  const shop = own.api_origin === undefined ? await surveyShop(call, inAccount, own) : null;
  const edge = await surveyEdge(call, inAccount, shop);
  const taken = await findAllTaken(call, inAccount, zone, own.domain);
  return { account, zone, shop, taken, ...edge };
}

/** @returns {Promise<Shop>} */
async function surveyShop(call, inAccount, own) {
  const database = await findDatabase(call, inAccount, own);
  const secrets = await findShop(call, inAccount, database?.uuid ?? null);
  const bucket = await call("GET", `${inAccount}/r2/buckets/${own.bucket_name}`, {
    right: RIGHTS.r2,
  });
  if (bucket !== null && database === null)
    throw new Refused(
      `The account has a bucket “${own.bucket_name}” already, but no database of this shop. Write another “bucket_name” into shop.toml, or delete the bucket if it is empty.`,
    );
  return {
    databaseId: database?.uuid ?? null,
    ...(await readSchema(call, inAccount, database)),
    hasBucket: bucket !== null,
    secrets,
  };
}

/** Finds the account, without keeping it: only a deployment that goes on does that. */
export async function findAccount(call, own, questions) {
  if (own.account_id !== undefined) return own.account_id;
  const accounts = await call("GET", "/accounts", { right: RIGHTS.account });
  if (!accounts?.length) throw new Refused("The token opens no Cloudflare account.");
  let [chosen] = accounts;
  if (accounts.length > 1) {
    console.log("\nThe token opens several accounts:");
    for (const [at, { name, id }] of accounts.entries())
      console.log(`  ${at + 1}. ${name} (${id})`);
    const numbers = accounts.map((_, at) => String(at + 1));
    chosen = accounts[Number(await questions.choose("Which one?", numbers)) - 1];
  }
  return chosen.id;
}

/** Finds the zone of a domain: giftshop.ir for shop.giftshop.ir. */
async function findZone(call, account, domain) {
  const labels = domain.split(".");
  for (let at = 0; at < labels.length - 1; at++) {
    const name = labels.slice(at).join(".");
    const zones = await call("GET", `/zones?name=${name}&account.id=${account}`, {
      right: RIGHTS.zone,
    });
    const [zone] = zones ?? [];
    if (zone?.status === "pending")
      throw new Refused(
        `The zone ${name} is not active yet. Set its name servers at the registrar: ${(zone.name_servers ?? []).join(", ")}.`,
      );
    if (zone) return { id: zone.id, name };
  }
  throw new Refused(
    `The account has no zone for ${domain}. Add the domain at https://dash.cloudflare.com, and set its name servers at the registrar.`,
  );
}

async function findDatabase(call, inAccount, { database_name: name, database_id: id }) {
  const found = await call("GET", `${inAccount}/d1/database?name=${name}`, { right: RIGHTS.d1 });
  const named = (found ?? []).find((one) => one.name === name) ?? null;
  if (id === undefined || named?.uuid === id) return named;
  const known = await call("GET", `${inAccount}/d1/database/${id}`, { right: RIGHTS.d1 });
  if (known === null)
    throw new Refused(
      `shop.toml names the database ${id}, which this account does not have. Remove the line “database_id” if the shop is new, or correct “account_id”.`,
    );
  throw new Refused(
    named === null
      ? `The database ${id} of shop.toml is called “${known.name}”, not “${name}”. Correct “database_name”.`
      : `The account has another database that is called “${name}” (${named.uuid}) than the one in shop.toml (${id}, “${known.name}”). Correct shop.toml.`,
  );
}

/** Reads which files of the schema a database has. An unknown database is refused. */
async function readSchema(call, inAccount, database) {
  const names = namesOfSchema();
  if (database === null) return { pending: names, tutorials: null };
  const query = async (sql) => {
    const [answer] = await call("POST", `${inAccount}/d1/database/${database.uuid}/query`, {
      body: { sql },
      right: RIGHTS.d1,
    });
    return answer.results;
  };
  const tables = await query("SELECT name FROM sqlite_schema WHERE type = 'table'");
  const own = tables.map(({ name }) => name).filter((name) => !/^(?:_cf|sqlite)_/.test(name));
  if (own.length === 0) return { pending: names, tutorials: null };
  if (!own.includes("d1_migrations"))
    throw new Refused(
      `The database “${database.name}” holds something else than this shop. Write another “database_name” into shop.toml.`,
    );
  const applied = (await query("SELECT name FROM d1_migrations")).map(({ name }) => name);
  const foreign = applied.filter((name) => !names.includes(name));
  if (foreign.length > 0)
    throw new Refused(
      `The database has ${foreign.join(", ")}, which this version does not know: it belongs to another shop, or to a newer version.`,
    );
  const places = own.includes("job_place")
    ? await query("SELECT place FROM job_place WHERE job = 'tutorials'")
    : [];
  return {
    pending: names.filter((name) => !applied.includes(name)),
    tutorials: places[0]?.place ?? null,
  };
}

const foreign = (name) =>
  `The account has a worker “${name}” that does not belong to this shop. Use another account, or give that worker another name.`;

/**
 * Returns the names of the secrets of the shop's worker, or null if it is not deployed. A worker of
 * the same name that is not the shop's is refused.
 */
async function findShop(call, inAccount, databaseId) {
  const bindings = await readBindings(call, inAccount, WORKERS.shop);
  if (bindings === null) return null;
  const bound = bindings.find(({ type }) => type === "d1");
  const boundId = bound?.database_id ?? bound?.id;
  if (boundId === undefined) throw new Refused(foreign(WORKERS.shop));
  if (boundId !== databaseId)
    throw new Refused(
      `The worker “${WORKERS.shop}” uses the database ${boundId}, and shop.toml leads to ${databaseId ?? "none"}. Correct “database_name” and “database_id” in shop.toml; change nothing in the account.`,
    );
  return readSecretNames(call, inAccount, WORKERS.shop);
}

/** Reads whether the edge is deployed, and out. A worker of its name that is not it is refused. */
async function surveyEdge(call, inAccount, shop) {
  const bindings = await readBindings(call, inAccount, WORKERS.edge);
  if (bindings === null) return { hasEdge: false, isOut: false };
  const leadsToShop = bindings.some(
    ({ type, service }) => type === "service" && service === WORKERS.shop,
  );
  const isOwn =
    shop === null
      ? leadsToShop || bindings.some(({ name }) => name === "API_ORIGIN")
      : leadsToShop && shop.secrets !== null;
  if (!isOwn) throw new Refused(foreign(WORKERS.edge));
  const secrets = await readSecretNames(call, inAccount, WORKERS.edge);
  return { hasEdge: true, isOut: secrets.includes("OUT") };
}

async function readSecretNames(call, inAccount, name) {
  const secrets = await call("GET", `${inAccount}/workers/scripts/${name}/secrets`, {
    right: RIGHTS.workers,
  });
  return (secrets ?? []).map((secret) => secret.name);
}

async function readBindings(call, inAccount, name) {
  const settings = await call("GET", `${inAccount}/workers/scripts/${name}/settings`, {
    right: RIGHTS.workers,
  });
  return settings && (settings.bindings ?? []);
}

/** The addresses of the shop: with www only if the domain is the whole zone. */
export const addressesOf = (domain, zone) =>
  zone.name === domain ? [domain, `www.${domain}`] : [domain];

async function findAllTaken(call, inAccount, zone, domain) {
  const sentences = [];
  for (const address of addressesOf(domain, zone))
    sentences.push(await findTaken(call, inAccount, zone, address));
  return sentences.filter((sentence) => sentence !== null);
}

/**
 * Asks before a DNS record or the domain of another worker is taken over: wrangler takes over both
 * without a question when it does not run in a terminal.
 */
export async function askAboutTaken({ taken }, questions) {
  for (const sentence of taken) {
    console.log(
      `\n${sentence} From the step “edge” on, the shop answers there instead. Note the old value, if you may want it back; records of mail stay.`,
    );
    if (!(await questions.confirm("Take it over?")))
      throw new Refused("The address stays as it is. Nothing was changed.");
  }
}

/** Records that lead visitors somewhere; those of mail and of proofs stay beside a worker. */
const LEADING = ["A", "AAAA", "CNAME", "NS"];

/** Says who has an address now; null when nobody has, or the shop itself. */
async function findTaken(call, inAccount, zone, address) {
  const domains = await call("GET", `${inAccount}/workers/domains?hostname=${address}`, {
    right: RIGHTS.workers,
  });
  const [worker] = domains ?? [];
  if (worker?.service === WORKERS.edge) return null;
  if (worker) return `${address} is the address of the worker “${worker.service}”.`;
  let records;
  try {
    records = await call("GET", `/zones/${zone.id}/dns_records?name=${address}`, {
      right: RIGHTS.dns,
    });
  } catch (error) {
    // The token of `wrangler login` has no right to DNS.
    if (!(error instanceof Refused) || !error.message.includes(RIGHTS.dns)) throw error;
    return `This token cannot see whether ${address} has a DNS record; an existing one would be replaced.`;
  }
  const leading = (records ?? []).filter(({ type }) => LEADING.includes(type));
  return leading.length === 0
    ? null
    : `${address} has a DNS record (${leading.map(({ type, content }) => `${type} ${content}`).join(", ")}).`;
}
