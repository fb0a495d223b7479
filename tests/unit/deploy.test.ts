import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createCloudflare } from "../../scripts/deploy/cloudflare.mjs";
import { checkOwn } from "../../scripts/own/shop-toml.mjs";
import { askFor, checkSettings, makeSecrets } from "../../scripts/own/secrets.mjs";
import { askAboutTaken, surveyAccount } from "../../scripts/deploy/survey.mjs";
import { type Cloudflare, openCloudflare } from "../support/cloudflare.ts";

/** Refusals of `npm run deploy`, before it changes anything. */

let cloudflare: Cloudflare;
beforeEach(async () => {
  cloudflare = await openCloudflare();
});
afterEach(() => {
  cloudflare.close();
});

const OWN = `domain = "giftshop.ir"\naccount_id = "${"a".repeat(32)}"\n`;
/** An operator who answers every question with this. */
const answering = (answer: string) => ({
  isTerminal: false,
  ask: () => Promise.resolve(answer),
  choose: () => Promise.resolve(answer),
  confirm: () => Promise.resolve(answer === "y"),
  close: () => undefined,
});
const survey = (toml = OWN, answer = "n", base = cloudflare.url) =>
  surveyAccount(createCloudflare("token", { base }), checkOwn(toml), answering(answer));

/** Reads the account, and asks about addresses that lead somewhere else. */
const surveyAndAsk = async (toml = OWN, answer = "n") => {
  const found = await survey(toml, answer);
  await askAboutTaken(found, answering(answer));
  return found;
};

describe("shop.toml is refused", () => {
  test.each([
    ["without a domain", 'location = "weur"', "“domain” in shop.toml is “”"],
    ["with the domain of the example", 'domain = "shop.example"', "is “shop.example”"],
    ["with an address", 'domain = "https://giftshop.ir"', "without https://"],
    ["with www", 'domain = "www.giftshop.ir"', "and www."],
    [
      "with a name that nobody reads",
      `${OWN}RELOADLY_ORIGIN = "x"`,
      "has RELOADLY_ORIGIN, which nobody",
    ],
    ["with an unknown setting", `${OWN}[settings]\nSMS_TEMPLAT_CODE = "x"`, "has SMS_TEMPLAT_CODE"],
    ["with an unknown place", 'domain = "giftshop.ir"\nlocation = "tehran"', "is “tehran”"],
    ["when it is no TOML", "domain = giftshop.ir", "shop.toml cannot be read"],
  ])("%s", (_, toml, says) => {
    expect(() => checkOwn(toml)).toThrow(says);
  });

  test("but its zeros only mean that there is no database yet", () => {
    const zeros = 'database_id = "00000000-0000-0000-0000-000000000000"';
    expect(checkOwn(`${OWN}${zeros}`)).toMatchObject({
      database_id: undefined,
      database_name: "armaghan",
      bucket_name: "armaghan-uploads",
      location: "weur",
    });
  });
});

describe("an account is refused", () => {
  const database = (uuid: string, sql = "") => {
    const file = new DatabaseSync(":memory:");
    file.exec(sql);
    cloudflare.state.databases.push({ uuid, name: "armaghan", location: "weur", file });
  };
  const script = { bindings: [], secrets: new Map<string, string>(), crons: [], deployments: 1 };
  const fault = (call: RegExp, status: number, code: number) => {
    cloudflare.state.fault = { call, status, code, message: "Authentication error" };
  };

  test.each<[what: string, says: string, plant: () => void, toml?: string]>([
    [
      "without the zone of the domain",
      "no zone for other.ir",
      () => {},
      OWN.replace("giftshop", "other"),
    ],
    [
      "when another worker has the address",
      "The address stays as it is",
      () => cloudflare.state.domains.push({ hostname: "giftshop.ir", service: "blog" }),
    ],
    [
      "when the address has a DNS record",
      "The address stays as it is",
      () => cloudflare.state.records.push({ name: "giftshop.ir", type: "A", content: "192.0.2.1" }),
    ],
    [
      "when a worker has the name of the shop's",
      "a worker “armaghan-shop” that does not belong to this shop",
      () => cloudflare.state.scripts.set("armaghan-shop", script),
    ],
    [
      "when a worker has the name of the edge's",
      "a worker “armaghan” that does not belong to this shop",
      () => cloudflare.state.scripts.set("armaghan", script),
    ],
    [
      "when a bucket has the name of the shop's",
      "a bucket “armaghan-uploads” already",
      () => cloudflare.state.buckets.add("armaghan-uploads"),
    ],
    [
      "when the database holds something else",
      "holds something else than this shop",
      () => {
        database("another", "CREATE TABLE posts (id INTEGER)");
      },
    ],
    [
      "when the database belongs to a newer version",
      "a newer version",
      () => {
        database(
          "ours",
          "CREATE TABLE d1_migrations (name TEXT); INSERT INTO d1_migrations VALUES ('0077_later.sql')",
        );
      },
    ],
    [
      "when a second database has the name",
      "another database that is called “armaghan” (another)",
      () => {
        database("another");
        database("ours");
        Object.assign(cloudflare.state.databases[1] ?? {}, { name: "older" });
      },
      `${OWN}database_id = "ours"`,
    ],
    [
      "when it does not have the database of shop.toml",
      "which this account does not have",
      () => {},
      `${OWN}database_id = "ours"`,
    ],
    [
      "when its worker uses another database than shop.toml names",
      "uses the database ours, and shop.toml leads to none. Correct",
      () => {
        const bindings = [{ type: "d1", name: "DB", id: "ours" }];
        cloudflare.state.scripts.set("armaghan-shop", { ...script, bindings });
      },
    ],
    [
      "when a worker with the edge's name is not the edge of the backend in shop.toml",
      "a worker “armaghan” that does not belong to this shop",
      () => cloudflare.state.scripts.set("armaghan", script),
      `${OWN}api_origin = "https://backend.example"`,
    ],
    [
      "when the address with www has a DNS record",
      "The address stays as it is",
      () =>
        cloudflare.state.records.push({
          name: "www.giftshop.ir",
          type: "CNAME",
          content: "old.example",
        }),
    ],
    [
      "when nobody may look at its DNS records",
      "The address stays as it is",
      () => fault(/dns/, 403, 10000),
    ],
    ["when R2 is not switched on", "R2 is not switched on", () => fault(/r2/, 403, 10042)],
    [
      "when a right is named by its message only",
      "lacks the right “D1: Edit”",
      () => {
        fault(/d1/, 400, 9109);
        Object.assign(cloudflare.state.fault ?? {}, {
          message: "Unauthorized to access requested resource",
        });
      },
    ],
    ["without the right to databases", "lacks the right “D1: Edit”", () => fault(/d1/, 403, 10000)],
    [
      "without the right to buckets",
      "lacks the right “Workers R2 Storage: Edit”",
      () => fault(/r2/, 403, 10000),
    ],
    [
      "without the right to workers",
      "lacks the right “Workers Scripts: Edit”",
      () => fault(/scripts/, 403, 10000),
    ],
    [
      "without the right to zones",
      "lacks the right “Zone: Read”",
      () => fault(/zones/, 403, 10000),
    ],
    ["when it does not know the token", "does not accept the token", () => fault(/./, 401, 1000)],
    [
      "when its API fails",
      "with status 500: Authentication error [10013]",
      () => fault(/./, 500, 10013),
    ],
  ])("%s", async (_, says, plant, toml) => {
    plant();
    await expect(surveyAndAsk(toml)).rejects.toThrow(says);
    expect(cloudflare.state.calls.filter((call) => !/^GET|\/query$/.test(call))).toEqual([]);
  });

  test("when it cannot be reached, in both languages", async () => {
    const refused = survey(OWN, "n", "http://127.0.0.1:9");
    await expect(refused).rejects.toThrow(/cannot be reached[\s\S]*به API کلودفلر نمی‌رسیم/);
  });

  test("but not for records of mail beside it", async () => {
    for (const type of ["MX", "TXT"])
      cloudflare.state.records.push({ name: "giftshop.ir", type, content: "mail.example" });
    expect(await surveyAndAsk(OWN, "n")).toMatchObject({ zone: { name: "giftshop.ir" } });
  });

  test("but not when the operator gives the address away", async () => {
    cloudflare.state.domains.push({ hostname: "giftshop.ir", service: "blog" });
    expect(await surveyAndAsk(OWN, "y")).toMatchObject({
      shop: { databaseId: null, hasBucket: false, secrets: null },
      hasEdge: false,
    });
  });
});

test("an empty secret is refused, and nothing is stored", async () => {
  await expect(makeSecrets(answering(""), {})).rejects.toThrow(
    "ZARINPAL_MERCHANT_ID is empty. Nothing was changed.",
  );
});

test("at a terminal a value is asked for until the shop accepts it", async () => {
  const answers = ["", "not-an-id", "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69"];
  const questions = {
    ...answering(""),
    isTerminal: true,
    ask: () => Promise.resolve(answers.shift() ?? ""),
  };
  const said = vi.spyOn(console, "error").mockReturnValue();
  const value = await askFor(questions, "ZARINPAL_MERCHANT_ID", "Zarinpal: the merchant id", false);
  expect([value, answers]).toEqual(["2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69", []]);
  expect(said.mock.calls.flat()).toEqual([
    expect.stringContaining("is empty. Type it again"),
    expect.stringContaining("must have 36 characters"),
  ]);
  said.mockRestore();
});

test("a token that ran out is renewed once", async () => {
  const tokens: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    tokens.push(request.headers.authorization);
    const isNew = request.headers.authorization === "Bearer new";
    response.statusCode = isNew ? 200 : 401;
    response.end(JSON.stringify({ success: isNew, result: { id: "x" }, errors: [] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  const call = createCloudflare("old", { base, renew: () => Promise.resolve("new") });
  expect([await call("GET", "/a"), await call("GET", "/b")]).toEqual([{ id: "x" }, { id: "x" }]);
  expect(tokens).toEqual(["Bearer old", "Bearer new", "Bearer new"]);
  server.closeAllConnections();
  server.close();
});

describe("the settings of an upgrade", () => {
  const REQUIRED = ["CODE_KEYS", "HMAC_KEY", "ZARINPAL_MERCHANT_ID", "ZARINPAL_TERMINAL_ID"];
  const secrets = [...REQUIRED, "ZARINPAL_ACCESS_TOKEN", "KAVENEGAR_API_KEY"];
  const origin = { PUBLIC_ORIGIN: "https://giftshop.ir" };

  test.each([
    ["that need a secret that the shop lacks", { INQUIRY_FACTS: "phone" }, "needs INQUIRY_TOKEN"],
    ["with a value that is none", { SECOND_CODE: "sometimes" }, "SECOND_CODE"],
  ])("are refused %s", (_, settings, says) => {
    expect(() => checkSettings({ ...origin, ...settings }, secrets)).toThrow(says);
  });

  test("are accepted with all secrets that a shop may have", () => {
    const optional =
      "EMAIL_API_KEY EMAIL_FROM BOT_TOKEN BOT_ORIGIN ZIBAL_MERCHANT ZIBAL_ACCESS_TOKEN " +
      "ZIBAL_ACCOUNT_ID INQUIRY_TOKEN RELOADLY_CLIENT_ID RELOADLY_CLIENT_SECRET " +
      "PAYOUT_PAYER_NAME PAYOUT_PAYER_IBAN RATES_URL RELAY_ORIGIN RELAY_TOKEN";
    const all = [...secrets, ...optional.split(" ")];
    expect(() => {
      checkSettings({ ...origin, INQUIRY_FACTS: "phone,card,iban" }, all);
    }).not.toThrow();
  });
});
