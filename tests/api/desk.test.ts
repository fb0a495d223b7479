import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deskEndpoints } from "../../contract/desk.ts";
import { type TestShop, openShop } from "../support/shop.ts";

const SECOND_TOKEN = "second-operator-token-0123456789";
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

let shop: TestShop;
beforeAll(async () => {
  shop = await openShop({ shopVars: { DESK_TOKENS: JSON.stringify({ first: hash("somebody else"), دوم: hash(SECOND_TOKEN) }) } });
});
afterAll(() => shop?.close());

const ask = (method: string, path: string, authorization: string | undefined, body?: unknown) =>
  fetch(`${shop.stack.url}/desk/v1${path}`, {
    method,
    headers: { ...(authorization !== undefined && { Authorization: authorization }), "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("the desk", () => {
  it("opens for the token of an operator alone", async () => {
    const shopper = await shop.newShopper();
    const wrong = [
      undefined,
      "",
      SECOND_TOKEN,
      `Basic ${SECOND_TOKEN}`,
      `Bearer ${SECOND_TOKEN}x`,
      `Bearer ${SECOND_TOKEN.slice(0, -1)}`,
      `Bearer ${hash(SECOND_TOKEN)}`,
      `Bearer ${shopper.token}`,
      "Bearer ",
    ];
    for (const { method, path } of deskEndpoints) {
      for (const authorization of wrong) {
        const answer = await ask(method, path.replace(/:\w+/g, "x"), authorization, method === "GET" ? undefined : {});
        expect([path, authorization, answer.status]).toEqual([path, authorization, 401]);
        expect(await answer.json()).toEqual({ message: "نشان کارمند پذیرفته نشد.", code: "unknown_operator" });
        expect(answer.headers.get("Cache-Control")).toBe("no-store");
      }
    }
    const known = await ask("GET", "/no-such-call", `Bearer ${SECOND_TOKEN}`);
    expect([known.status, known.headers.get("Cache-Control")]).toEqual([404, "no-store"]);
  });

  it("gives its token no right as a shopper", async () => {
    const answer = await shop.call("GET", "/users/profile", undefined, { Authorization: `Bearer ${SECOND_TOKEN}` });
    expect(answer).toMatchObject({ status: 401, body: { message: "Invalid token." } });
  });

  it("reads no more than other calls do", async () => {
    const answer = await ask("POST", "/tickets/x/messages", `Bearer ${SECOND_TOKEN}`, { content: "x".repeat(70_000) });
    expect(answer.status).toBe(413);
  });

  it("writes decisions down for good", async () => {
    const [row] = await shop.sql<{ name: string }>("SELECT name FROM sqlite_master WHERE name = 'desk_decision'");
    expect(row).toBeDefined();
  });
});
