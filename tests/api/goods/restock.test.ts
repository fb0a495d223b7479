import { afterEach, describe, expect, test } from "vitest";
import { FIND_DUE_ALERTS } from "../../../api/goods/restock/statements.ts";
import { OPEN_ALERTS_MAX, addRestockAlert, removeRestockAlert } from "../../../contract/restock.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useShop } from "../../support/use-shop.ts";
import { DAY, HOUR } from "../../support/time.ts";

const shop = useShop();
afterEach(() => shop.turnClock(0));

const FREE_MS = 301_000;
const KEPT = { message: "وقتی موجود شد با پیامک خبرتان می‌کنیم." };

const ask = (shopper: TestShopper, productId: unknown) =>
  shopper.askUntyped(addRestockAlert, { body: { productId } });
const rowsOf = (shopper: TestShopper) =>
  shop.sql<{ product_id: string; told_at: number | null }>(
    "SELECT product_id, told_at FROM restock_alert WHERE user_id = ?1 ORDER BY created_at, rowid",
    shopper.id,
  );
const sentTo = async (shopper: TestShopper) =>
  (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
const nameOf = async (productId: string) =>
  String((await shop.sql("SELECT name FROM product WHERE id = ?1", productId))[0]?.["name"]);
const backAgain = (name: string) =>
  `ارمغان\n«${name}» که منتظرش بودید موجود شد:\n${shop.stack.url}/search?q=itunes`;
const queuedFor = (shopper: TestShopper) =>
  shop.sql("SELECT id FROM outbox WHERE user_id = ?1", shopper.id);
/** Runs the jobs, which look for products that are on sale, and again five minutes later. */
const waitForNews = async (fromMs = 0) => {
  await shop.turnClock(fromMs);
  await shop.runJobs();
  await shop.turnClock(fromMs + FREE_MS);
  await shop.runJobs();
};
const sellOut = (productId: string) =>
  shop.sql("DELETE FROM code WHERE product_id = ?1 AND status = 'free'", productId);

describe("an alert request", () => {
  test("for a sold-out product is stored", async () => {
    const shopper = await shop.newShopper();
    const productId = await shop.newProduct({ stock: 0 });
    const answer = await ask(shopper, productId);
    expect([answer.status, answer.body]).toEqual([200, KEPT]);
    expect(await rowsOf(shopper)).toEqual([{ product_id: productId, told_at: null }]);
  });

  test("sent many times at once gets the same answer and is stored once", async () => {
    const shopper = await shop.newShopper();
    const productId = await shop.newProduct({ stock: 0, deliveryType: "manual" });
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(shopper, productId)));
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, KEPT]);
    expect(await rowsOf(shopper)).toHaveLength(1);
  });

  test("needs a session", async () => {
    const productId = await shop.newProduct({ stock: 0 });
    for (const answer of [
      await shop.ask(addRestockAlert, { body: { productId } }),
      await shop.ask(removeRestockAlert, { params: { productId } }),
    ]) {
      expect(answer.status).toBe(401);
      expect(answer.body).toMatchObject({ code: "invalid_token" });
    }
    expect(await shop.sql("SELECT 1 FROM restock_alert WHERE product_id = ?1", productId)).toEqual(
      [],
    );
  });

  test("for an available product is refused with a sentence", async () => {
    const shopper = await shop.newShopper();
    const answer = await ask(shopper, await shop.newProduct({ stock: 1 }));
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      code: "in_stock",
      message: expect.stringContaining("همین حالا موجود است") as unknown,
    });
    expect(await rowsOf(shopper)).toEqual([]);
  });

  test("for an unknown or withdrawn product is 404, and an invalid id 422", async () => {
    const shopper = await shop.newShopper();
    const withdrawn = await shop.newProduct({ stock: 0 });
    await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", withdrawn);
    for (const productId of ["no-such-product", withdrawn]) {
      const answer = await ask(shopper, productId);
      expect([answer.status, answer.body.code]).toEqual([404, "product_not_found"]);
    }
    for (const productId of ["", "a b", 7, null, undefined])
      expect((await ask(shopper, productId)).status).toBe(422);
  });

  test("is refused when fifty others are open, also at once, until one is removed", async () => {
    const shopper = await shop.newShopper();
    const ids = await soldOutProducts(OPEN_ALERTS_MAX + 3, "many");
    await shop.sql(
      `INSERT INTO restock_alert (id, user_id, product_id, created_at)
       SELECT 'open-' || value, ?1, value, 0 FROM json_each(?2)`,
      shopper.id,
      JSON.stringify(ids.slice(0, OPEN_ALERTS_MAX - 1)),
    );
    const answers = await Promise.all(ids.slice(OPEN_ALERTS_MAX - 1).map((id) => ask(shopper, id)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "too_many_alerts",
    });
    expect(await rowsOf(shopper)).toHaveLength(OPEN_ALERTS_MAX);
    expect((await ask(shopper, ids[0])).status).toBe(200);
    await shopper.ask(removeRestockAlert, { params: { productId: ids[0] ?? "" } });
    const refused = ids[answers.findIndex(({ status }) => status === 409) + OPEN_ALERTS_MAX - 1];
    expect((await ask(shopper, refused)).status).toBe(200);
  });
});

describe("removing an alert", () => {
  test("ends the shopper's own alert only, and may be repeated", async () => {
    const [one, other] = [await shop.newShopper(), await shop.newShopper()];
    const productId = await shop.newProduct({ stock: 0 });
    await ask(one, productId);
    await ask(other, productId);
    for (const _ of ["first", "again"]) {
      const answer = await one.ask(removeRestockAlert, { params: { productId } });
      expect([answer.status, answer.body]).toEqual([
        200,
        { message: "برای این محصول پیامکی نمی‌فرستیم." },
      ]);
    }
    await shop.addCodes(productId, 1);
    await waitForNews();
    expect(await sentTo(one)).toEqual([]);
    expect(await sentTo(other)).toHaveLength(1);
  });
});

describe("a product that is back", () => {
  test("is announced once to everybody who waits, however many jobs run at once", async () => {
    const productId = await shop.newProduct({ stock: 0 });
    const waiting = [await shop.newShopper(), await shop.newShopper(), await shop.newShopper()];
    for (const shopper of waiting) await ask(shopper, productId);
    await shop.runJobs();
    for (const shopper of waiting) expect(await sentTo(shopper)).toEqual([]);

    await shop.addCodes(productId, 1);
    await shop.runJobs();
    for (const shopper of waiting) expect(await sentTo(shopper)).toEqual([]);
    await shop.turnClock(FREE_MS);
    await Promise.all(Array.from({ length: 6 }, () => shop.runJobs()));
    await shop.runJobs();
    for (const shopper of waiting) {
      expect(await sentTo(shopper)).toEqual([backAgain(await nameOf(productId))]);
      expect(await queuedFor(shopper)).toHaveLength(1);
      expect(await rowsOf(shopper)).toEqual([
        { product_id: productId, told_at: expect.any(Number) as unknown },
      ]);
    }
  });

  test("is announced when it is delivered by hand, or was freed by a lapsed hold", async () => {
    const shopper = await shop.newShopper();
    const byHand = await shop.newProduct({ stock: 0, deliveryType: "manual" });
    const held = await shop.newProduct({ stock: 1 });
    const buyer = await shop.newShopper();
    await buyer.put(held);
    expect((await buyer.initiate()).status).toBe(200);
    expect((await ask(shopper, byHand)).status).toBe(200);
    expect((await ask(shopper, held)).status).toBe(200);
    await shop.runJobs();
    expect(await sentTo(shopper)).toEqual([]);
    await shop.sql("UPDATE product SET manual_stock = 2 WHERE id = ?1", byHand);
    await shop.turnClock(16 * 60_000);
    await shop.runJobs();
    expect(await sentTo(shopper)).toEqual([]);
    await waitForNews(17 * 60_000);
    expect((await sentTo(shopper)).sort()).toEqual(
      [backAgain(await nameOf(byHand)), backAgain(await nameOf(held))].sort(),
    );
  });

  test("is not announced while somebody holds the last one and lets it go, again and again", async () => {
    const productId = await shop.newProduct({ stock: 1 });
    const [cannon, waits] = [await shop.newShopper(), await shop.newShopper()];
    await cannon.put(productId);
    let minutes = 0;
    const hold = async () => authorityOf(await cannon.initiate());
    let held = await hold();
    expect((await ask(waits, productId)).status).toBe(200);
    // The last one is free whenever the jobs check, and held between the checks.
    for (let times = 0; times < 9; times++) {
      await cannon.verify(held);
      await shop.turnClock(++minutes * 60_000);
      await shop.runJobs();
      held = await hold();
    }
    await cannon.verify(held);
    expect(await sentTo(waits)).toEqual([]);
    for (let times = 0; times < 6; times++) {
      await shop.turnClock(++minutes * 60_000);
      await shop.runJobs();
    }
    expect(await sentTo(waits)).toEqual([backAgain(await nameOf(productId))]);
  });

  test("is announced again only to those who ask again after a sell-out", async () => {
    const productId = await shop.newProduct({ stock: 0 });
    const [again, once] = [await shop.newShopper(), await shop.newShopper()];
    await ask(again, productId);
    await ask(once, productId);
    await shop.addCodes(productId, 1);
    await waitForNews();
    expect((await ask(again, productId)).status).toBe(409);

    await sellOut(productId);
    expect((await ask(again, productId)).status).toBe(200);
    await shop.runJobs();
    await shop.addCodes(productId, 1);
    await waitForNews(HOUR);
    expect(await sentTo(again), "once a day").toHaveLength(1);
    await waitForNews(DAY + HOUR);
    expect(await sentTo(again)).toHaveLength(2);
    expect(await sentTo(once)).toHaveLength(1);
  });

  test("is announced once although its SMS fails, with growing waits in between", async () => {
    const shopper = await shop.newShopper();
    const productId = await shop.newProduct({ stock: 0 });
    await ask(shopper, productId);
    await shop.addCodes(productId, 1);
    await shop.sandbox.plan({ provider: "kavenegar", call: "lookup", kind: "http_500", times: 4 });
    await shop.runJobs();
    let aheadMs = FREE_MS;
    await shop.turnClock(aheadMs);
    for (const minutes of [1, 5, 30, 120]) {
      // An attempt before its time would use up a failure, and the message would come too early.
      await shop.runJobs();
      await shop.runJobs();
      expect(await sentTo(shopper)).toEqual([]);
      await shop.turnClock((aheadMs += minutes * 60_000));
    }
    await shop.runJobs();
    await shop.runJobs();
    expect(await sentTo(shopper)).toHaveLength(1);
  });

  test("is announced with its name, however long, and not when it was taken off sale", async () => {
    const shopper = await shop.newShopper();
    const [named = "", gone = ""] = await soldOutProducts(2, "named");
    const long = "اشتراک_دیزنی پلاس یک ماهه برای ریجن آمریکا با پشتیبانی و ضمانت";
    await shop.sql("UPDATE product SET name = ?2 WHERE id = ?1", named, long);
    for (const productId of [named, gone]) {
      await ask(shopper, productId);
      await shop.addCodes(productId, 1);
    }
    await shop.runJobs("restock");
    await shop.turnClock(FREE_MS);
    await shop.runJobs("restock");
    await shop.sql("UPDATE product SET is_active = 0 WHERE id = ?1", gone);
    await shop.runJobs();
    expect(await sentTo(shopper)).toEqual([
      backAgain("اشتراک دیزنی پلاس یک ماهه برای ریجن آمریکا با…"),
    ]);
  });

  test("is announced to a crowd in one run, each once", async () => {
    const alerted = await sellAgainToCrowd(50);
    await waitForNews();
    expect(await alerted()).toBe(50);
    const messages = await shop.sql("SELECT 1 FROM outbox WHERE id LIKE 'restock:crowd-50-%'");
    expect(messages).toHaveLength(50);
  });

  test("is announced to a crowd only after the messages that waited before", async () => {
    const alerted = await sellAgainToCrowd(60);
    const shopper = await shop.newShopper();
    await shop.runJobs();
    await shop.turnClock(FREE_MS);
    await queueFor(
      shopper,
      Array.from({ length: 25 }, (_, index) => `rush-${String(index)}`),
    );
    await shop.runJobs();
    expect([(await sentTo(shopper)).length, await alerted()]).toEqual([25, 0]);
    await queueFor(shopper, ["paid"]);
    await shop.runJobs();
    expect([(await sentTo(shopper)).length, await alerted()]).toEqual([26, 60]);
    const [earlier] = await shop.sql(
      `SELECT count(*) AS alerts FROM outbox WHERE id LIKE 'restock:crowd-60-%'
         AND sent_at < (SELECT max(sent_at) FROM outbox WHERE user_id = ?1)`,
      shopper.id,
    );
    expect(Number(earlier?.["alerts"])).toBeLessThan(20);
  });

  test("is found on indexes, with few rows read while nothing is back", async () => {
    const plan = await shop.sql<{ detail: string }>(
      `EXPLAIN QUERY PLAN ${FIND_DUE_ALERTS}`,
      Date.now(),
      200,
    );
    const scans = plan
      .map(({ detail }) => detail)
      .filter((detail) => /^SCAN (?!awaited|CONSTANT|\(subquery)/.test(detail));
    expect(scans).toEqual([]);
    const shopper = await shop.newShopper();
    await ask(shopper, await shop.newProduct({ stock: 0 }));
    const response = await fetch(`${shop.stack.url}/test/sql`, {
      method: "POST",
      body: JSON.stringify({ sql: FIND_DUE_ALERTS, values: [Date.now(), 200] }),
    });
    expect(await response.json()).toEqual([]);
    expect(Number(response.headers.get("X-Rows-Read"))).toBeLessThan(500);
  });
});

async function soldOutProducts(count: number, name: string): Promise<string[]> {
  const ids = Array.from({ length: count }, (_, index) => `${name}-${String(index)}`);
  await shop.sql(
    `INSERT INTO product (id, subcategory_id, name, region, denomination, delivery_type,
       price_toman, position, created_at, updated_at)
     SELECT value, 'giftcard-itunes', value, 'آمریکا', '$1', 'instant', 1000, 999, 0, 0
     FROM json_each(?1)`,
    JSON.stringify(ids),
  );
  return ids;
}

/** Makes `count` people wait for a product that is back. The result counts those who were told. */
async function sellAgainToCrowd(count: number): Promise<() => Promise<number>> {
  const productId = await shop.newProduct({ stock: 0 });
  const name = `crowd-${String(count)}-`;
  const crowd = JSON.stringify(Array.from({ length: count }, (_, index) => index + 1));
  await shop.sql(
    `INSERT INTO user (id, phone, referral_code, created_at)
     SELECT ?1 || value, '94' || printf('%08d', ?2 * 1000 + value), ?1 || value, 0
     FROM json_each(?3)`,
    name,
    count,
    crowd,
  );
  await shop.sql(
    `INSERT INTO restock_alert (id, user_id, product_id, created_at)
     SELECT ?1 || value, ?1 || value, ?2, 0 FROM json_each(?3)`,
    name,
    productId,
    crowd,
  );
  await shop.addCodes(productId, 1);
  return async () =>
    (
      await shop.sql(
        "SELECT 1 FROM restock_alert WHERE product_id = ?1 AND told_at IS NOT NULL",
        productId,
      )
    ).length;
}

/** Queues messages of another kind that are due at once. */
async function queueFor(shopper: TestShopper, ids: readonly string[]): Promise<void> {
  await shop.sql(
    `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
     SELECT value, ?1, 'armaghan-wallet-credit', '1000', ?2, ?2 FROM json_each(?3)`,
    shopper.id,
    Date.now(),
    JSON.stringify(ids),
  );
}
