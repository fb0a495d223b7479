import { createServer } from "node:http";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { enterThroughAccess } from "../../../contract/desk/access.ts";
import { deskEndpoints } from "../../../contract/desk/endpoints.ts";
import { changeEmail, getMe, listOperators } from "../../../contract/desk/operator.ts";
import { lookAtDoor } from "../../../contract/desk/session.ts";
import {
  anyParams,
  endPasskeys,
  newNetwork,
  newOperator,
  withDeskToken,
} from "../../support/operator.ts";
import { type TestShop, openShop } from "../../support/shop.ts";

/** Cloudflare Access in front of the desk: each request has a token signed with keys of Access. */

const AUDIENCE = "a".repeat(64);
const TEAM = "our-team";
const ISSUER = `https://${TEAM}.cloudflareaccess.com`;

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64url");

async function newKey(kid: string) {
  const algorithm = {
    name: "RSASSA-PKCS1-v1_5",
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: "SHA-256",
  };
  const pair = (await crypto.subtle.generateKey(algorithm, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  const jwk = await crypto.subtle.exportKey("jwk", pair.publicKey);
  return { kid, jwk: { ...jwk, kid, alg: "RS256", use: "sig" }, privateKey: pair.privateKey };
}

type Key = Awaited<ReturnType<typeof newKey>>;

async function sign(
  key: Key,
  claims: Record<string, unknown>,
  header: Record<string, unknown> = {},
) {
  const now = Math.floor(Date.now() / 1000);
  const whole = { aud: [AUDIENCE], iss: ISSUER, type: "app", iat: now, exp: now + 600, ...claims };
  const text = `${encode({ alg: "RS256", typ: "JWT", kid: key.kid, ...header })}.${encode(whole)}`;
  const signature = await crypto.subtle.sign(
    "RSASSA-PKCS1-v1_5",
    key.privateKey,
    new TextEncoder().encode(text),
  );
  return `${text}.${Buffer.from(signature).toString("base64url")}`;
}

const published: Key[] = [];
let asked = 0;
const certificates = createServer((_, answer) => {
  asked += 1;
  answer.end(JSON.stringify({ keys: published.map(({ jwk }) => jwk) }));
});
let shop: TestShop;
beforeAll(async () => {
  published.push(await newKey("first"));
  await new Promise<void>((resolve) => certificates.listen(0, "127.0.0.1", resolve));
  const { port } = certificates.address() as { port: number };
  shop = await openShop({
    shopVars: {
      ACCESS_TEAM: TEAM,
      ACCESS_AUDIENCE: AUDIENCE,
      ACCESS_CERTS_URL: `http://127.0.0.1:${String(port)}/cdn-cgi/access/certs`,
    },
  });
});
afterAll(async () => {
  await shop?.close();
  certificates.close();
});

const come = async (token: string) => {
  const answer = await fetch(`${shop.stack.url}/desk/v1${enterThroughAccess.path}`, {
    method: "POST",
    headers: {
      "Cf-Access-Jwt-Assertion": token,
      "X-Desk-Session": "1",
      "X-Client-Address": newNetwork(),
    },
  });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
};

describe("an operator that Cloudflare Access lets through", () => {
  const email = "raha@shop.example";
  let name = "";
  beforeAll(async () => {
    ({ name } = await newOperator(shop, { role: "finance" }));
    const set = await shop.desk(changeEmail, {
      params: { name },
      body: { email: "Raha@Shop.example" },
    });
    expect(set.status).toBe(200);
  });
  const key = () => published[0] as Key;

  it("enters as the operator of that address", async () => {
    expect((await withDeskToken(shop).ask(lookAtDoor)).body.hasAccess).toBe(true);
    const entered = await come(await sign(key(), { email }));
    expect([entered.status, entered.body]).toMatchObject([200, { name, role: "finance" }]);
    const { token } = entered.body as { token: string };
    const door = await withDeskToken(shop, token).ask(lookAtDoor);
    expect(door.body.operator).toBe(name);
    const listed = (await shop.desk(listOperators)).body.operators;
    expect(listed.find((one) => one.name === name)?.email).toBe(email);
  });

  it("has to use their passkey first, if they have one", async () => {
    const owner = await newOperator(shop, { role: "owner", hasPasskey: true });
    const address = "owner@shop.example";
    await shop.sql("UPDATE operator SET email = ?2 WHERE name = ?1", owner.name, address);
    const { token } = (await come(await sign(key(), { email: address }))).body as { token: string };
    const session = withDeskToken(shop, token);
    expect((await session.ask(getMe)).body.name).toBe(owner.name);
    for (const call of deskEndpoints.filter(
      ({ role, isBeforePasskey }) => role !== "anyone" && !isBeforePasskey,
    ))
      expect(
        await session.askUntyped(call, { params: anyParams(call), ...(call.body && { body: {} }) }),
      ).toMatchObject({ status: 403, body: { code: "passkey_needed" } });
    await endPasskeys(shop);
  });

  it("is refused with a token of another app, team, key or kind, or without expiry", async () => {
    const stranger = await newKey("first");
    const wrong = [
      "",
      "not.a.token",
      await sign(key(), { email, aud: ["b".repeat(64)] }),
      await sign(key(), { email, aud: undefined }),
      await sign(key(), { email, iss: "https://another.cloudflareaccess.com" }),
      await sign(key(), { email, exp: Math.floor(Date.now() / 1000) - 10 }),
      await sign(key(), { email, exp: undefined }),
      await sign(key(), { email, type: "org" }),
      await sign(key(), { common_name: "service" }),
      await sign(key(), { email: "nobody@shop.example" }),
      await sign(stranger, { email }),
      await sign(key(), { email }, { alg: "none" }),
      await sign(key(), { email }, { alg: "HS256" }),
    ];
    for (const token of wrong)
      expect([token, await come(token)]).toMatchObject([
        token,
        { status: 401, body: { code: "access_refused" } },
      ]);
  });

  it("is accepted with a new key of the team, which is fetched at most once a minute", async () => {
    published.push(await newKey("second"));
    const second = published[1] as Key;
    const before = asked;
    const tokens = await Promise.all(
      [1, 2, 3].map(async (count) => sign(second, { email, nonce: count })),
    );
    for (const token of tokens) expect((await come(token)).status).toBe(401);
    expect(asked).toBe(before);
    await shop.turnClock(61_000);
    for (const token of tokens) expect((await come(token)).status).toBe(200);
    expect(asked).toBe(before + 1);
    await shop.turnClock(0);
  });

  it("cannot be given another operator's address, and does not enter with a removed one", async () => {
    const other = await newOperator(shop, { role: "support" });
    const give = (to: string, address: string | null) =>
      shop.desk(changeEmail, { params: { name: to }, body: { email: address } });
    expect((await give(other.name, email)).body).toMatchObject({ code: "email_taken" });
    expect((await give("nobody", email)).status).toBe(404);
    expect((await give(name, null)).status).toBe(200);
    expect((await come(await sign(key(), { email }))).status).toBe(401);
  });
});
