import { expect } from "vitest";
import { answerLine } from "../../../contract/cart.ts";
import { changeQuestions, getDeskProduct } from "../../../contract/desk/product.ts";
import { createOrder } from "../../../contract/order.ts";
import { ANSWER_MAX, OPTIONS_MAX, QUESTIONS_MAX } from "../../../contract/question.ts";
import { put } from "./buying.ts";
import { allowsOnly, constant, expectAnswer, letters, type Limit, setting } from "./limit.ts";
import { type Stage } from "./stage.ts";
import { DAY } from "../../support/time.ts";

const QUESTION = "contract/question.ts";
const EMAIL = { id: "email", kind: "text" as const, label: "ایمیل" };

/** Writes a question of a product, as an operator who has just seen the product. */
async function ask(
  stage: Stage,
  id: string,
  questions: (Omit<typeof EMAIL, "kind"> & { kind: "text" | "region"; options?: string[] })[],
) {
  const { body } = await stage.desk(getDeskProduct, { params: { id } });
  const { questionsVersion: version } = body.product;
  return stage.desk(changeQuestions, { params: { id }, body: { questions, version } });
}

/** Makes a shopper with a product in the cart that has a question. */
async function asked(stage: Stage) {
  const shopper = await stage.newShopper({ balanceToman: 900_000 });
  const productId = await stage.newProduct();
  expectAnswer(await ask(stage, productId, [EMAIL]));
  expectAnswer(await put(shopper, productId));
  const answer = (text: string) =>
    shopper.ask(answerLine, { body: { productId, answers: [{ questionId: "email", text }] } });
  return { shopper, answer };
}

export const limitsOfQuestion: Limit[] = [
  constant(QUESTION, "QUESTIONS_MAX", "60", async (stage) => {
    const id = await stage.newProduct();
    const askSo = (count: number) =>
      ask(
        stage,
        id,
        Array.from({ length: count }, (_, at) => ({ ...EMAIL, id: `q${String(at)}` })),
      );
    await allowsOnly(askSo, { inside: QUESTIONS_MAX, beyond: QUESTIONS_MAX + 1 });
  }),
  constant(QUESTION, "OPTIONS_MAX", "300", async (stage) => {
    const id = await stage.newProduct();
    const askSo = (count: number) =>
      ask(stage, id, [
        {
          ...EMAIL,
          kind: "region",
          options: Array.from({ length: count }, (_, at) => `گزینهٔ ${String(at)}`),
        },
      ]);
    await allowsOnly(askSo, { inside: OPTIONS_MAX, beyond: OPTIONS_MAX + 1 });
  }),
  constant(QUESTION, "ANSWER_MAX", "10_000", async (stage) => {
    const { answer } = await asked(stage);
    await allowsOnly((length) => answer(letters(length)), {
      inside: ANSWER_MAX,
      beyond: ANSWER_MAX + 1,
    });
  }),
  setting("ANSWERS_KEPT_DAYS", async (stage) => {
    const { shopper, answer } = await asked(stage);
    expectAnswer(await answer("sara"));
    expectAnswer(await shopper.ask(createOrder, { body: {} }));
    const kept = () => stage.shop.sql("SELECT id FROM order_answer WHERE sealed <> ''");
    await stage.shop.runJobs();
    stage.pass(29 * DAY);
    await stage.shop.runJobs();
    expect(await kept()).toHaveLength(1);
    stage.pass(2 * DAY);
    await stage.shop.runJobs();
    expect(await kept()).toEqual([]);
  }),
];
