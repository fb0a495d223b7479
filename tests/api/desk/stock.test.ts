import { expect, test } from "vitest";
import { replaceCode } from "../../../contract/desk/code.ts";
import { find } from "../../../contract/desk/find.ts";
import { dropImport } from "../../../contract/desk/import.ts";
import {
  addPasskey,
  provePasskey,
  startPasskey,
  startProof,
} from "../../../contract/desk/passkey.ts";
import { decideProposal } from "../../../contract/desk/proposal.ts";
import { countQueue } from "../../../contract/desk/queue.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import {
  exportBatch,
  getStock,
  listStock,
  recallBatch,
  restoreBatch,
  setThreshold,
} from "../../../contract/desk/stock.ts";
import { createOrder } from "../../../contract/order.ts";
import { addRestockAlert } from "../../../contract/restock.ts";
import { createAuthenticator } from "../../support/authenticator.ts";
import { addAll, bring, look, newBatch, newCodes } from "../../support/import.ts";
import { linesOf, newOperator, endPasskeys } from "../../support/operator.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { authorityOf } from "../../support/shop.ts";
import { findCodes } from "../../../persian/code-file.ts";
import { useShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

/** Stock: batches that are recalled, restored and exported, and low stock. Section 10.28. */

const shop = useShop({ audit: true });
const reason = "تأمین‌کننده گفت این سری باطل شده است";

const shelf = (productId: string) =>
  shop.desk(getStock, { params: { productId }, query: {} }).then(({ body }) => body);
const recall = (id: string) => shop.desk(recallBatch, { params: { id }, body: { reason } });
const replace = (codeId: string) =>
  shop.desk(replaceCode, { params: { codeId }, body: { reason } });
const restore = (id: string) => shop.desk(restoreBatch, { params: { id } });

async function stocked(count = 2) {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 0 });
  const codes = newCodes(count);
  return { productId, codes, batchId: await newBatch(shop, productId, codes) };
}

async function buyer(productId: string, quantity = 1) {
  const shopper = await shop.newShopper({ balanceToman: 2_000_000 });
  await shopper.put(productId, quantity);
  return shopper;
}

async function sold(productId: string) {
  const shopper = await buyer(productId);
  const { orderId } = (await shopper.ask(createOrder, { body: {} })).body;
  const [row] = await shop.sql<{ item: string; code: string }>(
    `SELECT i.id AS item, c.id AS code FROM order_item i JOIN code c ON c.order_item_id = i.id
     WHERE i.order_id = ?1`,
    orderId,
  );
  return { shopper, itemId: row?.item ?? "", codeId: row?.code ?? "" };
}

test("a recalled batch is sold to nobody until it is restored", async () => {
  const { productId, batchId } = await stocked(2);
  const waiting = await buyer(productId);
  const replaced = await sold(productId);
  const answer = await recall(batchId);
  expect(answer.body.batch).toMatchObject({
    free: 0,
    recalled: 1,
    sold: 1,
    recallReason: reason,
    recalledAt: expect.any(String),
  });
  expect((await recall(batchId)).body).toMatchObject({ code: "batch_recalled" });
  expect((await shelf(productId)).product).toMatchObject({ free: 0, recalled: 1, sold: 1 });
  const bought = await waiting.ask(createOrder, { body: {} });
  expect(bought.body).toMatchObject({ code: "out_of_stock" });
  expect((await waiting.initiate()).body).toMatchObject({ code: "out_of_stock" });
  const replacing = await shop.desk(replaceCode, {
    params: { codeId: replaced.codeId },
    body: { reason },
  });
  expect(replacing.body).toMatchObject({ code: "out_of_stock" });
  const alert = await (await shop.newShopper()).ask(addRestockAlert, { body: { productId } });
  expect(alert.status).toBe(200);
  expect((await restore(batchId)).body.batch).toMatchObject({ free: 1, recalled: 0 });
  expect((await restore(batchId)).body).toMatchObject({ code: "batch_not_recalled" });
  expect((await waiting.ask(createOrder, { body: {} })).status).toBe(200);
  const lines = await shop.sql(
    "SELECT verdict, note FROM desk_decision WHERE subject_id = ?1 ORDER BY rowid",
    batchId,
  );
  expect(lines).toEqual([
    { verdict: "added", note: expect.stringMatching(/^۲ کد، هر یک ۶۵٬۰۰۰ تومان/) },
    { verdict: "recalled", note: reason },
    { verdict: "restored", note: null },
  ]);
});

test("a buyer who holds a recalled code may pay in time, and later gets another one", async () => {
  const { productId, batchId } = await stocked(2);
  const [prompt, late] = [await buyer(productId), await buyer(productId)];
  const authorities = [authorityOf(await prompt.initiate()), authorityOf(await late.initiate())];
  await recall(batchId);
  expect((await shelf(productId)).batches[0]).toMatchObject({ held: 2, recalled: 0 });
  await shop.sandbox.pay(authorities[0] ?? "");
  await prompt.verify(authorities[0] ?? "");
  expect(await prompt.orders()).toMatchObject([{ paidStatus: "Paid" }]);
  const next = await newBatch(shop, productId, newCodes(1));
  await shop.turnClock(HOUR / 3);
  await shop.sandbox.pay(authorities[1] ?? "");
  await late.verify(authorities[1] ?? "");
  await shop.turnClock(0);
  expect(
    await shop.sql(
      `SELECT c.batch_id FROM code c JOIN order_item i ON i.id = c.order_item_id
       JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1 AND c.status = 'sold'`,
      late.id,
    ),
  ).toEqual([{ batch_id: next }]);
  expect((await shelf(productId)).batches).toMatchObject([
    { id: next, sold: 1, free: 0 },
    { id: batchId, sold: 1, held: 0, recalled: 1 },
    expect.anything(),
  ]);
});

test("a recall just before a purchase or a hold prevents that purchase or hold", async () => {
  for (const pay of ["wallet", "gateway"] as const) {
    const { productId, batchId } = await stocked(1);
    const shopper = await buyer(productId);
    const path = `/desk/v1/batches/${batchId}/recall`;
    await shop.trouble({
      meanwhile: {
        before: "'every unit has its code'",
        rivals: [{ method: "POST", path, token: shop.deskToken, body: { reason } }],
      },
    });
    const answer =
      pay === "wallet" ? await shopper.ask(createOrder, { body: {} }) : await shopper.initiate();
    await shop.trouble({});
    expect([pay, answer.body]).toEqual([pay, expect.objectContaining({ code: "out_of_stock" })]);
    expect((await shelf(productId)).batches[0]).toMatchObject({ recalled: 1, sold: 0, held: 0 });
  }
});

test("many buyers and a recall at once: nothing is sold after it", async () => {
  const { productId, batchId } = await stocked(6);
  const buyers = await Promise.all(Array.from({ length: 6 }, () => buyer(productId)));
  await shop.trouble({ jitterSeed: 7 });
  await Promise.all([...buyers.map((one) => one.ask(createOrder, { body: {} })), recall(batchId)]);
  await shop.trouble({});
  const [batch] = (await shelf(productId)).batches;
  expect((batch?.sold ?? 0) + (batch?.recalled ?? 0)).toBe(6);
  expect(
    (await (await buyer(productId).catch(() => buyers[0]))?.ask(createOrder, { body: {} }))?.status,
  ).not.toBe(200);
});

test("a code of a recalled batch is not for sale again when it is refunded unread", async () => {
  const { productId, batchId } = await stocked(1);
  const { itemId } = await sold(productId);
  await recall(batchId);
  await shop.desk(refundItem, { params: { orderItemId: itemId }, body: { reason } });
  expect((await shelf(productId)).batches[0]).toMatchObject({ recalled: 1, sold: 0, bad: 0 });
});

test("codes that are added to a batch while it is recalled are recalled", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const id = await bring(shop, productId, newCodes(1_001));
  await shop.deskCall("PUT", `/imports/${id}`, {
    supplier: "پخش",
    unitCost: 65_000,
    expected: 1_001,
  });
  const batchId = (await look(shop, id)).import.batchId ?? "";
  await recall(batchId);
  await addAll(shop, id, 1_001);
  expect((await shelf(productId)).batches[0]).toMatchObject({ recalled: 1_001, free: 0 });
  expect((await shop.desk(dropImport, { params: { id } })).body).toMatchObject({
    code: "import_ended",
  });
});

test("bad codes count for their batch and their supplier", async () => {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 0 });
  const supplier = `تأمین‌کنندهٔ ${newCharacters(6)}`;
  const id = await bring(shop, productId, newCodes(4));
  await addAll(shop, id, 4, { supplier });
  const [one, other, unread] = [
    await sold(productId),
    await sold(productId),
    await sold(productId),
  ];
  await shop.desk(replaceCode, { params: { codeId: one.codeId }, body: { reason } });
  await other.shopper.call(
    "GET",
    `/orders/${(await other.shopper.orders())[0]?.id ?? ""}/items/${other.itemId}/content`,
  );
  const refunded = await shop.desk(refundItem, {
    params: { orderItemId: other.itemId },
    body: { reason, opened: true },
  });
  expect(refunded.status).toBe(200);
  const colleague = await newOperator(shop, { role: "finance" });
  const proposalId = refunded.body.proposalId;
  if (proposalId)
    await colleague.ask(decideProposal, {
      params: { id: proposalId },
      body: { status: "confirmed" },
    });
  await shop.desk(refundItem, { params: { orderItemId: unread.itemId }, body: { reason } });
  expect((await shelf(productId)).batches[0]).toMatchObject({ sold: 3, free: 1, bad: 2 });
  const { suppliers } = (await shop.desk(listStock)).body;
  expect(suppliers).toContainEqual({ name: supplier, batches: 1, sold: 3, bad: 2 });
});

test("goods that run out first are listed first, with the number of waiting shoppers", async () => {
  const [quick, slow, empty] = await shop.newProducts(3, { stock: 0 });
  await newBatch(shop, quick ?? "", newCodes(6));
  await newBatch(shop, slow ?? "", newCodes(6));
  const waiting = await shop.newShopper();
  await waiting.ask(addRestockAlert, { body: { productId: empty ?? "" } });
  const yesterday = Math.floor((Date.now() + 12_600_000) / 86_400_000) - 1;
  const sell = (id: string, units: number, days: number) =>
    shop.sql(
      "INSERT INTO product_day (day, product_id, units) VALUES (?1, ?2, ?3)",
      yesterday - days,
      id,
      units,
    );
  await sell(quick ?? "", 90, 0);
  await sell(slow ?? "", 30, 0);
  await sell(slow ?? "", 500, 30);
  const { products } = (await shop.desk(listStock)).body;
  const own = products.filter(({ id }) => [quick, slow, empty].includes(id));
  expect(own).toMatchObject([
    { id: empty, free: 0, coverDays: null, waiting: 1 },
    { id: quick, free: 6, sold30: 90, coverDays: 2 },
    { id: slow, free: 6, sold30: 30, coverDays: 6 },
  ]);
  const { days, product } = await shelf(slow ?? "");
  expect(days.length).toBe(30);
  expect(days.at(-1)).toMatchObject({ sold: 30 });
  expect(product).toMatchObject(own[2] ?? {});
  await shop.sql("DELETE FROM product_day WHERE product_id IN (?1, ?2)", quick, slow);
});

test("a product whose stock runs low is marked once, until it is filled again", async () => {
  const { productId } = await stocked(2);
  const low = async () => (await shelf(productId)).product.lowSince;
  await shop.runJobs("stock");
  expect((await shelf(productId)).product).toMatchObject({
    threshold: 1,
    isOwnThreshold: false,
    lowSince: null,
  });
  const set = (threshold: number | null) =>
    shop.desk(setThreshold, { params: { productId }, body: { threshold } });
  expect((await set(2)).status).toBe(200);
  expect((await shelf(productId)).product).toMatchObject({ threshold: 2, isOwnThreshold: true });
  expect(await low()).toBeNull();
  await sold(productId);
  await shop.runJobs("stock");
  const since = await low();
  expect(since).not.toBeNull();
  const products = (await shop.desk(listStock)).body.products;
  expect((await shop.desk(countQueue)).body.lowStock).toBe(
    products.filter(({ lowSince }) => lowSince !== null).length,
  );
  await shop.turnClock(2 * HOUR);
  await shop.runJobs("stock");
  expect(await low()).toBe(since);
  await newBatch(shop, productId, newCodes(1));
  await shop.runJobs("stock");
  expect(await low()).toBeNull();
  const { batches } = await shelf(productId);
  await recall(batches[0]?.id ?? "");
  await shop.runJobs("stock");
  expect(await low()).not.toBeNull();
  await set(0);
  expect(await low()).toBeNull();
  // With 31 sales in a month, the stock has to last for a week.
  const yesterday = Math.floor((Date.now() + 12_600_000) / 86_400_000) - 1;
  await shop.sql(
    "INSERT INTO product_day (day, product_id, units) VALUES (?1, ?2, 31) ON CONFLICT DO UPDATE SET units = 31",
    yesterday,
    productId,
  );
  await set(null);
  await shop.turnClock(4 * HOUR);
  await shop.runJobs("stock");
  expect((await shelf(productId)).product).toMatchObject({ threshold: 8, isOwnThreshold: false });
  expect(await low()).not.toBeNull();
  await shop.sql(
    "DELETE FROM product_day WHERE product_id = ?1 AND day = ?2",
    productId,
    yesterday,
  );
  await shop.turnClock(0);
  for (const threshold of [-1, 1.5, 100_001])
    expect((await set(threshold)).body).toMatchObject({ code: "invalid" });
  const none = await shop.desk(setThreshold, {
    params: { productId: "none" },
    body: { threshold: 1 },
  });
  expect(none.status).toBe(404);
});

test("free codes are exported in plain text only for a person with a passkey, each time with a line", async () => {
  const { codes, batchId } = await stocked(3);
  const formula = await shop.newProduct({ stock: 0 });
  const given = [
    `=CMD|${crypto.randomUUID()}`,
    "-AB12,CD;34",
    "0012345678",
    "MAR-12",
    'a"b 1',
    "12E45",
  ];
  const unusual = await newBatch(shop, formula, given);
  const by = await newOperator(shop, { role: "finance" });
  const take = (id: string, after?: string) =>
    by.ask(exportBatch, {
      params: { id },
      body: { reason: "پس دادن به پخش", ...(after !== undefined && { after }) },
    });
  const answer = await take(batchId);
  expect(answer.headers.get("Cache-Control")).toMatch(/no-store/);
  const [head, ...rows] = answer.body.text.replace(/\r\n$/, "").split("\r\n");
  expect(head).toBe("\ufeffکد");
  expect(rows.toSorted()).toEqual(codes.toSorted());
  expect(answer.body.next).toBeNull();
  // A spreadsheet takes no cell for a formula or number, and the file can be read back unchanged.
  const { text } = (await take(unusual)).body;
  expect(text).toContain('\r\n"=""0012345678"""\r\n');
  expect(text).not.toMatch(/^[-=+@'](?!"")/m);
  expect(findCodes(text, { linesMax: 10, charactersMax: 500 })).toMatchObject({
    codes: expect.arrayContaining(given),
    headerRows: 1,
  });
  await recall(batchId);
  expect((await take(batchId)).body.text).toContain(codes[0]);
  expect(await linesOf(shop, by.name)).toMatchObject(
    [batchId, unusual, batchId].map((subject_id) => ({
      subject_id,
      verdict: "exported",
      note: expect.stringMatching(/^[۰-۹] کد: پس دادن به پخش$/),
    })),
  );
  expect((await take("none")).status).toBe(404);
  expect((await take(batchId, "zzzz")).body).toMatchObject({ code: "none_free" });
  const program = await newOperator(shop, { role: "finance", program: "finance" });
  expect(
    (await program.ask(exportBatch, { params: { id: batchId }, body: { reason: "پس دادن" } })).body,
  ).toMatchObject({ code: "person_needed" });
  const device = createAuthenticator(`http://localhost:${String(shop.stack.port)}`);
  const { options } = (await by.ask(startPasskey)).body;
  await by.ask(addPasskey, { body: { label: "گوشی", credential: device.register(options) } });
  await shop.sql(
    "UPDATE operator_token SET kind = 'session', proven_at = NULL, last_used_at = ?2 WHERE operator = ?1",
    by.name,
    Date.now(),
  );
  expect((await take(batchId)).body).toMatchObject({ code: "passkey_needed" });
  const proof = (await by.ask(startProof)).body.options;
  await by.ask(provePasskey, { body: { credential: device.show(proof) } });
  expect((await take(batchId)).status).toBe(200);
  await endPasskeys(shop);
});

test("exported codes are never sold, and are not new when they are imported again", async () => {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 0 });
  const given = [`=HYPER${newCodes(1)[0] ?? ""}`, "-AB12,CD;34X", "+00123456789", ...newCodes(2)];
  const batchId = await newBatch(shop, productId, given);
  const { codeId, itemId } = await sold(productId);
  const waiting = await buyer(productId);
  const take = () =>
    shop.desk(exportBatch, { params: { id: batchId }, body: { reason: "پس دادن به پخش" } });
  const { text } = (await take()).body;
  const { codes } = findCodes(text, { linesMax: 10, charactersMax: 500 }) as { codes: string[] };
  expect(codes).toHaveLength(4);
  expect((await shelf(productId)).product).toMatchObject({
    free: 0,
    sold: 1,
    recalled: 0,
    known: 4,
  });
  expect((await shelf(productId)).batches[0]).toMatchObject({ free: 0, sold: 1, known: 4 });

  const outOfStock = { body: { code: "out_of_stock" } };
  const isSoldOut = async () => {
    expect(await waiting.ask(createOrder, { body: {} })).toMatchObject(outOfStock);
    expect(await waiting.initiate({})).toMatchObject(outOfStock);
    expect(await replace(codeId)).toMatchObject(outOfStock);
  };
  await isSoldOut();
  const wish = await waiting.ask(addRestockAlert, { body: { productId } });
  expect(wish.status).toBe(200);
  await recall(batchId);
  expect((await shelf(productId)).product).toMatchObject({ recalled: 0, known: 4 });
  await restore(batchId);
  await isSoldOut();
  // A lost file can be downloaded again.
  expect((await take()).body.text).toBe(text);

  const id = await bring(shop, productId, codes);
  const { found, rows } = await look(shop, id);
  expect(found).toEqual({ new: 0, unusual: 0, shelf: 0, sold: 4, twice: 0, refused: 0 });
  expect(rows[0]?.why).toBe("پیش‌تر از انبار بیرون رفته است و فروخته نمی‌شود");
  await shop.desk(dropImport, { params: { id } });
  const body = { text: codes.find((code) => code.startsWith("Z")) ?? "" };
  expect((await shop.desk(find, { body })).body.found).toMatchObject([
    { title: expect.stringMatching(/، بیرون‌رفته از انبار$/) as string },
  ]);
  // A code that is refunded unread is for sale again.
  const back = { params: { orderItemId: itemId }, body: { reason } };
  expect((await shop.desk(refundItem, back)).status).toBe(200);
  expect((await waiting.ask(createOrder, { body: {} })).status).toBe(200);
});

test("support reads the stock and cannot change it", async () => {
  const { productId, batchId } = await stocked(1);
  const helper = await newOperator(shop, { role: "support" });
  const params = { id: batchId, productId };
  for (const call of [recallBatch, restoreBatch, exportBatch, setThreshold])
    expect((await helper.askUntyped(call, { params, body: {} })).body).toMatchObject({
      code: "role_too_low",
    });
  const viewer = await newOperator(shop, { role: "viewer" });
  expect((await viewer.ask(getStock, { params, query: {} })).body.batches).toMatchObject([
    { free: 1 },
    {},
  ]);
  expect((await viewer.ask(getStock, { params: { productId: "none" }, query: {} })).status).toBe(
    404,
  );
  for (const call of [recallBatch, restoreBatch])
    expect(
      (await shop.deskUntyped(call, { params: { id: "none" }, body: { reason } })).status,
    ).toBe(404);
});
