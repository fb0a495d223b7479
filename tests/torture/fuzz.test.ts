import { afterAll, beforeAll, expect, test } from "vitest";
import { getOpenApi } from "../../contract/catalogue.ts";
import { getDeskOpenApi } from "../../contract/desk/openapi.ts";
import { withCheckDigit } from "../support/people.ts";
import { type TestShop, auditShop, openShop } from "../support/shop.ts";
import { torobHeaders, torobVars } from "../support/torob.ts";
import { readDocument } from "./fuzz/document.ts";
import { judge } from "./fuzz/judge.ts";
import { type Actor, furnish, learn } from "./fuzz/people.ts";
import { type Sent, type World, draw } from "./fuzz/requests.ts";
import { type Received, createSender } from "./fuzz/send.ts";
import { createRandom, seed } from "../support/random.ts";
import { amount, report } from "./scale.ts";

/**
 * Sends every call of the OpenAPI documents with bodies, paths and headers in which one thing is
 * wrong. The document must list the answer, the answer must reveal no internals, and a refusal must
 * neither change anything nor ask a provider.
 */

const REQUESTS = amount(2_500, 1_000_000);
const CONNECTIONS = 24;
const SHOPPERS = 24;
const FAILURES_SHOWN = 20;

let shop: TestShop;
let world: World;
let openedAt: number;

beforeAll(async () => {
  shop = await openShop({
    shopMain: "tests/torture/fuzz/worker.ts",
    shopVars: { ...torobVars, DISCOUNT_TRIES_PER_MINUTE: "1000", SENDS_PER_DAY: "100000" },
  });
  const products = {
    instant: await shop.newProduct({ stock: 400 }),
    manual: await shop.newProduct({ stock: 100_000, deliveryType: "manual" }),
    none: await shop.newProduct({ stock: 0 }),
  };
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, uses_per_user_max, created_at)
     VALUES ('fuzz', 'FUZZ', 'percentage', 10, 100, 0)`,
  );
  const shoppers = await Promise.all(
    Array.from({ length: SHOPPERS }, (_, number) => furnish(shop, number, products)),
  );
  // Otherwise the health check would report late jobs, since no job has run yet.
  await shop.runJobs();
  openedAt = Date.now();
  const audience = `localhost:${String(shop.stack.port)}`;
  const nobody = (name: string, token: string | null): Actor => ({
    name,
    token,
    phone: "9123456789",
    cardNumber: "",
    known: new Map(),
  });
  const [contract, desk] = await Promise.all([shop.ask(getOpenApi), shop.desk(getDeskOpenApi)]);
  world = {
    calls: [...readDocument(contract.body), ...readDocument(desk.body)],
    shoppers,
    operator: nobody("operator", shop.deskToken),
    guest: nobody("guest", null),
    words: {
      productId: [products.instant, products.manual, products.none, "apple-10-us"],
      cardNumber: Array.from({ length: 30 }, (_, index) =>
        withCheckDigit(`603799${String(index).padStart(9, "0")}`),
      ),
      code: ["FUZZ", "fuzz", "HEDIYE-AAAAAA"],
      discountCode: ["FUZZ", "NO-SUCH-CODE"],
      codes: Array.from({ length: 40 }, (_, index) => `GIFT-${String(index)}`),
      otp: ["1234", "۱۲۳۴"],
      email: ["shopper@example.com", "other@example.com"],
      query: ["apple", "گیفت", "10"],
      type: ["giftcard"],
      subcategory: ["itunes"],
      cardOwner: ["آزمون", "Azmoon Test"],
      referralCode: ["shopper-1"],
      token: ["no-such-token"],
    },
    sign: (path) => (path.endsWith("/torob/products") ? torobHeaders({ audience }) : {}),
  };
});
afterAll(() => shop.close());

test("answers every request as the contract says, and changes nothing when it refuses", async () => {
  const { send, close } = createSender(shop.stack.port, CONNECTIONS);
  const failures: string[] = [];
  const statuses = new Map<number, number>();
  const answered = new Set<string>();
  const startedAt = Date.now();
  let next = 0;
  let late = 0;
  let outside = 0;
  async function ask(): Promise<void> {
    while (next < REQUESTS && failures.length < FAILURES_SHOWN) {
      const number = next++;
      const sent = draw(world, createRandom(`fuzz ${String(number)}`));
      let answer = await send(sent);
      // On a busy machine the sandbox's bank may be late, and then the shop says when to retry.
      if (isLate(answer)) {
        late++;
        answer = await send(sent);
      }
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.headers["x-called-providers"]) outside++;
      const complaint = judge(world.calls, sent, answer);
      if (complaint !== null) failures.push(describe(number, sent, complaint, answer.text));
      if (
        answer.status !== 200 ||
        !String(answer.headers["content-type"]).startsWith("application/json")
      )
        continue;
      answered.add(`${sent.method} ${sent.path.replace(/\?.*/, "")}`);
      if (sent.method !== "HEAD") learn(sent.actor, JSON.parse(answer.text));
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, ask));
  close();
  const seconds = (Date.now() - startedAt) / 1000;
  report("fuzz", {
    requests: next,
    calls: world.calls.length,
    "requests a second": Math.round(next / seconds),
    "answered 2xx": statuses.get(200) ?? 0,
    "refused with": [...statuses.keys()]
      .filter((status) => status >= 400)
      .sort()
      .join(" "),
    "repeated because the bank was late": late,
    "5xx": [...statuses].reduce((sum, [status, count]) => sum + (status >= 500 ? count : 0), 0),
    "answered with the help of a provider": outside,
    "answers outside the contract, or refusals that changed something or called a provider":
      failures.length,
  });
  expect(outside).toBeGreaterThan(0);
  expect(failures, `seed ${String(seed)}`).toEqual([]);
}, 14_400_000);

test("leaves the books sound, and verifies nobody without an operator", async () => {
  expect(await auditShop(shop)).toEqual({});
  expect(
    await shop.sql(
      `SELECT id FROM identity_request r WHERE status = 'verified' AND created_at > ?1
         AND NOT EXISTS (SELECT 1 FROM desk_decision WHERE subject_id = r.id)`,
      openedAt,
    ),
  ).toEqual([]);
}, 120_000);

function isLate({ status, text }: Received): boolean {
  return status === 503 && /"code":"(?:gateway_down|payment_unknown)"/.test(text);
}

/** Describes a failure so that the request can be repeated by hand. */
function describe(
  number: number,
  { actor, method, path, headers, body }: Sent,
  complaint: string,
  text: string,
): string {
  const sent = body === null ? "" : ` ${body.toString("latin1").slice(0, 600)}`;
  return [
    `#${String(number)} ${actor.name}: ${method} ${path.slice(0, 300)}`,
    `${JSON.stringify(headers)}${sent}`,
    complaint,
    text.slice(0, 400),
  ].join("\n→ ");
}
