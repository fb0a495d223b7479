import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { desk } from "../../api/desk.ts";
import { DESK_PATH, deskEndpoints } from "../../contract/desk/endpoints.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { BASE_PATH, endpoints } from "../../contract/endpoints.ts";
import { type TestShop, type TestShopper, auditShop, openShop } from "../support/shop.ts";
import { stateHash } from "../support/state-hash.ts";
import { type Reference, ownThings } from "./owned-things.ts";
import { report } from "./scale.ts";

let shop: TestShop;
let things: Awaited<ReturnType<typeof ownThings>>;
beforeAll(async () => {
  shop = await openShop();
  things = await ownThings(shop);
});
afterAll(() => shop?.close());

let asked = 0;
/** All that tells one answer from another: what it says, and how. */
async function look(
  method: string,
  path: string,
  { token = "", body }: { token?: string; body?: unknown } = {},
) {
  asked++;
  const response = await fetch(`${shop.stack.url}${path}`, {
    method,
    headers: {
      ...(token !== "" && { Authorization: `Bearer ${token}` }),
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

/** What is refused changes nothing here and asks nothing of the bank. */
async function withoutEffect<Result>(ask: () => Promise<Result>): Promise<Result> {
  const world = async () => [stateHash(shop), JSON.stringify(await shop.sandbox.books())];
  const before = await world();
  const result = await ask();
  expect(await world()).toEqual(before);
  return result;
}

const routeOf = ({ method, path }: Pick<Endpoint, "method" | "path">) => `${method} ${path}`;
const ofShoppers = endpoints.filter(({ access }) => access === "shopper");

/** Names in a path or a body behind which something may lie that belongs to somebody. */
const MAY_BE_OWNED = /id$|image|authority|cardNumber|^code$|discountCode/i;
/** The catalogue belongs to everybody, and whoever registers a card tells its number for the first time. */
const NAMES_NOTHING_OWNED = [
  "productId",
  "POST /bankcards cardNumber",
  "POST /authorizes cardNumber",
];

function rowsFor(endpoint: Endpoint): string[] {
  const { path, body } = endpoint;
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const schema = body
    ? JSON.stringify(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }))
    : "";
  const inBody = [...schema.matchAll(/"properties":\{|"(\w+)":\{/g)].map(([, name]) => name ?? "");
  return [...new Set([...inPath, ...inBody])]
    .filter((name) => MAY_BE_OWNED.test(name) && !NAMES_NOTHING_OWNED.includes(name))
    .map((name) => `${routeOf(endpoint)} ${name}`)
    .filter((row) => !NAMES_NOTHING_OWNED.includes(row));
}

describe("what belongs to one shopper", () => {
  test("has a row here for every call that can name it", () => {
    const rows = things.references.map(({ route, field }) => `${route} ${field}`);
    expect(rows.sort()).toEqual(ofShoppers.flatMap(rowsFor).sort());
  });

  test("is nothing to a guest, to an operator's token or to a session that never was: one answer for every call", async () => {
    const answers = await withoutEffect(() =>
      Promise.all(
        ofShoppers.flatMap(({ method, path }) =>
          ["", shop.deskToken, "a-token-that-nobody-was-ever-given"].map(async (token) => ({
            route: `${method} ${path}`,
            ...(await look(method, BASE_PATH + path.replace(/:\w+/g, "any"), {
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

  test("is to another shopper as if it were not there, byte by byte, and changes by nothing they ask", async () => {
    const ask = ({ route, path, body }: Reference, id: string, who: TestShopper) => {
      const method = route.split(" ")[0] ?? "";
      return look(method, BASE_PATH + path(id, who), {
        token: who.token,
        ...(body && { body: body(id, who) }),
      });
    };
    for (const reference of things.references) {
      const { route, field, stranger, theirs, absent, malformed, body, isPassedOver } = reference;
      const about = `${route} ${field}`;
      const [others, nobodys, none] = await withoutEffect(async () => [
        await ask(reference, theirs, stranger),
        await ask(reference, absent, stranger),
        await ask(reference, malformed, stranger),
      ]);
      expect([about, others]).toEqual([about, nobodys]);
      const statuses = isPassedOver ? [200] : body ? [404, 409, 422] : [404];
      for (const status of [others?.status, none?.status])
        expect([about, statuses.includes(status ?? 0)]).toEqual([about, true]);
      // In a body, what no id can look like may be told apart from one that nobody has: that says nothing about anybody.
      if (!body) expect([about, none]).toEqual([about, nobodys]);
    }
    // The thing was there all the time: its owner gets through.
    for (const reference of things.references) {
      const { status, text } = await ask(reference, reference.theirs, reference.owner);
      expect([reference.route, reference.field, status, text]).toEqual([
        reference.route,
        reference.field,
        200,
        text,
      ]);
      if (reference.isPassedOver) expect(text).toContain(reference.theirs);
    }
  });

  test("is in no list of another's, and in no answer to a guest", async () => {
    const { owner, stranger } = things;
    const marks = [
      owner.phone,
      owner.cardNumber,
      owner.id,
      ...things.references.map(({ theirs }) => theirs.split("/").at(-1) ?? ""),
    ];
    const lists = endpoints.filter(({ method, path }) => method === "GET" && !path.includes(":"));
    for (const { path, access } of lists) {
      const query =
        path === "/products" ? "?type=giftcard" : path === "/search" ? `?q=${owner.phone}` : "";
      for (const token of access === "shopper" ? [stranger.token] : ["", stranger.token]) {
        const { text } = await look("GET", `${BASE_PATH}${path}${query}`, { token });
        expect([path, marks.filter((mark) => text.includes(mark))]).toEqual([path, []]);
      }
    }
  });
});

describe("what operators decide", () => {
  // As the shop routes it, so that nothing is left out here which no contract lists. Pictures have addresses that open them for two minutes.
  const calls = desk.routes
    .filter(({ method, path }) => method !== "ALL" && !path.startsWith("/images/"))
    .map(({ method, path }) => `${method} ${path}`);
  const deskCalls = [...new Set(calls)];
  const send = (call: string, id: string, token: string, body: unknown = {}) => {
    const [method = "", path = ""] = call.split(" ");
    return look(method, DESK_PATH + path.replace(/:\w+/g, id), {
      token,
      ...(method !== "GET" && { body }),
    });
  };

  test("is closed to shoppers and guests: one answer for every call", async () => {
    expect(deskCalls).toEqual(expect.arrayContaining(deskEndpoints.map(routeOf)));
    const answers = await withoutEffect(() =>
      Promise.all(
        deskCalls.flatMap((call) =>
          ["", things.owner.token, "a-token-that-nobody-was-ever-given"].map((token) =>
            send(call, "any", token),
          ),
        ),
      ),
    );
    expect(answers[0]?.status).toBe(401);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  test("is nothing when it is not there, however its id looks", async () => {
    const said: Record<string, unknown> = {
      "PUT /authorizes/:id": { status: "verified" },
      "PUT /bankcards/:id": { status: "verified" },
      "PUT /withdrawals/:id": { status: "paid", reference: "پیگیری ۱۲۳" },
      "POST /tickets/:id/messages": { content: "بررسی می‌کنیم و خبر می‌دهیم." },
      "PUT /tickets/:id/status": { status: "Closed" },
      "PUT /deliveries/:orderItemId": { status: "processing" },
      "POST /deliveries/:orderItemId/codes": { codes: ["A-CODE-OF-NOTHING"] },
      "POST /order-items/:orderItemId/refund": { reason: "کد کار نمی‌کند" },
      "PUT /reviews/:id": { moneyIs: "on_card", note: "در پنل دیده شد" },
      "POST /people/:id/forget": { reason: "خود خواسته است" },
    };
    for (const call of deskCalls.filter((one) => one.includes(":"))) {
      const [absent, malformed] = await withoutEffect(async () => [
        await send(call, crypto.randomUUID(), shop.deskToken, said[call]),
        await send(call, "%27%20OR%201=1--", shop.deskToken, said[call]),
      ]);
      expect([call, absent.status]).toEqual([call, 404]);
      expect([call, malformed]).toEqual([call, absent]);
    }
  });
});

test("all of that left the books sound", async () => {
  expect(await auditShop(shop)).toEqual({});
  report("ownership", {
    "calls of shoppers": ofShoppers.length,
    "ways to name what is another's": things.references.length,
    requests: asked,
  });
});
