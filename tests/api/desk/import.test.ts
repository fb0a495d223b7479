import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fingerprintCode } from "../../../api/buying/code/code-text.ts";
import { getStock } from "../../../contract/desk/stock.ts";
import {
  addImport,
  dropImport,
  getImport,
  listImports,
  correctLines,
  openImport,
  sendLines,
} from "../../../contract/desk/import.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { runDesk } from "../../support/desk-command.ts";
import { BOUGHT, addAll, bring, look, newCodes } from "../../support/import.ts";
import { linesOf, newOperator } from "../../support/operator.ts";
import { newDigits, newCharacters } from "../../support/random-of-test.ts";
import { useShop } from "../../support/use-shop.ts";

/** Imports of files with codes. Section 10.29. */

const shop = useShop({ audit: true });

const codesOf = (productId: string) =>
  shop.sql<{ id: string; batch_id: string; status: string }>(
    "SELECT id, batch_id, status FROM code WHERE product_id = ?1",
    productId,
  );

/** A product with one code on the shelf and one that a buyer has read. */
async function stocked() {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 0 });
  const [shelf = "", sold = ""] = newCodes(2);
  await addAll(shop, await bring(shop, productId, [sold]), 1);
  const buyer = await shop.newShopper({ balanceToman: 500_000 });
  const orderId = await buyer.buy(productId);
  await addAll(shop, await bring(shop, productId, [shelf]), 1);
  const [order] = await buyer.orders();
  return { productId, shelf, sold, buyer, orderId, number: order?.number ?? "" };
}

test("a dry run classifies each line, and puts nothing on sale", async () => {
  const { productId, shelf, sold, number } = await stocked();
  const [one = "", two = ""] = newCodes(2);
  const persian = sold.replace(/\d/g, (digit) => "۰۱۲۳۴۵۶۷۸۹".charAt(Number(digit)));
  const lines = [
    one,
    ` ${two.slice(0, 4)}-${two.slice(4, 8)} ${two.slice(8)} `,
    shelf.toLowerCase(),
    persian,
    one,
    "SHORT-1",
    "",
    "A".repeat(501),
    `X${one.slice(1, 8)}\u0007${one.slice(8)}`,
    "1234567812345678",
    "ABCD!EFGH!IJKL!M",
  ];
  const id = await bring(shop, productId, lines, { headerRows: 1 });
  const { import: looked, found, rows, nextAfter } = await look(shop, id);
  expect(looked).toMatchObject({
    state: "open",
    lines: 11,
    sent: 11,
    headerRows: 1,
    batchId: null,
  });
  expect(found).toEqual({ new: 3, unusual: 2, shelf: 1, sold: 1, twice: 1, refused: 3 });
  expect(nextAfter).toBeNull();
  expect(rows.map(({ line, finding }) => `${String(line)} ${finding}`)).toEqual([
    "2 new",
    "3 new",
    "4 shelf",
    "5 sold",
    "6 twice",
    "7 unusual",
    "8 refused",
    "9 refused",
    "10 refused",
    "11 new",
    "12 unusual",
  ]);
  const why = rows.map((row) => row.why);
  expect(why[0]).toBe("");
  expect(rows[0]?.lastFour).toBe(one.slice(-4));
  expect(why[2]).toMatch(/^در انبار است، بستهٔ [۰-۹]+ \p{L}+ ۱[۰-۹]{3} از پخش آزمایشی$/u);
  expect(why[3]).toBe(
    `پیش‌تر فروخته‌ایم، سفارش ${number.replace(/\d/g, (d) => "۰۱۲۳۴۵۶۷۸۹".charAt(Number(d)))}`,
  );
  expect(rows[3]?.orderId).toEqual(expect.any(String));
  expect(why[4]).toBe("در همین پرونده هم هست، سطر ۲");
  expect(why[5]).toBe("۶ کاراکتر دارد؛ کدهای این کالا ۱۶ کاراکتری‌اند");
  expect(why.slice(6, 9)).toEqual([
    "این سطر خالی است",
    "بیش از اندازه بلند است",
    "نشانه‌ای دارد که در کد نمی‌آید",
  ]);
  expect(why[10]).toBe("نشانه‌ای جز حرف و رقم دارد");
  const filtered = await look(shop, id, { finding: "twice" });
  expect(filtered.rows).toEqual([rows[4]]);
  expect((await codesOf(productId)).length).toBe(2);
});

test("an added file is one batch, whose codes are stored as given and can be sold from then on", async () => {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 0 });
  const given = ` Ab-12 cd/34-${crypto.randomUUID()} `;
  const id = await bring(shop, productId, [given, ...newCodes(2)]);
  const added = await addAll(shop, id, 3, { dollar: 100_500 });
  expect(added.body).toMatchObject({
    message: "۳ کد افزوده شد.",
    import: { state: "added", requested: 3, added: 3, left: 0 },
  });
  const { batches, product } = (await shop.desk(getStock, { params: { productId } })).body;
  expect(batches.slice(0, 1)).toMatchObject([
    { ...BOUGHT, dollar: 100_500, free: 3, held: 0, sold: 0, recalled: 0, bad: 0 },
  ]);
  expect(product).toMatchObject({ free: 3, coverDays: null });
  expect(await shop.sql("SELECT 1 FROM code_import_line WHERE import_id = ?1", id)).toEqual([]);
  // The same call again has the same answer and adds nothing.
  const again = await shop.desk(addImport, { params: { id }, body: { ...BOUGHT, expected: 3 } });
  expect(again.body).toMatchObject({ import: { added: 3 } });
  const buyer = await shop.newShopper({ balanceToman: 900_000 });
  const orderId = await buyer.buy(productId, 3);
  const [itemId = ""] = await shop.itemsOf(orderId);
  const content = await buyer.ask(getOrderItemContent, {
    params: { orderId, orderItemId: itemId },
    query: {},
  });
  expect(JSON.stringify(content.body)).toContain(given.trim());
});

test("the same lines sent again change nothing, and other lines in their place are refused", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const codes = newCodes(4);
  const id = crypto.randomUUID();
  const file = { id, productId, fileName: "a.csv", lines: 4 };
  const open = (more = {}) => shop.desk(openImport, { body: { ...file, ...more } });
  expect((await open()).status).toBe(200);
  expect((await open()).body.import).toMatchObject({ id, sent: 0 });
  expect((await open({ lines: 5 })).body).toMatchObject({ code: "import_taken" });
  expect((await open({ productId: await shop.newProduct() })).body).toMatchObject({
    code: "import_taken",
  });
  const send = (first: number, lines: string[]) =>
    shop.desk(sendLines, { params: { id }, body: { first, lines } });
  const firstTwo = codes.slice(0, 2);
  const answers = await Promise.all([send(1, firstTwo), send(1, firstTwo), send(1, firstTwo)]);
  expect(answers.map(({ body }) => body.import?.sent)).toEqual([2, 2, 2]);
  for (const [first, lines] of [
    [1, newCodes(2)],
    [4, codes.slice(3)],
    [3, newCodes(3)],
  ] as const)
    expect((await send(first, [...lines])).body).toMatchObject({ code: "other_lines" });
  const early = await shop.desk(addImport, { params: { id }, body: { ...BOUGHT, expected: 2 } });
  expect(early.body).toMatchObject({ code: "import_incomplete" });
  expect((await send(3, codes.slice(2))).body.import).toMatchObject({ sent: 4 });
  expect((await look(shop, id)).found).toMatchObject({ new: 4, twice: 0 });
});

const correctionOf = (id: string) => (lines: { line: number; text: string }[]) =>
  shop.desk(correctLines, { params: { id }, body: { lines } });
const findingsOf = async (id: string) =>
  (await look(shop, id)).rows.map(({ line, finding }) => `${String(line)} ${finding}`);

test("wrong lines are corrected or left out, and corrected ones are added with the same batch", async () => {
  const { productId, shelf, sold } = await stocked();
  const [one = "", two = "", three = "", four = "", five = ""] = newCodes(5);
  const file = [one, "SHORT-1", one, sold, "", "ODD-CODE", "ODD-CODE", two];
  const id = await bring(shop, productId, file, { headerRows: 1 });
  expect((await look(shop, id)).found).toMatchObject({ new: 2, unusual: 2, sold: 1, twice: 2 });
  const correct = correctionOf(id);
  const first = [
    { line: 3, text: ` ${three.slice(0, 4)}-${three.slice(4)} ` },
    { line: 4, text: three.toLowerCase() },
    { line: 5, text: shelf },
    { line: 6, text: "B\u0007AD-CODE" },
    { line: 7, text: "" },
  ];
  const answer = await correct(first);
  expect(answer.body).toMatchObject({
    message: "سطرها دوباره بررسی شد.",
    found: { new: 3, unusual: 1, shelf: 1, sold: 0, twice: 1, refused: 2 },
  });
  // Of two equal unusual lines the second is checked by itself when the first is left out.
  expect(await findingsOf(id)).toEqual([
    "2 new",
    "3 new",
    "4 twice",
    "5 shelf",
    "6 refused",
    "7 refused",
    "8 unusual",
    "9 new",
  ]);
  const { rows } = await look(shop, id, { finding: "problems" });
  expect(rows.map(({ why }) => why)).toEqual([
    "در همین پرونده هم هست، سطر ۳",
    expect.stringMatching(/^در انبار است/),
    "نشانه‌ای دارد که در کد نمی‌آید",
    "کنار گذاشته شد",
    expect.stringMatching(/^۷ کاراکتر دارد/),
  ]);
  // A browser that missed the answer sends everything again, which changes nothing.
  expect((await correct(first)).body.found).toEqual(answer.body.found);
  const again = { first: 1, lines: file };
  expect((await shop.desk(sendLines, { params: { id }, body: again })).status).toBe(200);
  // When a corrected line equals another line of the file, the corrected line is the repeated one.
  await correct([
    { line: 4, text: two },
    { line: 5, text: one },
  ]);
  expect((await look(shop, id, { finding: "twice" })).rows.map(({ why }) => why)).toEqual([
    "در همین پرونده هم هست، سطر ۹",
    "در همین پرونده هم هست، سطر ۲",
  ]);
  await correct([
    { line: 4, text: four },
    { line: 8, text: five },
  ]);
  expect((await addAll(shop, id, 5)).body.message).toBe("۵ کد افزوده شد.");
  const buyer = await shop.newShopper({ balanceToman: 900_000 });
  const orderId = await buyer.buy(productId, 6);
  const [itemId = ""] = await shop.itemsOf(orderId);
  const content = await buyer.ask(getOrderItemContent, {
    params: { orderId, orderItemId: itemId },
    query: {},
  });
  for (const code of [one, two, `${three.slice(0, 4)}-${three.slice(4)}`, four, five])
    expect(JSON.stringify(content.body)).toContain(code);
});

test("only wrong lines of a complete file that is not yet added can be corrected", async () => {
  const { productId } = await stocked();
  const [one = "", other = "", third = ""] = newCodes(3);
  const id = crypto.randomUUID();
  const params = { id };
  await shop.desk(openImport, { body: { id, productId, fileName: "a.csv", lines: 2 } });
  const correct = correctionOf(id);
  expect((await correctionOf(crypto.randomUUID())([{ line: 1, text: one }])).status).toBe(404);
  await shop.desk(sendLines, { params, body: { first: 1, lines: [one] } });
  expect((await correct([{ line: 1, text: other }])).body).toMatchObject({
    code: "import_incomplete",
  });
  await shop.desk(sendLines, { params, body: { first: 2, lines: [one] } });
  for (const line of [1, 3])
    expect((await correct([{ line, text: other }])).body).toMatchObject({ code: "lines_changed" });
  for (const lines of [
    [],
    [
      { line: 2, text: one },
      { line: 2, text: other },
    ],
    Array.from({ length: 21 }, (_, at) => ({ line: at + 1, text: one })),
    [{ line: 2, text: "A".repeat(502) }],
  ])
    expect((await correct(lines)).body).toMatchObject({ code: "invalid" });
  // Two operators at once: one line, one code.
  const answers = await Promise.all([
    correct([{ line: 2, text: other }]),
    correct([{ line: 2, text: third }]),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const helper = await newOperator(shop, { role: "support" });
  expect((await helper.askUntyped(correctLines, { params, body: {} })).body).toMatchObject({
    code: "role_too_low",
  });
  await addAll(shop, id, 2);
  expect((await correct([{ line: 2, text: one }])).body).toMatchObject({ code: "import_ended" });
});

test("a code that somebody saw before the database was restored is not sold again", async () => {
  const productId = await shop.newProduct({ priceToman: 100_000, stock: 0 });
  const codes = newCodes(3);
  const wasSeen = async (code = "") =>
    shop.sql(
      "INSERT INTO code_seen_before (fingerprint, order_item_id, seen_at) VALUES (?1, NULL, 1)",
      await fingerprintCode(shop.vault, code),
    );
  await wasSeen(codes[0]);
  const id = await bring(shop, productId, codes);
  const { rows } = await look(shop, id);
  expect(rows.map(({ finding }) => finding)).toEqual(["sold", "new", "new"]);
  expect(rows[0]?.why).toBe("پیش‌تر از انبار بیرون رفته است و فروخته نمی‌شود");
  // A file may have been looked at before the copy was made.
  await wasSeen(codes[1]);
  await addAll(shop, id, 2);
  const { product } = (await shop.desk(getStock, { params: { productId } })).body;
  expect(product).toMatchObject({ free: 1 });
});

test("the same file twice at once adds each code once", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const codes = newCodes(1_100);
  const [one, other] = [await bring(shop, productId, codes), await bring(shop, productId, codes)];
  const answers = await Promise.all([
    addAll(shop, one, 1_100),
    addAll(shop, one, 1_100),
    addAll(shop, other, 1_100),
  ]);
  const states = answers.map(({ status }) => status).toSorted();
  expect([
    [200, 200, 200],
    [200, 200, 409],
    [200, 409, 409],
  ]).toContainEqual(states);
  expect((await codesOf(productId)).length).toBe(1_100);
});

test("when two imports add the same codes, each adds only the codes that the other has not added", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const codes = newCodes(1_200);
  const [one, other] = [await bring(shop, productId, codes), await bring(shop, productId, codes)];
  const begin = (id: string) =>
    shop.desk(addImport, { params: { id }, body: { ...BOUGHT, expected: 1_200 } });
  expect((await begin(one)).body.import).toMatchObject({
    state: "adding",
    added: 1_000,
    left: 200,
  });
  const refused = await begin(other);
  expect(refused.body).toMatchObject({
    code: "shelf_changed",
    details: "پیش‌نمایش ۱۲۰۰ کد تازه داشت؛ اکنون ۲۰۰ کد تازه است.",
  });
  expect((await look(shop, other)).found).toMatchObject({ new: 200, shelf: 1_000 });
  const second = await shop.desk(addImport, {
    params: { id: other },
    body: { ...BOUGHT, expected: 200 },
  });
  expect(second.body.import).toMatchObject({ state: "adding", added: 0, left: 200 });
  // The second import is faster and also adds the 200 codes that the first has left.
  expect((await addAll(shop, other, 200)).body.message).toBe("۲۰۰ کد افزوده شد.");
  await shop.runJobs("imports");
  for (const [id, added] of [
    [one, 1_000],
    [other, 200],
  ] as const)
    expect((await look(shop, id)).import).toMatchObject({ added, state: "added" });
  expect((await addAll(shop, one, 1_200)).body.message).toMatch(/۲۰۰ کد در این میان/);
  expect((await codesOf(productId)).length).toBe(1_200);
});

test("an addition whose answer is lost, or whose browser left, is completed", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const id = await bring(shop, productId, newCodes(2_100));
  const put = () => shop.desk(addImport, { params: { id }, body: { ...BOUGHT, expected: 2_100 } });
  for (const mode of ["before", "after"] as const)
    for (const at of [1, 2, 3]) {
      await shop.trouble({ faults: [{ at, mode }] });
      await put();
    }
  await shop.trouble({});
  await shop.runJobs("imports");
  expect((await look(shop, id)).import).toMatchObject({ state: "added", added: 2_100 });
  expect((await codesOf(productId)).length).toBe(2_100);
  expect(
    await shop.sql(
      "SELECT count(*) AS n FROM code_batch WHERE product_id = ?1 AND supplier IS NOT NULL",
      productId,
    ),
  ).toEqual([{ n: 1 }]);
});

test("unusual codes are added only when their kind of doubt is accepted", async () => {
  const { productId } = await stocked();
  const unusual = `ODD-${crypto.randomUUID()}`;
  const id = await bring(shop, productId, [...newCodes(1), unusual]);
  const wrong = await addAll(shop, id, 2);
  expect(wrong.body).toMatchObject({
    code: "shelf_changed",
    details: expect.stringMatching(/۱ کد/),
  });
  const takes = ["shape" as const];
  expect((await addAll(shop, id, 2, { takes: ["first", "alike"] })).body).toMatchObject({
    code: "shelf_changed",
  });
  expect((await addAll(shop, id, 2, { takes })).body.import).toMatchObject({ added: 2 });
  const none = await bring(shop, productId, [unusual]);
  expect((await addAll(shop, none, 0)).body).toMatchObject({ code: "nothing_new" });
});

/** Codes like `UDMY-4821-7730`, which no other test has. */
const udmyCodes = (count: number) =>
  Array.from({ length: count }, () => `UDMY-${newDigits(4)}-${newDigits(4)}`);

test("the first file of a product is compared with itself, and no doubtful line counts as new", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const codes = [...new Set(udmyCodes(40))];
  const [plain = ""] = udmyCodes(1);
  const wrong = ["UDMY 10", '=HYPERLINK("http://a")', "کد ندارد", "1.23457E+15", "Claim Code"];
  const hidden = `${plain.slice(0, 6)}\u200b${plain.slice(6)}`;
  const alike = `UDMY–${newDigits(3)}۷–${newDigits(4)}`;
  const id = await bring(shop, productId, [...codes, ...wrong, hidden, alike]);
  const { found, doubts, rows } = await look(shop, id, { finding: "problems" });
  expect(found).toMatchObject({ new: codes.length, unusual: 3, refused: 4 });
  expect(doubts).toMatchObject({ shape: 1, hidden: 1, alike: 1, first: 0 });
  expect(rows.map(({ why }) => why)).toEqual([
    "۶ کاراکتر دارد؛ کدهای این کالا ۱۲ کاراکتری‌اند",
    "فرمول اکسل است، نه کد",
    "نوشته است، نه کد",
    "اکسل این عدد را به توان نوشته و رقم‌هایش از دست رفته است؛ از پروندهٔ اصلی بردارید",
    "نوشته است، نه کد",
    expect.stringMatching(/دیده نمی‌شود/),
    expect.stringMatching(/لاتین/),
  ]);
  // Each kind of doubt is accepted separately, and invisible characters are removed.
  const more = { takes: ["shape" as const, "hidden" as const] };
  expect((await addAll(shop, id, codes.length + 2, more)).body.import).toMatchObject({
    added: codes.length + 2,
  });
  const listed = udmyCodes(1).map((code) => `- ${code}`);
  const again = await bring(shop, productId, [plain, "UDMY 11", ...listed, "ناموجود", "تمام‌شده"]);
  // A shape that was accepted once is still unusual in later files.
  const looked = await look(shop, again);
  expect(looked.rows[2]?.why).toBe(
    "به تاریخ، لینک، شماره، قیمت یا نمونه‌ای خالی می‌ماند، یا چیزی کنار کد نوشته است",
  );
  expect(looked.rows.map(({ finding }) => finding)).toEqual([
    "shelf",
    "unusual",
    "unusual",
    "refused",
    "refused",
  ]);
});

test("a file whose codes differ or cannot be compared with others waits for a person", async () => {
  const [first = "", second = ""] = newCodes(2);
  const alone = await bring(shop, await shop.newProduct({ stock: 0 }), [first]);
  expect(await look(shop, alone)).toMatchObject({
    found: { new: 0, unusual: 1 },
    doubts: { first: 1 },
  });
  const mixed = [`${second} 1`, `john${second}`, `j${second.slice(0, 6)}`, `${second}${second}`];
  const unlike = await bring(shop, await shop.newProduct({ stock: 0 }), mixed);
  expect((await look(shop, unlike)).doubts).toMatchObject({ first: 4 });
  const numbers = Array.from({ length: 12 }, () => newDigits(12));
  const productId = await shop.newProduct({ stock: 0 });
  const zeros = await bring(shop, productId, [...numbers, "9876543210", "2025-11-26"]);
  const { doubts, rows } = await look(shop, zeros, { finding: "unusual" });
  expect(doubts).toMatchObject({ zeros: 1, unlike: 1 });
  expect(rows[0]?.why).toMatch(/صفرهای آغازش/);
  // When a supplier changes the shape of all codes, only the first file has to be accepted.
  await addAll(shop, zeros, 12);
  const changed = Array.from({ length: 10 }, () => `NEW-${newCharacters()}`);
  const next = await bring(shop, productId, changed);
  expect((await addAll(shop, next, 10, { takes: ["shape"] })).body.import?.added).toBe(10);
  const later = await bring(shop, productId, [`NEW-${newCharacters()}`]);
  expect((await look(shop, later)).found).toMatchObject({ new: 1 });
});

test("rounded numbers, phones and a name among the codes are recognised by the whole file", async () => {
  const rounded = Array.from({ length: 12 }, () => `4${newDigits(14)}0`);
  const first = await shop.newProduct({ stock: 0 });
  const cut = await look(shop, await bring(shop, first, rounded));
  expect(cut).toMatchObject({ found: { new: 0 }, doubts: { rounded: 12 } });
  expect(cut.rows[0]?.why).toBe(
    "شاید اکسل رقم‌های پس از پانزدهم را صفر کرده است؛ از پروندهٔ اصلی بردارید",
  );
  // The doubt is reported even when earlier codes have the same length.
  const whole = Array.from({ length: 12 }, () => `4${newDigits(14)}7`);
  const known = await shop.newProduct({ stock: 0 });
  await addAll(shop, await bring(shop, known, whole), 12);
  const later = Array.from({ length: 4 }, () => `4${newDigits(14)}0`);
  expect(await look(shop, await bring(shop, known, later))).toMatchObject({
    doubts: { rounded: 4 },
  });
  const phones = ["912", "935", "901", "999"].map((prefix) => `${prefix}${newDigits(7)}`);
  for (const list of [phones, phones.map((phone) => `98${phone}`)])
    expect(await look(shop, await bring(shop, first, list))).toMatchObject({
      found: { new: 0 },
      doubts: { unlike: 4 },
    });
  const named = ["GIFTCARDCODE", ...udmyCodes(30)];
  const { doubts, rows } = await look(shop, await bring(shop, first, named), {
    finding: "unusual",
  });
  expect(doubts).toMatchObject({ shape: 1 });
  expect(rows).toMatchObject([{ line: 1, why: "رقم ندارد؛ شاید نام ستون است، نه کد" }]);
});

test("a dropped or abandoned import leaves nothing behind", async () => {
  const productId = await shop.newProduct({ stock: 0 });
  const id = await bring(shop, productId, newCodes(3));
  const lines = () => shop.sql("SELECT 1 FROM code_import_line WHERE import_id = ?1", id);
  expect((await shop.desk(listImports)).body.imports.map((one) => one.id)).toContain(id);
  expect((await shop.desk(dropImport, { params: { id } })).status).toBe(200);
  expect(await lines()).toEqual([]);
  expect((await shop.desk(dropImport, { params: { id } })).body).toMatchObject({
    code: "import_ended",
  });
  expect((await addAll(shop, id, 3)).body).toMatchObject({ code: "import_ended" });
  const more = await shop.desk(sendLines, { params: { id }, body: { first: 1, lines: ["A"] } });
  expect(more.body).toMatchObject({ code: "import_ended" });
  const left = await bring(shop, productId, newCodes(3));
  await shop.turnClock(25 * 3_600_000);
  await shop.runJobs("tidy");
  expect((await look(shop, left)).import).toMatchObject({ state: "dropped" });
  expect(await shop.sql("SELECT 1 FROM code_import_line WHERE import_id = ?1", left)).toEqual([]);
  await shop.turnClock(0);
  const begun = await bring(shop, productId, newCodes(1_001));
  await shop.desk(addImport, { params: { id: begun }, body: { ...BOUGHT, expected: 1_001 } });
  for (const answer of [
    await shop.desk(dropImport, { params: { id: begun } }),
    await shop.desk(sendLines, { params: { id: begun }, body: { first: 1, lines: ["A"] } }),
    await correctionOf(begun)([{ line: 1_001, text: "A" }]),
  ])
    expect(answer.body).toMatchObject({ code: "import_under_way" });
  await shop.runJobs("imports");
});

test("an import needs a product that is delivered from stock, a file within the limits, and a person with the role", async () => {
  const body = { id: crypto.randomUUID(), productId: "none", fileName: "a.csv", lines: 1 };
  expect((await shop.desk(openImport, { body })).status).toBe(404);
  const manual = await shop.newProduct({ deliveryType: "manual" });
  expect(
    (await shop.desk(openImport, { body: { ...body, productId: manual } })).body,
  ).toMatchObject({ code: "by_hand" });
  for (const more of [{ lines: 100_001 }, { lines: 0 }, { id: "1" }, { fileName: "" }])
    expect((await shop.deskUntyped(openImport, { body: { ...body, ...more } })).body).toMatchObject(
      { code: "invalid", fields: expect.anything() },
    );
  const params = { id: crypto.randomUUID() };
  const bought = { ...BOUGHT, expected: 1 };
  for (const more of [{ supplier: "" }, { unitCost: 0 }, { dollar: -1 }])
    expect(
      (await shop.deskUntyped(addImport, { params, body: { ...bought, ...more } })).body,
    ).toMatchObject({ code: "invalid" });
  for (const answer of [
    await shop.desk(addImport, { params, body: bought }),
    await shop.desk(getImport, { params, query: {} }),
    await shop.desk(sendLines, { params, body: { first: 1, lines: ["A"] } }),
    await shop.desk(dropImport, { params }),
  ])
    expect(answer.status).toBe(404);
  const helper = await newOperator(shop, { role: "support" });
  for (const call of [openImport, sendLines, addImport, dropImport])
    expect((await helper.askUntyped(call, { params, body: {} })).body).toMatchObject({
      code: "role_too_low",
    });
});

test("no table, log line or answer contains the text of a code", async () => {
  const { productId } = await stocked();
  const codes = newCodes(2);
  const by = await newOperator(shop, { role: "finance" });
  const id = crypto.randomUUID();
  const [code = "", corrected = ""] = codes;
  const answers = [
    await by.ask(openImport, { body: { id, productId, fileName: "a.csv", lines: 2 } }),
    await by.ask(sendLines, { params: { id }, body: { first: 1, lines: [code, code] } }),
    await by.ask(correctLines, { params: { id }, body: { lines: [{ line: 2, text: corrected }] } }),
    await by.ask(getImport, { params: { id }, query: {} }),
    await by.ask(listImports),
  ];
  const tables = await shop.sql<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name GLOB 'c*' OR name = 'desk_decision'",
  );
  const dump = async () =>
    JSON.stringify(await shop.readAll(tables.map(({ name }) => `SELECT * FROM "${name}"`)));
  const before = await dump();
  const added = await by.ask(addImport, { params: { id }, body: { ...BOUGHT, expected: 2 } });
  const all = before + (await dump()) + JSON.stringify([...answers, added].map(({ body }) => body));
  for (const one of codes) expect(all.toUpperCase()).not.toContain(one);
  expect(
    (await linesOf(shop, by.name)).map(({ subject, verdict }) => `${subject} ${verdict}`),
  ).toEqual([
    "code_import looked_at",
    "list listed",
    "code_import corrected",
    "list listed",
    "list listed",
    "code_batch added",
  ]);
});

test("the desk command previews a file, and adds it when the supplier is given", async () => {
  const { productId, shelf } = await stocked();
  const folder = await mkdtemp(join(tmpdir(), "armaghan-codes-"));
  const file = join(folder, "codes.csv");
  await writeFile(file, `\ufeffردیف;کد\r\n1;${newCodes(1).join("")}\r\n2;${shelf}\r\n`);
  const dry = await runDesk(shop, ["codes", "add", productId, file]);
  expect(dry).toMatchObject({ code: 0, output: expect.stringMatching(/1 new[\s\S]*line 3/) });
  expect((await codesOf(productId)).length).toBe(2);
  const words = ["codes", "add", productId, file, "--supplier=پخش آزمایشی", "--cost=61000"];
  expect((await runDesk(shop, words)).output).toContain("۱ کد افزوده شد.");
  expect((await codesOf(productId)).length).toBe(3);
  await writeFile(file, Buffer.from([0xe3, 0xce, 0x0a]));
  expect((await runDesk(shop, words)).output).toMatch(/UTF-8/);
  // The command shows which column has the codes, and says when that is not certain.
  await writeFile(file, "AAAA1111CCCC,BBBB2222DDDD\nEEEE3333FFFF,GGGG4444HHHH\n");
  const asked = await runDesk(shop, words);
  expect(asked.output).toMatch(/not certain[\s\S]*AAAA••••••CC[\s\S]*Nothing was sent/);
  expect((await codesOf(productId)).length).toBe(3);
  await rm(folder, { recursive: true });
});
