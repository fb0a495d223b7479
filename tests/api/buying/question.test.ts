import { afterEach, describe, expect, test } from "vitest";
import {
  addItems,
  answerLine,
  getCart,
  priceGuestCart,
  removeItem,
} from "../../../contract/cart.ts";
import { importCatalogue, previewCatalogue } from "../../../contract/desk/catalogue-file.ts";
import { deliver, readAnswers } from "../../../contract/desk/delivery.ts";
import { getDeskOrder } from "../../../contract/desk/order.ts";
import { changeQuestions, getDeskProduct } from "../../../contract/desk/product.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import { exportPerson } from "../../../contract/desk/user.ts";
import { createOrder, getOrder } from "../../../contract/order.ts";
import { linesOf, newOperator } from "../../support/operator.ts";
import { type TestShopper, authorityOf } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { DAY } from "../../support/time.ts";

/** Questions of a product to its buyer: at the desk, in the cart, the order and the delivery. */

const shop = useSharedShop({ audit: true });
afterEach(() => shop.turnClock(0));

const PLAYER = {
  id: "player-id",
  kind: "player",
  label: "شناسهٔ بازیکن",
  form: "digits",
  least: 8,
  most: 12,
  example: "100200300",
} as const;
const EMAIL = { id: "email", kind: "email", label: "ایمیل حساب" } as const;
const REGION = {
  id: "region",
  kind: "region",
  label: "منطقهٔ حساب",
  options: ["ترکیه", "آمریکا"],
  isRequired: false,
} as const;
type Written = Parameters<typeof ask>[1];

const pageOf = async (id: string) =>
  (await shop.desk(getDeskProduct, { params: { id } })).body.product;

/** Writes the questions of a product, as an operator who has just seen it. */
async function ask(
  id: string,
  questions: readonly { id: string; kind: string; label: string }[],
): Promise<void> {
  const { questionsVersion: version } = await pageOf(id);
  const answer = await shop.deskUntyped(changeQuestions, {
    params: { id },
    body: { questions, version },
  });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
}

/** A shopper with a product in the cart that is delivered by hand and asks something. */
async function asked(questions: Written = [PLAYER], more: { deliveryType?: "instant" } = {}) {
  const product = await shop.newProduct({ deliveryType: "manual", stock: 9, ...more });
  await ask(product, questions);
  const shopper = await shop.newShopper({ balanceToman: 900_000 });
  await shopper.put(product);
  return { product, shopper };
}
const write = (shopper: TestShopper, productId: string, questionId: string, text: string) =>
  shopper.ask(answerLine, { body: { productId, answers: [{ questionId, text }] } });
const lineOf = async (shopper: TestShopper) =>
  (await shopper.ask(getCart)).body.cart.CartItems[0]?.questions;
const buy = (shopper: TestShopper) => shopper.ask(createOrder, { body: {} });

async function bought(text = "512345678") {
  const { product, shopper } = await asked();
  expect((await write(shopper, product, "player-id", text)).status).toBe(200);
  const { body, status } = await buy(shopper);
  expect(status).toBe(200);
  const itemId = (await shopper.order(body.orderId)).OrderItems[0]?.id ?? "";
  return { product, shopper, orderId: body.orderId, itemId };
}

describe("an operator", () => {
  test("writes, changes, sorts and removes the questions of a product, each time with a line in the log", async () => {
    const id = await shop.newProduct();
    const operator = await newOperator(shop, { role: "finance" });
    const put = async (questions: unknown) =>
      operator.askUntyped(changeQuestions, {
        params: { id },
        body: { questions, version: (await pageOf(id)).questionsVersion },
      });
    expect((await put([PLAYER, EMAIL])).status).toBe(200);
    expect((await pageOf(id)).questions).toMatchObject([{ ...PLAYER, isRequired: true }, EMAIL]);
    expect((await put([EMAIL, { ...PLAYER, label: "آیدی" }])).status).toBe(200);
    // The same request again changes nothing and leaves no line in the log.
    expect((await put([EMAIL, { ...PLAYER, label: "آیدی" }])).status).toBe(200);
    expect((await put([])).status).toBe(200);
    expect((await pageOf(id)).questions).toEqual([]);
    const lines = (await linesOf(shop, operator.name)).filter(
      ({ verdict }) => verdict === "questioned",
    );
    expect(lines).toHaveLength(3);
    expect(lines[0]).toMatchObject({ subject: "product", subject_id: id });
  });

  test("needs the role finance, and can change only questions that are still as the operator saw them", async () => {
    const id = await shop.newProduct();
    const { questionsVersion: version } = await pageOf(id);
    const body = { questions: [PLAYER], version };
    const support = await newOperator(shop, { role: "support" });
    expect((await support.ask(changeQuestions, { params: { id }, body })).status).toBe(403);
    const answers = await Promise.all(
      [EMAIL, PLAYER].map((question) =>
        shop.desk(changeQuestions, { params: { id }, body: { ...body, questions: [question] } }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.code).toBe("stale_catalogue");
  });

  test.each([
    ["two questions with one id", [PLAYER, { ...EMAIL, id: PLAYER.id }], "questions"],
    ["a region without options", [{ ...REGION, options: ["ترکیه"] }], "questions.0.options"],
    ["equal options", [{ ...REGION, options: ["ترکیه", "ترکیه"] }], "questions.0.options"],
    ["a minimum length above the maximum", [{ ...PLAYER, least: 9, most: 8 }], "questions.0.most"],
    ["a regular expression as a form", [{ ...PLAYER, form: "(a+)+$" }], "questions.0.form"],
    ["an unknown property", [{ ...PLAYER, pattern: "(a+)+$" }], "questions.0"],
    ["tags", [{ ...PLAYER, label: "<b>شناسه</b>" }], "questions.0.label"],
    ["control characters", [{ ...PLAYER, help: "از \u0000این‌جا" }], "questions.0.help"],
    ["10,000 letters", [{ ...PLAYER, label: "ش".repeat(10_000) }], "questions.0.label"],
    [
      "seven questions",
      Array.from({ length: 7 }, (_, at) => ({ ...EMAIL, id: `e${String(at)}` })),
      "questions",
    ],
  ])("is refused %s", async (_, questions, field) => {
    const id = await shop.newProduct();
    const { questionsVersion: version } = await pageOf(id);
    const answer = await shop.deskUntyped(changeQuestions, {
      params: { id },
      body: { questions, version },
    });
    expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([422, [field]]);
    expect((await pageOf(id)).questions).toEqual([]);
  });

  test("writes questions with the catalogue file, or keeps them if the file has none", async () => {
    const stamp = String(Date.now() % 1e9);
    const fileOf = (more: object) => ({
      categories: [
        {
          type: `q-${stamp}`,
          displayName: "پرسنده",
          subcategories: [
            {
              urlName: `q-${stamp}`,
              displayName: "پرسنده",
              latinName: "Asker",
              hue: 10,
              tagline: "برای آزمون پرسش‌ها.",
              regionNotice: "حساب شما باید جهانی باشد.",
              products: [
                {
                  name: "کارت پرسنده",
                  region: "جهانی",
                  denomination: "60",
                  deliveryType: "manual",
                  price: 90_000,
                  stock: 3,
                  ...more,
                },
              ],
            },
          ],
        },
      ],
    });
    const bring = async (more: object) => {
      const catalogue = fileOf(more);
      const { body } = await shop.deskUntyped(previewCatalogue, { body: { catalogue } });
      const { fingerprint } = body;
      await shop.deskUntyped(importCatalogue, { body: { catalogue, fingerprint } });
      return body;
    };
    const made = await bring({ questions: [PLAYER] });
    const id = made.changes.find(({ kind }) => kind === "product")?.id ?? "";
    const [row] = await shop.sql<{ id: string }>(
      "SELECT id FROM product WHERE name = 'کارت پرسنده' AND subcategory_id = ?1",
      `q-${stamp}-q-${stamp}`,
    );
    expect(id).not.toBe("");
    expect((await pageOf(row?.id ?? "")).questions).toMatchObject([PLAYER]);
    expect((await bring({})).changes).toEqual([]);
    expect((await bring({ questions: [PLAYER] })).changes).toEqual([]);
    expect((await bring({ questions: [EMAIL] })).changes).toMatchObject([{ kind: "questions" }]);
    expect((await pageOf(row?.id ?? "")).questions).toMatchObject([EMAIL]);
    const wrong = await shop.deskUntyped(previewCatalogue, {
      body: { catalogue: fileOf({ questions: [{ ...PLAYER, kind: "iban" }] }) },
    });
    expect(wrong.status).toBe(422);
  });
});

describe("a line of the cart", () => {
  test("asks once for all units, stores what was typed, and says what is wrong", async () => {
    const { product, shopper } = await asked([PLAYER, EMAIL, REGION]);
    await shopper.put(product, 3);
    expect(await lineOf(shopper)).toMatchObject([
      { id: "player-id", answer: "", mistake: "«شناسهٔ بازیکن» را بنویسید." },
      { id: "email", mistake: "«ایمیل حساب» را بنویسید." },
      { id: "region", isRequired: false, mistake: "" },
    ]);
    const given = await shopper.ask(answerLine, {
      body: {
        productId: product,
        answers: [
          { questionId: "player-id", text: "\u202a ۵۱۲۳ ٤٥٦\u200f７\u202c" },
          { questionId: "email", text: "sara@" },
          { questionId: "region", text: "چین" },
        ],
      },
    });
    const expected = [
      { answer: "51234567", mistake: "" },
      { answer: "sara@", mistake: "این ایمیل درست نیست. نمونه: name@example.com" },
      { answer: "چین", mistake: "«منطقهٔ حساب» را انتخاب کنید." },
    ];
    expect(given.body.cart.CartItems[0]?.questions).toMatchObject(expected);
    // The answer is also there on another device, and after a change of the quantity.
    await shopper.put(product, 2);
    expect(await lineOf(shopper)).toMatchObject(expected);
    await write(shopper, product, "player-id", "123");
    await write(shopper, product, "region", "");
    expect(await lineOf(shopper)).toMatchObject([
      { answer: "123", mistake: "«شناسهٔ بازیکن» از ۸ تا ۱۲ رقم است." },
      { answer: "sara@" },
      { answer: "", mistake: "" },
    ]);
  });

  test.each([
    ["10,000 letters", "player-id", "۱".repeat(10_000), 422],
    ["a control character", "player-id", "5123\u00004567", 422],
    ["an unknown question", "phone", "51234567", 409],
  ])("refuses %s and leaves the stored answer unchanged", async (_, questionId, text, status) => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "51234567");
    const answer = await write(shopper, product, questionId, text);
    expect([answer.status, typeof answer.body.message]).toEqual([status, "string"]);
    expect(await lineOf(shopper)).toMatchObject([{ answer: "51234567" }]);
  });

  test("treats HTML tags as plain text, and says when a player id is not a number", async () => {
    const { product, shopper } = await asked([
      PLAYER,
      { id: "note", kind: "text", label: "یادداشت" },
    ]);
    await write(shopper, product, "note", "<script>alert(1)</script>");
    await write(shopper, product, "player-id", "<b>");
    expect(await lineOf(shopper)).toMatchObject([
      { mistake: "«شناسهٔ بازیکن» تنها با رقم نوشته می‌شود." },
      { answer: "<script>alert(1)</script>", mistake: "" },
    ]);
  });

  test("belongs to its shopper, and is deleted with the line", async () => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "51234567");
    const stranger = await shop.newShopper();
    expect((await write(stranger, product, "player-id", "99999999")).body.code).toBe("not_asked");
    await stranger.put(product);
    await write(stranger, product, "player-id", "88888888");
    expect(await lineOf(shopper)).toMatchObject([{ answer: "51234567" }]);
    await shopper.ask(removeItem, { params: { productId: product } });
    await shopper.put(product);
    expect(await lineOf(shopper)).toMatchObject([{ answer: "" }]);
  });

  test("stores what two devices write at once", async () => {
    const { product, shopper } = await asked([PLAYER, EMAIL]);
    await Promise.all([
      write(shopper, product, "player-id", "51234567"),
      write(shopper, product, "email", "sara@example.com"),
      ...Array.from({ length: 5 }, () => write(shopper, product, "player-id", "51234567")),
    ]);
    expect(await lineOf(shopper)).toMatchObject([
      { answer: "51234567" },
      { answer: "sara@example.com" },
    ]);
  });

  test("hides its answer, and a guest's cart cannot change it, until the second code is typed", async () => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "51234567");
    const prove = (needsCode: number) =>
      shop.sql(
        "UPDATE session SET needs_second_code = ?2 WHERE user_id = ?1",
        shopper.id,
        needsCode,
      );
    await prove(1);
    expect(await lineOf(shopper)).toMatchObject([{ answer: "", mistake: "" }]);
    const answers = [{ questionId: "player-id", text: "99999999" }];
    const items = [{ productId: product, quantity: 1, answers }];
    expect(await write(shopper, product, "player-id", "99999999")).toMatchObject({ status: 403 });
    const brought = await shopper.ask(addItems, { body: { items } });
    expect(brought.status).toBe(200);
    expect(JSON.stringify(brought.body)).not.toMatch(/51234567|99999999/);
    await prove(0);
    expect(await lineOf(shopper)).toMatchObject([{ answer: "51234567" }]);
    await shopper.ask(addItems, { body: { items } });
    expect(await lineOf(shopper)).toMatchObject([{ answer: "99999999" }]);
  });

  test("of a guest has its answer checked, and keeps it when the guest signs in", async () => {
    const product = await shop.newProduct({ deliveryType: "manual" });
    await ask(product, [PLAYER]);
    const line = (text: string, questionId = "player-id") => ({
      productId: product,
      quantity: 1,
      answers: [{ questionId, text }],
    });
    const price = async (text: string) =>
      (await shop.ask(priceGuestCart, { body: { cart: [line(text)] } })).body.cart.CartItems[0]
        ?.questions;
    expect(await price("12\u0000")).toMatchObject([
      { mistake: "پس از «12» کاراکتری هست که پذیرفته نمی‌شود؛ آن را پاک کنید." },
    ]);
    expect(await price("۵۱۲۳\u202e۴۵۶۷")).toMatchObject([{ answer: "51234567", mistake: "" }]);
    const shopper = await shop.newShopper();
    await shopper.ask(addItems, { body: { items: [line("51234567")] } });
    await shopper.ask(addItems, { body: { items: [line("x", "gone")] } });
    expect(await lineOf(shopper)).toMatchObject([{ answer: "51234567" }]);
  });
});

describe("a purchase", () => {
  test("needs valid answers for each way of paying, and otherwise moves no money", async () => {
    const { product, shopper } = await asked();
    const nothing = { status: 409, body: { code: "answers_needed" } };
    expect(await buy(shopper)).toMatchObject(nothing);
    expect(await shopper.initiate()).toMatchObject(nothing);
    expect(await shopper.initiate({ isUsedWallet: true })).toMatchObject(nothing);
    await write(shopper, product, "player-id", "12");
    expect(await buy(shopper)).toMatchObject(nothing);
    expect(await shopper.balance()).toBe(900_000);
    expect(await shop.sql("SELECT id FROM orders WHERE user_id = ?1", shopper.id)).toEqual([]);
    await write(shopper, product, "player-id", "512345678");
    expect((await buy(shopper)).status).toBe(200);
    // A second purchase of the product needs new answers.
    await shopper.put(product);
    expect(await buy(shopper)).toMatchObject(nothing);
  });

  test("is refused when an operator changes the questions before it", async () => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "512345678");
    await ask(product, [PLAYER, EMAIL]);
    expect((await buy(shopper)).body.code).toBe("answers_needed");
    await ask(product, [EMAIL]);
    expect((await write(shopper, product, "player-id", "99999999")).body.code).toBe("not_asked");
    expect((await shopper.initiate()).body.code).toBe("answers_needed");
    expect(await shopper.balance()).toBe(900_000);
    await ask(product, []);
    const { orderId } = (await buy(shopper)).body;
    // The order has no answer to a question that was removed.
    expect((await shopper.order(orderId)).OrderItems[0]?.answers).toBeUndefined();
  });

  test("has the answers that were in the cart when the payment started", async () => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "512345678");
    const authority = authorityOf(await shopper.initiate());
    await write(shopper, product, "player-id", "777777777");
    await ask(product, [{ ...PLAYER, label: "چیز دیگر" }, EMAIL]);
    await shop.sandbox.pay(authority);
    expect((await shopper.verify(authority)).body.success).toBe(true);
    const [order] = await shopper.orders();
    expect((await shopper.order(order?.id ?? "")).OrderItems[0]?.answers).toEqual({
      isForgotten: false,
      answers: [{ label: "شناسهٔ بازیکن", kind: "player", text: "512345678" }],
    });
  });

  test("has the corrected answer when it is started again after a correction", async () => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "512345678");
    const first = authorityOf(await shopper.initiate());
    await write(shopper, product, "player-id", "777777777");
    const second = authorityOf(await shopper.initiate());
    expect(second).not.toBe(first);
    await shop.sandbox.pay(second);
    await shopper.verify(second);
    const [order] = await shopper.orders();
    const { OrderItems: items } = await shopper.order(order?.id ?? "");
    expect(items[0]?.answers?.answers).toMatchObject([{ text: "777777777" }]);
  });
});

describe("answers of an order", () => {
  test("are read by the buyer, and by operators who deliver, each time with a line in the log", async () => {
    const { shopper, orderId, itemId } = await bought();
    const given = [{ label: "شناسهٔ بازیکن", kind: "player", text: "512345678" }];
    expect((await shopper.order(orderId)).OrderItems[0]?.answers?.answers).toEqual(given);
    const stranger = await shop.newShopper();
    expect((await stranger.ask(getOrder, { params: { orderId } })).status).toBe(404);

    const support = await newOperator(shop, { role: "support" });
    const params = { orderItemId: itemId };
    expect((await support.ask(readAnswers, { params })).body).toEqual({
      isForgotten: false,
      answers: given,
    });
    const seen = (await linesOf(shop, support.name)).map(({ verdict }) => verdict);
    expect(seen).toContain("answers_read");
    const { body } = await support.ask(getQueuePane, { params: { kind: "delivery", id: itemId } });
    expect(body.pane.facts).toContainEqual({
      label: "شناسهٔ بازیکن",
      value: "512345678",
      form: "latin",
    });
    expect((await linesOf(shop, support.name)).map(({ verdict }) => verdict)).toContain("viewed");

    const viewer = await newOperator(shop, { role: "viewer" });
    expect((await viewer.ask(readAnswers, { params })).status).toBe(403);
    const order = await viewer.ask(getDeskOrder, { params: { id: orderId } });
    expect(order.body.order.items[0]?.answers).toBe("kept");
    expect(JSON.stringify(order.body)).not.toContain("512345678");
  });

  test("are refused with 404 for an item without questions", async () => {
    const product = await shop.newProduct({ deliveryType: "manual" });
    const shopper = await shop.newShopper({ balanceToman: 900_000 });
    await shopper.put(product);
    const { orderId } = (await buy(shopper)).body;
    const itemId = (await shopper.order(orderId)).OrderItems[0]?.id ?? "";
    expect((await shop.desk(readAnswers, { params: { orderItemId: itemId } })).status).toBe(404);
  });

  test("are stored only sealed, and exported to their owner", async () => {
    const { product, shopper, itemId } = await bought();
    await shopper.put(product);
    await write(shopper, product, "player-id", "600700800");
    const rows = await shop.readAll([
      `SELECT * FROM cart_answer WHERE user_id = '${shopper.id}'`,
      `SELECT * FROM order_answer WHERE id = '${itemId}'`,
      "SELECT note, state_before, state_after FROM desk_decision",
      "SELECT token FROM outbox",
    ]);
    expect(rows[0]).toHaveLength(1);
    expect(rows[1]).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/512345678|600700800/);
    const { data } = (await shop.desk(exportPerson, { params: { id: shopper.id } })).body;
    expect(data["cartAnswers"]).toMatchObject([{ answer: "600700800" }]);
    expect(JSON.stringify(data["orderAnswers"])).toContain("512345678");
  });

  test("are forgotten thirty days after delivery, and no earlier", async () => {
    const { product, shopper, orderId, itemId } = await bought();
    await shopper.put(product);
    await write(shopper, product, "player-id", "600700800");
    const params = { orderItemId: itemId };
    const answersOf = async () => (await shopper.order(orderId)).OrderItems[0]?.answers;
    // Makes the rows older instead of turning the clock, which would end the session.
    const age = (days: number) =>
      shop.sql(
        "UPDATE order_answer SET ended_at = ended_at - ?2 WHERE id = ?1",
        itemId,
        days * DAY,
      );
    await shop.sql(
      "UPDATE cart_answer SET written_at = written_at - ?2 WHERE user_id = ?1",
      shopper.id,
      31 * DAY,
    );
    await age(31);
    await shop.runJobs("tidy");
    // No answer is forgotten while the item waits for delivery, however long that takes.
    expect(await answersOf()).toMatchObject({ isForgotten: false });
    // An answer in a cart is forgotten after the same time.
    expect(await lineOf(shopper)).toMatchObject([{ answer: "" }]);
    await shop.desk(deliver, { params, body: { codes: [`GAME-${itemId}`] } });
    await shop.runJobs("tidy");
    await age(29);
    await shop.runJobs("tidy");
    expect(await answersOf()).toMatchObject({ isForgotten: false });
    await age(2);
    await shop.runJobs("tidy");
    expect(await answersOf()).toEqual({ isForgotten: true, answers: [] });
    expect((await shop.desk(readAnswers, { params })).body).toEqual({
      isForgotten: true,
      answers: [],
    });
    const [row] = await shop.sql("SELECT sealed FROM order_answer WHERE id = ?1", itemId);
    expect(row).toEqual({ sealed: "" });
  });

  test("are also forgotten when the order was never paid", async () => {
    const { product, shopper } = await asked();
    await write(shopper, product, "player-id", "512345678");
    await shop.sandbox.cancel(authorityOf(await shopper.initiate()));
    const kept = () =>
      shop.sql(
        `SELECT a.id FROM order_answer a JOIN order_item i ON i.id = a.id
         JOIN orders o ON o.id = i.order_id WHERE o.user_id = ?1 AND a.sealed <> ''`,
        shopper.id,
      );
    expect(await kept()).toHaveLength(1);
    await shop.turnClock(DAY);
    await shop.runJobs("payments");
    await shop.turnClock(29 * DAY);
    await shop.runJobs("tidy");
    expect(await kept()).toHaveLength(1);
    await shop.turnClock(32 * DAY);
    await shop.runJobs("tidy");
    expect(await kept()).toHaveLength(0);
  });
});
