import { afterEach, describe, expect, test } from "vitest";
import { addItems } from "../../../contract/cart.ts";
import { getShop } from "../../../contract/closure.ts";
import {
  CLOSURE_DAYS_MAX,
  REASON_MAX,
  closeShop,
  getClosure,
  openShop,
} from "../../../contract/desk/closure.ts";
import { getHealthDetails } from "../../../contract/desk/health.ts";
import { createOrder, getOrderItemContent, getOrders } from "../../../contract/order.ts";
import { getTorobProducts } from "../../../contract/torob.ts";
import { authorityOf } from "../../support/shop.ts";
import { openStack } from "../../support/stack.ts";
import { DAY, HOUR, MINUTE } from "../../support/time.ts";
import { useShop } from "../../support/use-shop.ts";

/** The shop is closed at the desk, or taken out by the variable OUT of the edge. Section 10.39. */

const REASON = "امشب زودتر بستیم <b>و</b> فردا باز می‌کنیم.";

const page = (origin: string, path: string, init: RequestInit = {}) =>
  fetch(origin + path, { redirect: "manual", ...init });
const inHours = (hours: number) => new Date(Date.now() + hours * HOUR).toISOString();

const shop = useShop({ edge: true, isBehindEdge: true, audit: true });
/** The address of the edge; calls of these tests go to the shop behind it. */
const site = () => shop.siteUrl;
/** Opens the closure that is in force, or else the last one once more. */
let id = "none";
const open = async () => {
  const { closure } = (await shop.desk(getClosure)).body;
  id = closure?.id ?? id;
  return shop.desk(openShop, { params: { id } });
};
afterEach(async () => {
  await open();
  await shop.turnClock(0);
  await open();
});
const close = (reopensAt: string | null = null, reason = "تعطیل رسمی است.") =>
  shop.desk(closeShop, { body: { reason, reopensAt } });

/** How long a test waits for a state that is a few seconds old. */
const seen = { timeout: 20_000, interval: 250 };

describe("the pages of a closed shop", () => {
  /** Pages hear of a closure within five seconds. */
  const statusOf = (path: string) => async () => (await page(site(), path)).status;

  test("shows its own page instead of goods and cart, and goes on showing all others", async () => {
    await shop.stack.runJobs();
    await expect.poll(statusOf("/"), seen).toBe(200);
    expect((await close(inHours(3), REASON)).status).toBe(200);
    await expect.poll(statusOf("/"), seen).toBe(503);
    for (const path of ["/", "/products/game/steam", "/search?q=steam", "/cart"]) {
      const answer = await page(site(), path);
      const retryAfter = Number(answer.headers.get("Retry-After"));
      expect([path, answer.status, answer.headers.get("Cache-Control")]).toEqual([
        path,
        503,
        "private, no-store",
      ]);
      expect(retryAfter).toBeGreaterThan(2.9 * 60 * 60);
      expect(retryAfter).toBeLessThanOrEqual(3 * 60 * 60);
      const text = await answer.text();
      expect(text).toContain("امشب زودتر بستیم &lt;b&gt;و&lt;/b&gt; فردا باز می‌کنیم.");
      expect(text).toContain("باز می‌شود:");
      expect(text.match(/<script\b[^>]*>/g)).toEqual(['<script src="/theme.js" data-early>']);
    }
    for (const path of ["/terms", "/tutorials", "/auth", "/offline", "/gift", "/payment/failed"])
      expect([path, await statusOf(path)()]).toEqual([path, 200]);
    expect([await statusOf("/orders")(), await statusOf("/desk/enter")()]).toEqual([302, 200]);
    expect(await (await page(site(), "/up")).json()).toMatchObject({ status: "ok" });
    expect((await open()).status).toBe(200);
    await expect.poll(statusOf("/"), seen).toBe(200);
  });

  test("has no page of its own address while it is open", async () => {
    expect(await statusOf("/closed")()).toBe(404);
  });
});

describe("the calls of a closed shop", () => {
  test("sells nothing, finishes what has begun, and keeps orders and codes readable", async () => {
    const buyer = await shop.newShopper({ balanceToman: 10_000_000 });
    const productId = await shop.newProduct({ stock: 9 });
    const bought = await buyer.buy(productId);
    const payer = await shop.newShopper();
    await payer.put(productId);
    const begun = authorityOf(await payer.initiate());

    expect((await close()).status).toBe(200);
    expect(await shop.desk(getClosure)).toMatchObject({
      body: {
        closure: { reason: "تعطیل رسمی است.", reopensAt: null },
        underWay: { payments: 1, heldCodes: 1 },
      },
    });
    const refused = { status: 503, body: { code: "closed", details: "تعطیل رسمی است." } };
    const item = { productId, quantity: 1 };
    // Carts stay: one that a guest brings at sign-in is kept too.
    expect((await buyer.ask(addItems, { body: { items: [item] } })).status).toBe(200);
    expect(await buyer.ask(createOrder, { body: {} })).toMatchObject(refused);
    expect(await buyer.topUp(10_000)).toMatchObject(refused);
    expect(await payer.initiate()).toMatchObject(refused);
    expect((await shop.askUntyped(getTorobProducts, { body: {} })).status).toBe(503);

    await shop.sandbox.pay(begun);
    expect((await payer.verify(begun)).body).toMatchObject({ success: true });
    const [delivered] = await payer.orders();
    expect(delivered).toMatchObject({ deliveryStatus: "delivered", paidStatus: "Paid" });
    expect((await buyer.ask(getOrders)).status).toBe(200);
    const { id: orderItemId } = await buyer.item(bought);
    const opened = await buyer.ask(getOrderItemContent, {
      params: { orderId: bought, orderItemId },
    });
    expect(opened.status).toBe(200);
  });

  test("opens by itself at its hour, and can be closed again after it", async () => {
    const known = async () => (await shop.ask(getShop)).body.closure;
    await expect.poll(known, seen).toBeNull();
    await close(inHours(2));
    await expect
      .poll(known, seen)
      .toEqual({
        reason: "تعطیل رسمی است.",
        closedAt: expect.any(String) as string,
        reopensAt: expect.any(String) as string,
      });
    const buyer = await shop.newShopper({ balanceToman: 10_000_000 });
    expect((await buyer.ask(createOrder, { body: {} })).headers.get("Retry-After")).toMatch(
      /^(?:7200|71\d\d)$/,
    );
    await shop.turnClock(2 * HOUR);
    expect((await shop.ask(getShop)).body).toEqual({ closure: null });
    await buyer.buy();
    expect((await open()).body).toMatchObject({ code: "already_open" });
    expect((await close()).status).toBe(200);
  });

  test("is closed and opened once, and both are in the log", async () => {
    expect((await close(inHours(1))).status).toBe(200);
    expect((await close()).body).toMatchObject({ code: "already_closed" });
    expect((await shop.desk(getHealthDetails)).body.closure).toMatchObject({
      reason: "تعطیل رسمی است.",
      closedBy: "local",
    });
    await shop.turnClock(MINUTE);
    expect((await open()).status).toBe(200);
    expect((await open()).body).toMatchObject({ code: "already_open" });
    expect((await shop.desk(getHealthDetails)).body.closure).toBeNull();
    const lines = await shop.sql<{ verdict: string; note: string | null }>(
      `SELECT verdict, note FROM desk_decision
       WHERE subject = 'closure' AND verdict <> 'listed' ORDER BY created_at DESC LIMIT 2`,
    );
    expect(lines).toEqual([
      { verdict: "shop_opened", note: null },
      { verdict: "shop_closed", note: "تعطیل رسمی است." },
    ]);
  });

  test.each([
    ["an hour that has passed", inHours(-1), "تعطیل"],
    [
      "a day too far away",
      new Date(Date.now() + (CLOSURE_DAYS_MAX + 1) * DAY).toISOString(),
      "تعطیل",
    ],
    ["no reason", null, " "],
    ["a reason that is too long", null, "ا".repeat(REASON_MAX + 1)],
  ])("is not closed with %s", async (_, reopensAt, reason) => {
    expect((await close(reopensAt, reason)).body).toMatchObject({ code: "invalid" });
    expect((await shop.desk(getClosure)).body.closure).toBeNull();
  });
});

describe("a shop that is out", () => {
  test("answers with its page, /up and static files only, without asking anybody", async () => {
    // Neither the shop nor its database runs beside this edge.
    const stack = await openStack({ edge: true, shop: false, edgeVars: { OUT: "upgrade" } });
    try {
      for (const path of ["/", "/orders", "/desk", "/auth", "/no-such-page"]) {
        const answer = await page(stack.url, path);
        expect([path, answer.status, answer.headers.get("Retry-After")]).toEqual([path, 503, "60"]);
        expect(await answer.text()).toContain("چند دقیقه در دسترس نیستیم");
      }
      const payer = await page(stack.url, "/payment/verify?Authority=A1&Status=OK", {
        headers: { Cookie: "token=abcdefghijklmnopqrstuvwxyz; signed_in=1" },
      });
      expect(payer.status).toBe(503);
      expect(payer.headers.getSetCookie()).toEqual([]);
      expect(await payer.text()).toContain("لازم نیست دوباره بپردازید");
      const call = await page(stack.url, "/api/v1/orders", { method: "POST" });
      expect([call.status, await call.json()]).toMatchObject([503, { code: "unavailable" }]);
      for (const path of ["/desk/v1/queue", "/%61pi/v1/search?query=steam", "/pictures/x.jpg"])
        expect([path, (await page(stack.url, path)).status]).toEqual([path, 503]);
      // Zibal's payer keeps the number of the payment, and the other gateway's address comes next.
      const zibal = await page(stack.url, "/payment/zibal?trackId=123&success=1");
      expect([zibal.status, zibal.headers.get("Location")]).toEqual([
        303,
        "/payment/verify?Authority=Z123&Status=OK",
      ]);
      const gift = await (await page(stack.url, "/gift")).text();
      expect([gift.includes("تازه کنید"), gift.includes("تلاش دوباره")]).toEqual([true, false]);
      const left = await page(stack.url, "/api/v1/auth/logout", {
        method: "POST",
        headers: { Origin: stack.url, Cookie: "token=abcdefghijklmnopqrstuvwxyz; signed_in=1" },
      });
      expect([left.status, left.headers.getSetCookie().join()]).toEqual([
        503,
        expect.stringMatching(/token=; Max-Age=0/) as string,
      ]);
      expect((await page(stack.url, "/robots.txt")).status).toBe(200);
      expect((await page(stack.url, "/cart", { method: "POST" })).status).toBe(503);
      for (const file of ["/theme.js", "/favicon.svg", "/fonts/vazirmatn.woff2"])
        expect([file, (await page(stack.url, file)).status]).toEqual([file, 200]);
      const up = await page(stack.url, "/up");
      expect([up.status, await up.json()]).toEqual([200, { status: "out" }]);
    } finally {
      await stack.close();
    }
  });
});
