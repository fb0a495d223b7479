import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { root } from "../../scripts/run/root.mjs";
import { namesOfSchema } from "../../scripts/run/schema-stamp.mjs";
import { type Cloudflare, openCloudflare } from "../support/cloudflare.ts";
import { emptyDatabase } from "./guards/in-code.ts";
import { report, sample } from "./scale.ts";

/** `npm run deploy` against a stand-in for Cloudflare's API. docs/deploy.md. */

const DEPLOY_MS = 300_000;
const FIRST = ["giftshop.ir", "weur"];
const SECRETS = ["2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69", "1915487", "panel-token", "sms-key"];
const NO_MORE = Array.from({ length: 8 }, () => "");
const ALL = [...FIRST, "y", ...SECRETS, ...NO_MORE];

let cloudflare: Cloudflare;
let folder: string;
/** The deployed shop as its visitors see it: `status` is what its /up says. */
let site: Server;
let status = "ok";

beforeAll(async () => {
  site = createServer((request, response) => {
    response.end(request.url === "/up" ? JSON.stringify({ status }) : "<h1>ارمغان</h1>");
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
});
afterAll(() => site.close());
beforeEach(async () => {
  cloudflare = await openCloudflare();
  folder = mkdtempSync(join(tmpdir(), "armaghan-deployed-"));
  return () => {
    cloudflare.close();
    rmSync(folder, { recursive: true, force: true });
  };
});

/**
 * Runs the command in the folder of the test, with these lines as the answers of an operator, who
 * presses Ctrl-C at the first call that fits `interruptAt`.
 */
async function deploy(
  answers: readonly string[],
  words: readonly string[] = [],
  interruptAt?: RegExp,
) {
  const { port } = site.address() as AddressInfo;
  const child = spawn(
    process.execPath,
    [
      "--no-warnings",
      join(root, "scripts", "command.mjs"),
      "deploy",
      ...words,
      `--check=http://127.0.0.1:${String(port)}`,
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        CLOUDFLARE_API_BASE_URL: cloudflare.url,
        CLOUDFLARE_API_TOKEN: "token",
      },
    },
  );
  cloudflare.state.onCall = (call) => {
    // A terminal sends more than one signal.
    if (interruptAt?.test(call)) for (let times = 0; times < 2; times++) child.kill("SIGINT");
  };
  child.stdin.end(answers.map((answer) => `${answer}\n`).join(""));
  const [output, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close") as Promise<[number]>,
  ]);
  return { code, output: output + errors };
}

const bindingsOf = (name: string) =>
  cloudflare.state.scripts.get(name)?.bindings.map(({ type, name: binding }) => [type, binding]);

/** The structure of a database, without the tables that only D1 has. */
const schemaOf = (database: DatabaseSync | undefined) =>
  database
    ?.prepare(
      `SELECT type, name, sql FROM sqlite_schema
       WHERE name NOT LIKE 'sqlite_%' AND tbl_name <> 'd1_migrations' ORDER BY type, name`,
    )
    .all();

const own = (more: Record<string, string> = {}) =>
  Object.entries({ domain: "giftshop.ir", location: "weur", ...more })
    .map(([name, value]) => `${name} = "${value}"\n`)
    .join("");
const writeOwn = (content: string) => writeFileSync(join(folder, "shop.toml"), content);

/** Asserts that both workers, the database and the zone are as a deployed shop needs them. */
function expectDeployed(): void {
  const { databases, buckets, domains, rules, scripts, calls } = cloudflare.state;
  expect(databases.map(({ name, location }) => [name, location])).toEqual([["armaghan", "weur"]]);
  expect(schemaOf(databases[0]?.file)).toEqual(schemaOf(emptyDatabase()));
  expect(databases[0]?.file.prepare("SELECT name FROM d1_migrations").all()).toEqual(
    namesOfSchema().map((name) => ({ name })),
  );
  expect([...buckets]).toEqual(["armaghan-uploads"]);
  expect(bindingsOf("armaghan-shop")).toEqual(
    expect.arrayContaining([
      ["d1", "DB"],
      ["r2_bucket", "UPLOADS"],
    ]),
  );
  expect(bindingsOf("armaghan")).toEqual(
    expect.arrayContaining([
      ["service", "SHOP"],
      ["assets", "ASSETS"],
    ]),
  );
  const secrets = scripts.get("armaghan-shop")?.secrets;
  expect(secrets?.get("KAVENEGAR_API_KEY")).toBe("sms-key");
  expect(secrets?.get("CODE_KEYS")).toMatch(/^\{"1":"[\w+/]{43}="\}$/);
  expect([secrets?.has("DOSSIER_PRIVATE_KEY"), secrets?.has("OWNER_LINK")]).toEqual([false, false]);
  expect(scripts.get("armaghan-shop")?.crons).toEqual([{ cron: "* * * * *" }]);
  expect(domains).toEqual([
    { hostname: "giftshop.ir", service: "armaghan" },
    { hostname: "www.giftshop.ir", service: "armaghan" },
  ]);
  expect(rules).toMatchObject([{ action_parameters: { email_obfuscation: false, bic: false } }]);
  expect(calls.filter((call) => /deployments|changeset/.test(call)).length).toBeGreaterThan(0);
}

/** Calls of each step; the deployment is stopped at one of them, and run again. */
const STOPS: readonly [step: string, call: RegExp][] = [
  ["database", /^POST .*\/d1\/database$/],
  ["bucket", /^POST .*\/r2\/buckets$/],
  ["schema", /^POST .*\/import$/],
  ["shop", /^PUT .*\/scripts\/armaghan-shop$/],
  ["shop", /^PUT .*\/armaghan-shop\/schedules$/],
  ["edge", /^POST .*\/assets-upload-session$/],
  ["edge", /^PUT .*\/scripts\/armaghan$/],
  ["edge", /^PUT .*\/armaghan\/domains\/records$/],
];

describe("a first deployment", () => {
  const stops = sample(STOPS, STOPS.length);
  afterAll(() => {
    report("deploy", { "calls at which a first deployment stopped, and went on": stops.length });
  });
  test.each(stops)(
    "that stops at the step %s (%s) says what stands, and goes on when it is run again",
    async (step, call) => {
      cloudflare.state.fault = { call, status: 500, code: 10013, message: "out of order" };
      const stopped = await deploy(ALL);
      expect(stopped).toMatchObject({ code: 1 });
      expect(stopped.output).toContain(`The step “${step}” failed.`);
      expect(stopped.output).toContain("Run `npm run deploy` again: it goes on from here.");
      cloudflare.state.fault = null;
      const [, recoveryKey = ""] = /shown only now:\s+(\S+)/.exec(stopped.output) ?? [];
      const hasSecrets = cloudflare.state.scripts.has("armaghan-shop");
      const again = await deploy(hasSecrets ? ["y"] : ["y", recoveryKey]);
      expect(again).toMatchObject({ code: 0 });
      expectDeployed();
    },
    DEPLOY_MS,
  );
});

test(
  "secrets are changed in the shop and in their sealed copy, which only the recovery key opens",
  async () => {
    // The copy exists before the first step, which fails here.
    const fault = { status: 500, code: 10013, message: "out of order" };
    cloudflare.state.fault = { call: /^POST .*\/d1\/database$/, ...fault };
    const [, recoveryKey = ""] = /shown only now:\s+(\S+)/.exec((await deploy(ALL)).output) ?? [];
    cloudflare.state.fault = null;
    const kept = new Map<string, string>();
    const shop = { bindings: [], secrets: kept, crons: [], deployments: 1 };
    cloudflare.state.scripts.set("armaghan-shop", shop);
    // The link of the owner is also printed later, with the recovery key.
    const link = await deploy([recoveryKey], ["link"]);
    expect(link.output).toMatch(/https:\/\/giftshop\.ir\/desk\/enter#first\.[\w-]{43}/);
    expect(readFileSync(join(folder, "shop.sealed"), "utf8")).not.toContain("sms-key");
    expect((await deploy(["x".repeat(43)], ["link"])).output).toContain("does not open");
    // One secret is changed in the shop and in the copy.
    expect(await deploy([recoveryKey, "new-key"], ["secret", "KAVENEGAR_API_KEY"])).toMatchObject({
      code: 0,
    });
    expect(kept.get("KAVENEGAR_API_KEY")).toBe("new-key");
    const slip = await deploy([recoveryKey, "a-slip"], ["secret", "ZARINPAL_MERCHANT_ID"]);
    expect(slip.output).toContain("Nothing was changed");
    expect(kept.has("ZARINPAL_MERCHANT_ID")).toBe(false);
    // Secrets that belong together are asked for together, and removed together.
    const mail = ["mail-key", "Gift shop <post@giftshop.ir>"];
    await deploy([recoveryKey, ...mail], ["secret", "EMAIL_FROM"]);
    expect([kept.get("EMAIL_API_KEY"), kept.get("EMAIL_FROM")]).toEqual(mail);
    await deploy([recoveryKey, ""], ["secret", "EMAIL_API_KEY"]);
    expect([kept.has("EMAIL_API_KEY"), kept.has("EMAIL_FROM")]).toEqual([false, false]);
    const other = JSON.stringify({ 1: Buffer.alloc(32).toString("base64") });
    for (const [name, value, says] of [
      ["CODE_KEYS", other, "could not be read any more"],
      ["HMAC_KEY", "x", "no secret that can be changed here"],
      ["DOSSIER_PRIVATE_KEY", "x", "no secret that can be changed here"],
    ] as const)
      expect((await deploy([recoveryKey, value], ["secret", name])).output).toContain(says);
    const shown = await deploy([recoveryKey], ["show", "CODE_KEYS"]);
    expect(shown.output).toMatch(/^\{"1":"[\w+/]{43}="\}$/m);
  },
  DEPLOY_MS,
);

describe("an upgrade", () => {
  /** A shop that was deployed when the last file of the schema did not exist. */
  function deployBefore(): void {
    const file = new DatabaseSync(":memory:");
    const names = namesOfSchema().slice(0, -1);
    for (const name of names)
      file.exec(readFileSync(join(root, "api", "migrations", name), "utf8"));
    file.exec("CREATE TABLE d1_migrations (id INTEGER PRIMARY KEY, name TEXT UNIQUE)");
    for (const name of names) file.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(name);
    const { state } = cloudflare;
    state.databases.push({ uuid: "the-database", name: "armaghan", location: "weur", file });
    state.buckets.add("armaghan-uploads");
    const script = (bindings: Record<string, unknown>[]) => ({
      bindings,
      secrets: new Map([...SHOP_SECRETS].map((name) => [name, "kept"])),
      crons: [],
      deployments: 1,
    });
    state.scripts.set("armaghan-shop", script([{ type: "d1", name: "DB", id: "the-database" }]));
    state.scripts.set(
      "armaghan",
      script([{ type: "service", name: "SHOP", service: "armaghan-shop" }]),
    );
    state.domains.push({ hostname: "giftshop.ir", service: "armaghan" });
    writeOwn(own({ database_id: "the-database" }));
  }
  const SHOP_SECRETS = [
    "CODE_KEYS",
    "HMAC_KEY",
    "ZARINPAL_MERCHANT_ID",
    "ZARINPAL_TERMINAL_ID",
    "ZARINPAL_ACCESS_TOKEN",
    "KAVENEGAR_API_KEY",
  ];
  /** The calls that change something, in their order, by their last parts. */
  const changes = () =>
    cloudflare.state.calls
      .filter((call) => !/^GET|query|assets-upload|subdomain|changeset|schedules|poll/.test(call))
      .map((call) => call.replace(/\/accounts\/a+\/(?:workers\/scripts\/)?|\/zones\/b+\//, ""));

  test(
    "takes the shop out only for the change of its database, and keeps its secrets",
    async () => {
      deployBefore();
      const upgraded = await deploy(["y"]);
      expect(upgraded).toMatchObject({ code: 0 });
      expect(changes()).toEqual([
        "PUT armaghan/secrets",
        "POST d1/database/the-database/import",
        expect.stringMatching(/^PUT \/upload\//) as string,
        "POST d1/database/the-database/import",
        "POST armaghan-shop/versions",
        "POST armaghan-shop/deployments",
        "PATCH armaghan-shop/script-settings",
        "POST armaghan/versions",
        "POST armaghan/deployments",
        "PATCH armaghan/script-settings",
        "PUT armaghan/domains/records",
        "DELETE armaghan/secrets/OUT",
        "PUT rulesets/phases/http_config_settings/entrypoint",
      ]);
      const [database] = cloudflare.state.databases;
      expect(schemaOf(database?.file)).toEqual(schemaOf(emptyDatabase()));
      expect(cloudflare.state.scripts.get("armaghan-shop")?.secrets.get("CODE_KEYS")).toBe("kept");
    },
    DEPLOY_MS,
  );

  test(
    "that was killed while the shop was out lets everybody in when it is run again",
    async () => {
      deployBefore();
      const { databases, scripts } = cloudflare.state;
      const last = namesOfSchema().at(-1) ?? "";
      databases[0]?.file.exec(readFileSync(join(root, "api", "migrations", last), "utf8"));
      databases[0]?.file.prepare("INSERT INTO d1_migrations (name) VALUES (?)").run(last);
      scripts.get("armaghan")?.secrets.set("OUT", "upgrade");
      const again = await deploy(["y", "y"]);
      expect(again.output).toContain("let everybody in");
      expect([again.code, scripts.get("armaghan")?.secrets.has("OUT")]).toEqual([0, false]);
    },
    DEPLOY_MS,
  );

  test(
    "that is interrupted while the shop is out lets everybody in before it ends",
    async () => {
      deployBefore();
      const stopped = await deploy(["y"], [], /^POST .*\/import$/);
      expect(stopped).toMatchObject({ code: 130 });
      expect(stopped.output).toContain("The shop is back, as it was before.");
      expect(cloudflare.state.scripts.get("armaghan")?.secrets.has("OUT")).toBe(false);
    },
    DEPLOY_MS,
  );

  test(
    "that cannot change the database lets everybody in again, and says how when it cannot",
    async () => {
      deployBefore();
      // The table is there already, so the import fails, and D1 undoes it.
      cloudflare.state.databases[0]?.file.exec("CREATE TABLE operator (name TEXT) STRICT");
      const failed = await deploy(["y"]);
      expect(failed).toMatchObject({ code: 1 });
      expect(failed.output).toContain("table operator already exists");
      expect(failed.output).toContain("The shop is back, as it was before.");
      expect(cloudflare.state.scripts.get("armaghan")?.secrets.has("OUT")).toBe(false);
      cloudflare.state.fault = { call: /^DELETE/, status: 500, code: 10013, message: "no" };
      const left = await deploy(["y"]);
      expect(left.output).toContain("still out: `npm run deploy -- back`");
      cloudflare.state.fault = null;
      expect(await deploy([], ["back"])).toMatchObject({ code: 0 });
      expect(cloudflare.state.scripts.get("armaghan")?.secrets.has("OUT")).toBe(false);
    },
    DEPLOY_MS,
  );
});

describe("a deployment changes nothing", () => {
  test.each<[what: string, says: string, answers: readonly string[], words: readonly string[]]>([
    ["when the operator does not want it", "Nothing was changed", [...FIRST, "n"], []],
    [
      "with a secret that is none",
      "Nothing was changed",
      [...FIRST, "y", "a-slip", ...SECRETS.slice(1), ...NO_MORE],
      [],
    ],
    ["with a word that it does not know", "npm run deploy -- out", [], ["now"]],
  ])("%s", async (_, says, answers, words) => {
    const { code, output } = await deploy(answers, words);
    expect([code, output]).toEqual([1, expect.stringContaining(says) as string]);
    expect(cloudflare.state.calls.filter((call) => !call.startsWith("GET"))).toEqual([]);
  });

  test("before it knows the account: with several accounts it asks", async () => {
    cloudflare.state.accounts.unshift({ id: "f".repeat(32), name: "Another shop" });
    const { output } = await deploy([...FIRST, "2", "n"]);
    expect(output).toContain("1. Another shop (ffff");
    expect(output).toContain("giftshop.ir, in the account aaaa");
    expect(readFileSync(join(folder, "shop.toml"), "utf8")).not.toContain("account_id");
  });
});

test(
  "a shop with a backend of its own gets the edge only, and no secret is asked for",
  async () => {
    writeOwn(own({ api_origin: "https://backend.example" }));
    expect(await deploy(["y"])).toMatchObject({ code: 0 });
    const { scripts, databases, buckets, domains } = cloudflare.state;
    expect([[...scripts.keys()], databases, [...buckets]]).toEqual([["armaghan"], [], []]);
    expect(bindingsOf("armaghan")).toContainEqual(["plain_text", "API_ORIGIN"]);
    expect(domains).toHaveLength(2);
  },
  DEPLOY_MS,
);

test("a shop is taken out, and let in again", async () => {
  cloudflare.state.scripts.set("armaghan-shop", {
    bindings: [{ type: "d1", id: "the-database" }],
    secrets: new Map(),
    crons: [],
    deployments: 1,
  });
  cloudflare.state.databases.push({
    uuid: "the-database",
    name: "armaghan",
    location: "weur",
    file: new DatabaseSync(":memory:"),
  });
  const edge = {
    bindings: [{ type: "service", service: "armaghan-shop" }],
    secrets: new Map<string, string>(),
    crons: [],
    deployments: 1,
  };
  cloudflare.state.scripts.set("armaghan", edge);
  writeOwn(own());
  expect(await deploy([], ["out"])).toMatchObject({ code: 0 });
  expect(edge.secrets.get("OUT")).toBe("an operator");
  expect(await deploy([], ["back"])).toMatchObject({ code: 0 });
  expect(edge.secrets.has("OUT")).toBe(false);
});
