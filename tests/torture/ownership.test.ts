import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { desk } from "../../api/desk/routes.ts";
// This import adds the health call to the desk.
import "../../api/shop.ts";
import { DESK_PATH, deskEndpoints } from "../../contract/desk/endpoints.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { BASE_PATH, endpoints } from "../../contract/endpoints.ts";
import { type TestShop, type TestShopper, auditShop, openShop } from "../support/shop.ts";
import { newNetwork } from "../support/operator.ts";
import { stateHash } from "../support/state-hash.ts";
import { type WireRequest, requestBelow } from "../support/wire-request.ts";
import { type Reference, nameOf, references } from "./owned-references.ts";
import { type OwnedRows, ownThings } from "./owned-things.ts";
import { report } from "./scale.ts";

let shop: TestShop;
let things: OwnedRows;
beforeAll(async () => {
  shop = await openShop();
  things = await ownThings(shop);
});
afterAll(() => shop?.close());

const UNKNOWN_TOKEN = "a-token-that-nobody-was-ever-given";

let requests = 0;
/** Sends a request and returns everything that distinguishes one answer from another. */
async function look({ method, path, token = "", body }: WireRequest) {
  requests++;
  const response = await fetch(`${shop.stack.url}${path}`, {
    method,
    headers: {
      ...(token !== "" && { Authorization: `Bearer ${token}` }),
      // Each request has a new network, since refused tokens are limited by network.
      "X-Client-Address": newNetwork(),
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const headers = [...response.headers].filter(([name]) => name !== "date");
  return {
    status: response.status,
    headers: Object.fromEntries(headers),
    text: await response.text(),
  };
}

/** Asserts that an action changes nothing in the shop or at the bank. */
async function withoutEffect<Result>(act: () => Promise<Result>): Promise<Result> {
  const world = async () => [stateHash(shop), JSON.stringify(await shop.sandbox.books())];
  const before = await world();
  const result = await act();
  expect(await world()).toEqual(before);
  return result;
}

const routeOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
const shopperCalls = endpoints.filter(({ access }) => access === "shopper");

describe("a shopper's thing", () => {
  test("gives guests, operators and unknown sessions the same 401 for every call", async () => {
    const answers = await withoutEffect(() =>
      Promise.all(
        shopperCalls.flatMap(({ method, path }) =>
          ["", shop.deskToken, UNKNOWN_TOKEN].map(async (token) => ({
            route: `${method} ${path}`,
            ...(await look({
              method,
              path: BASE_PATH + path.replace(/:\w+/g, "any"),
              token,
              ...(method !== "GET" && { body: {} }),
            })),
          })),
        ),
      ),
    );
    const [first] = answers;
    for (const { route, status, headers, text } of answers) {
      const { error: _, ...answer } = JSON.parse(text) as Record<string, string>;
      expect([route, status, answer]).toEqual([
        route,
        401,
        { message: "Invalid token.", code: "invalid_token" },
      ]);
      expect([route, { ...headers, "content-length": "" }]).toEqual([
        route,
        { ...first?.headers, "content-length": "" },
      ]);
    }
  });

  test("looks to another shopper exactly like a thing that does not exist, and does not change", async () => {
    const ask = (reference: Reference, id: string, who: TestShopper) => {
      const request = reference.request(id, who, things);
      return look(requestBelow(BASE_PATH, who.token, reference.endpoint, request));
    };
    await withoutEffect(async () => {
      for (const reference of references) {
        const { theirs, absent, malformed, stranger } = reference.of(things);
        const about = nameOf(reference);
        const others = await ask(reference, theirs, stranger);
        const missing = await ask(reference, absent, stranger);
        const nonsense = await ask(reference, malformed, stranger);
        expect([about, others]).toEqual([about, missing]);
        const hasBody = reference.endpoint.body !== undefined;
        const isNamedInBody = hasBody && !reference.endpoint.path.includes(`:${reference.field}`);
        const statuses = reference.isPassedOver ? [200] : hasBody ? [404, 409, 422] : [404];
        for (const { status } of [others, nonsense])
          expect([about, statuses.includes(status)]).toEqual([about, true]);
        // A body may be refused for its form before anything is looked up: that reveals nothing.
        if (!isNamedInBody) expect([about, nonsense]).toEqual([about, missing]);
      }
    });
    // The owner's requests succeed, so the things did exist.
    for (const reference of references) {
      const { theirs, owner } = reference.of(things);
      const { status, text } = await ask(reference, theirs, owner);
      expect([nameOf(reference), status, text]).toEqual([nameOf(reference), 200, text]);
      if (reference.isPassedOver) expect(text).toContain(theirs);
    }
  });

  test("is in no list of another shopper and in no answer to a guest", async () => {
    const { owner, stranger } = things;
    const ids = references.map(({ of }) => of(things).theirs.split("/").at(-1) ?? "");
    const marks = [owner.phone, owner.cardNumber, owner.id, ...ids];
    const lists = endpoints.filter(({ method, path }) => method === "GET" && !path.includes(":"));
    for (const { method, path, access } of lists) {
      const query =
        path === "/products" ? "?type=giftcard" : path === "/search" ? `?q=${owner.phone}` : "";
      for (const token of access === "shopper" ? [stranger.token] : ["", stranger.token]) {
        const { text } = await look({ method, path: `${BASE_PATH}${path}${query}`, token });
        expect([path, marks.filter((mark) => text.includes(mark))]).toEqual([path, []]);
      }
    }
  });
});

describe("a call of the desk", () => {
  // The calls come from the routes, so that calls outside the contract are included. Addresses of
  // images are left out: they open for two minutes without a token.
  const calls = desk.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/images/"))
    .map(({ method, path }) => `${method} ${path}`);
  const open = deskEndpoints.filter(({ role }) => role === "anyone").map(routeOf);
  const deskCalls = [...new Set(calls)].filter((call) => !open.includes(call));
  /** Valid queries, where a call has one. */
  const QUERIES: Record<string, string> = {
    "PUT /subcategories/:id/picture": "?version=0123456789abcdef",
    "DELETE /subcategories/:id/picture": "?version=0123456789abcdef",
    "PUT /products/:id/questions/:questionId/picture": "?version=0123456789abcdef&alt=profile",
    "DELETE /products/:id/questions/:questionId/picture": "?version=0123456789abcdef",
    "PUT /subcategories/:id/share-picture": "?artVersion=0123456789abcdef",
  };
  const send = (call: string, id: string, token: string, body: unknown = {}) => {
    const [method = "", path = ""] = call.split(" ");
    return look({
      method: method as Endpoint["method"],
      path: DESK_PATH + path.replace(/:\w+/g, encodeURIComponent(id)) + (QUERIES[call] ?? ""),
      token,
      ...(method !== "GET" && { body }),
    });
  };

  test("refuses shoppers and guests with one and the same answer", async () => {
    expect([...deskCalls, ...open]).toEqual(expect.arrayContaining(deskEndpoints.map(routeOf)));
    const answers = await withoutEffect(() =>
      Promise.all(
        deskCalls.flatMap((call) =>
          ["", things.owner.token, UNKNOWN_TOKEN].map((token) => send(call, "any", token)),
        ),
      ),
    );
    expect(answers[0]?.status).toBe(401);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("answers 404 to an id that names nothing, whether well-formed or not", async () => {
    const bodies: Record<string, unknown> = {
      "PUT /authorizes/:id": { status: "verified" },
      "PUT /bankcards/:id": { status: "verified" },
      "PUT /name-requests/:id": { status: "verified", reason: "سند را دیدم" },
      "PUT /earnings/:id": { status: "refused", reason: "یک نفر است" },
      "PUT /looks/:orderId": { status: "released", reason: "به صاحب کارت زنگ زدیم" },
      "PUT /withdrawals/:id": { status: "paid", reference: "پیگیری ۱۲۳" },
      "PUT /withdrawals/:id/hand": { inHand: true },
      "POST /payouts/:id/answer": { text: "1,2,3" },
      "PUT /payouts/:id": {
        rows: [{ withdrawalId: "none", status: "returned", words: "حساب بسته است" }],
      },
      "POST /tickets/:id/messages": { content: "بررسی می‌کنیم و خبر می‌دهیم." },
      "PUT /tickets/:id/status": { status: "Closed" },
      "PUT /deliveries/:orderItemId": { status: "processing" },
      "POST /deliveries/:orderItemId/codes": { codes: ["A-CODE-OF-NOTHING"] },
      "POST /order-items/:orderItemId/refund": { reason: "کد کار نمی‌کند" },
      "POST /codes/:codeId/replacement": { reason: "کد کار نمی‌کند" },
      "POST /codes/:codeId/reveal": { why: "test" },
      "POST /orders/:id/notes": { note: "از تأمین‌کننده پرسیدیم" },
      "PUT /discount-codes/:id": { status: "stopped" },
      "PUT /categories/:type": { displayName: "دسته", version: "0123456789abcdef" },
      "PUT /subcategories/:id": {
        displayName: "زیردسته",
        latinName: "Sub",
        hue: 1,
        tagline: "برای خرید",
        regionNotice: "جهانی است",
        redeemUrl: null,
        redeemSteps: [],
        tutorial: null,
        words: [],
        version: "0123456789abcdef",
      },
      "PUT /products/:id": {
        name: "کارت",
        region: "جهانی",
        denomination: "$1",
        deliveryType: "instant",
        unitCost: 0,
        version: "0123456789abcdef",
      },
      "PUT /products/:id/price": {
        price: 2,
        priceAfterDiscount: null,
        reward: 0,
        reason: "گران شد",
        seen: { price: 1, priceAfterDiscount: null, reward: 0 },
      },
      "PUT /products/:id/questions": { questions: [], version: "0123456789abcdef" },
      "PUT /products/:id/stock": { stock: 1, seen: 0 },
      "PUT /supply/suppliers/:name": { rate: 1, ceilingDay: null },
      "PUT /supply/products/:productId": {
        source: "shelf",
        sku: "120",
        face: "10",
        ceilingCode: 5,
        ceilingDay: null,
      },
      "PUT /prepared-answers/:id": { title: "در حال بررسی", text: "بررسی می‌کنیم", version: 1 },
      "PUT /reviews/:id": { moneyIs: "on_card", note: "در پنل دیده شد" },
      "PUT /operators/:name/role": { role: "viewer" },
      "PUT /operators/:name/email": { email: null },
      "PUT /proposals/:id": { status: "confirmed" },
      "POST /freezes/:id/release": { reason: "اشتباه بود" },
      "POST /bankcards/:id/revocation": { reason: "کارت دزدیده است" },
      "POST /authorizes/:id/revocation": { reason: "سند جعلی است" },
      "POST /people/:id/notes": { note: "تلفنی پاسخ داد" },
      "PUT /stock/:productId": { threshold: 5 },
      "POST /batches/:id/recall": { reason: "این سری باطل شده است" },
      "POST /batches/:id/export": { reason: "پس دادن" },
      "POST /imports/:id/lines": { first: 1, lines: ["A-CODE-OF-NOTHING"] },
      "PUT /imports/:id/lines": { lines: [{ line: 1, text: "A-CODE-OF-NOTHING" }] },
      "PUT /imports/:id": { supplier: "پخش کد", unitCost: 1_000, expected: 1 },
      "PUT /rates/:currency": { source: "hand", toman: 100_000, version: 1 },
      "POST /rates/:currency/confirm": { toman: 100_000 },
      "PUT /rates/:currency/automatic": { isAutomatic: false, version: 1 },
      "PUT /prices/rules/:id": { rule: null },
      "POST /people/:id/forget": { reason: "خود خواسته است" },
    };
    await withoutEffect(async () => {
      for (const call of deskCalls.filter((one) => one.includes(":"))) {
        const absent = await send(call, crypto.randomUUID(), shop.deskToken, bodies[call]);
        const malformed = await send(call, "' OR 1=1--", shop.deskToken, bodies[call]);
        expect([call, absent.status]).toEqual([call, 404]);
        expect([call, malformed]).toEqual([call, absent]);
      }
    });
  });
});

test("all these requests leave the books sound", async () => {
  expect(await auditShop(shop)).toEqual({});
  report("ownership", {
    "calls of shoppers": shopperCalls.length,
    "ways to name what is another's": references.length,
    requests,
  });
});
