import { namesOfSchema } from "../run/schema-stamp.mjs";
import { Refused } from "./cloudflare.mjs";
import { keepInOwn } from "./own.mjs";

/**
 * What is in the account now. Nothing is changed here, and everything that would stop a later step
 * is refused here.
 *
 * @typedef {object} Survey
 * @property {string} account the id of the account
 * @property {{ id: string, name: string }} zone
 * @property {string | null} databaseId
 * @property {string[]} pending the files of the schema that the database does not have yet
 * @property {string | null} tutorials the stored version of the tutorials
 * @property {boolean} hasBucket
 * @property {string[] | null} secrets names of the secrets of the shop's worker; null without it
 * @property {boolean} hasEdge
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
  const account = own.account_id ?? (await findAccount(call, questions));
  const inAccount = `/accounts/${account}`;
  const zone = await findZone(call, account, own.domain);
  if (own.api_origin !== undefined) {
    await checkAddress(call, inAccount, zone, own.domain, questions);
    return { account, zone, ...NO_SHOP };
  }
  const database = await findDatabase(call, inAccount, own);
  const workers = await findWorkers(call, inAccount, database?.uuid ?? null);
  await checkAddress(call, inAccount, zone, own.domain, questions);
  const bucket = await call("GET", `${inAccount}/r2/buckets/${own.bucket_name}`, {
    right: RIGHTS.r2,
  });
  if (bucket !== null && database === null)
    throw new Refused(
      `The account has a bucket “${own.bucket_name}” already, but no database of this shop. Write another “bucket_name” into shop.toml, or delete the bucket if it is empty.`,
    );
  return {
    account,
    zone,
    databaseId: database?.uuid ?? null,
    ...(await readSchema(call, inAccount, database)),
    hasBucket: bucket !== null,
    ...workers,
  };
}

/** A shop with a backend of its own: only the edge is deployed. */
const NO_SHOP = {
  databaseId: null,
  pending: [],
  tutorials: null,
  hasBucket: false,
  secrets: null,
  hasEdge: false,
};

async function findAccount(call, questions) {
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
  keepInOwn("account_id", chosen.id);
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
    if (zones?.length) return { id: zones[0].id, name };
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

/** Finds the workers of this shop. Workers of the same names that are not its own are refused. */
async function findWorkers(call, inAccount, databaseId) {
  const shop = await readWorker(call, inAccount, WORKERS.shop);
  const edge = await readWorker(call, inAccount, WORKERS.edge);
  const isOwn =
    shop === null ||
    shop.some((one) => one.type === "d1" && (one.database_id ?? one.id) === databaseId);
  const isOwnEdge =
    edge === null || edge.some((one) => one.type === "service" && one.service === WORKERS.shop);
  if (!isOwn || (edge !== null && shop === null) || !isOwnEdge)
    throw new Refused(
      `The account has a worker “${isOwn ? WORKERS.edge : WORKERS.shop}” that does not belong to this shop. Use another account, or remove that worker.`,
    );
  const secrets =
    shop === null
      ? null
      : await call("GET", `${inAccount}/workers/scripts/${WORKERS.shop}/secrets`, {
          right: RIGHTS.workers,
        });
  return { secrets: secrets && secrets.map(({ name }) => name), hasEdge: edge !== null };
}

async function readWorker(call, inAccount, name) {
  const settings = await call("GET", `${inAccount}/workers/scripts/${name}/settings`, {
    right: RIGHTS.workers,
  });
  return settings && (settings.bindings ?? []);
}

/**
 * Asks before a DNS record or the domain of another worker is taken over: wrangler takes over both
 * without a question when it does not run in a terminal.
 */
async function checkAddress(call, inAccount, zone, domain, questions) {
  const domains = await call("GET", `${inAccount}/workers/domains?hostname=${domain}`, {
    right: RIGHTS.workers,
  });
  const [worker] = domains ?? [];
  if (worker?.service === WORKERS.edge) return;
  const records = await call("GET", `/zones/${zone.id}/dns_records?name=${domain}`, {
    right: RIGHTS.dns,
  });
  const taken = worker
    ? `${domain} is the address of the worker “${worker.service}”.`
    : records?.length
      ? `${domain} has a DNS record (${records.map(({ type, content }) => `${type} ${content}`).join(", ")}).`
      : null;
  if (taken === null) return;
  console.log(`\n${taken} The shop would take it over.`);
  if (!(await questions.confirm("Take it over?")))
    throw new Refused("The address stays as it is. Nothing was changed.");
}
