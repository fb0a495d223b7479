import { describe, expect, it } from "vitest";
import { getProducts } from "../../../contract/catalogue.ts";
import { getOrder } from "../../../contract/order.ts";
import { CANNED_PRAISES, createRating } from "../../../contract/rating.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const COMMENT = "کد بی‌درنگ رسید و در حساب من فعال شد.";

const shop = useSharedShop();

async function buyer(productId?: string, deliveryType: "instant" | "manual" = "instant") {
  const shopper = await shop.newShopper({ balanceToman: 2_000_000 });
  const product = productId ?? (await shop.newProduct({ deliveryType, stock: 20 }));
  const orderId = await shopper.buy(product);
  const [itemId = ""] = await shop.itemsOf(orderId);
  return { shopper, productId: product, orderId, itemId };
}

const rate = (
  shopper: TestShopper,
  orderItemId: string,
  stars: unknown = 5,
  comment: unknown = COMMENT,
) => shopper.askUntyped(createRating, { body: { orderItemId, stars, comment } });

async function ratingOf(productId: string): Promise<unknown> {
  const { products } = (
    await shop.ask(getProducts, { query: { type: "giftcard", subcategory: "itunes" } })
  ).body;
  return products.find(({ id }) => id === productId)?.rating;
}

describe("a rating", () => {
  it("is given once per delivered item, shown with the order and counted", async () => {
    const { shopper, productId, orderId, itemId } = await buyer();
    expect(await ratingOf(productId)).toBeNull();
    const rating = { stars: 4, comment: COMMENT };
    expect(await rate(shopper, itemId, 4)).toMatchObject({
      status: 200,
      body: { message: "نظر شما با موفقیت ثبت شد", rating },
    });
    expect((await shopper.ask(getOrder, { params: { orderId } })).body).toMatchObject({
      order: { OrderItems: [{ Rating: rating }] },
    });
    expect(await ratingOf(productId)).toEqual({ average: 4, count: 1 });
    const message = "برای این محصول پیش‌تر نظر داده‌اید.";
    expect(await rate(shopper, itemId, 1)).toMatchObject({
      status: 409,
      body: { code: "already_rated", message },
    });
    expect(await ratingOf(productId)).toEqual({ average: 4, count: 1 });
  });

  it("is given once, however often it is sent at once", async () => {
    const { shopper, productId, itemId } = await buyer();
    const answers = await Promise.all(Array.from({ length: 8 }, () => rate(shopper, itemId, 3)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 7 }, () => 409),
    ]);
    expect(await ratingOf(productId)).toEqual({ average: 3, count: 1 });
  });

  it("counts in an average with one decimal, unless its text is ready-made praise", async () => {
    const productId = await shop.newProduct({ stock: 20 });
    const name = productId;
    const comments: [number, string][] = [
      [5, COMMENT],
      [4, `${COMMENT} عالی بود.`],
      [4, CANNED_PRAISES[0].slice(0, -1)],
      [5, `${name} ${CANNED_PRAISES[0]}`],
      [5, `${name}   ${CANNED_PRAISES[1].replaceAll(" ", "  ")} `],
      [5, `سلام ${CANNED_PRAISES[2]}`],
      [5, CANNED_PRAISES[3]],
    ];
    for (const [stars, comment] of comments) {
      const { shopper, itemId } = await buyer(productId);
      expect((await rate(shopper, itemId, stars, comment)).status).toBe(200);
    }
    expect(await ratingOf(productId)).toEqual({ average: 4.3, count: 3 });
    const rows = await shop.sql(
      "SELECT 1 FROM rating WHERE product_id = ?1 AND is_canned = 1",
      productId,
    );
    expect(rows).toHaveLength(4);
  });

  it("needs a delivery and belongs to its buyer", async () => {
    const { shopper, itemId } = await buyer(undefined, "manual");
    const notYet = {
      status: 409,
      body: { code: "not_delivered", message: "لطفاً تا تحویل محصول صبر کنید" },
    };
    expect(await rate(shopper, itemId)).toMatchObject(notYet);
    const missing = {
      status: 404,
      body: { code: "order_item_not_found", message: "این محصول در سفارش‌های شما پیدا نشد." },
    };
    const other = await buyer();
    expect(await rate(other.shopper, itemId)).toMatchObject(missing);
    expect(await rate(shopper, other.itemId)).toMatchObject(missing);
    expect(await rate(shopper, "no-such-item")).toMatchObject(missing);
    expect(
      (await shop.ask(createRating, { body: { orderItemId: itemId, stars: 5, comment: COMMENT } }))
        .status,
    ).toBe(401);
    expect(await shop.sql("SELECT 1 FROM rating WHERE order_item_id = ?1", itemId)).toEqual([]);
  });

  it("with a wrong field is refused with an error at that field", async () => {
    const { shopper, itemId } = await buyer();
    const refused: [string, unknown, string][] = [
      ["stars", 0, "لطفاً امتیاز خود را انتخاب کنید"],
      ["stars", 6, "لطفاً امتیاز خود را انتخاب کنید"],
      ["stars", 4.5, "لطفاً امتیاز خود را انتخاب کنید"],
      ["stars", "5", "لطفاً امتیاز خود را انتخاب کنید"],
      ["comment", "", "لطفاً نظر خود را وارد کنید (حداقل 10 کاراکتر)"],
      ["comment", "خوب", "این فیلد باید حداقل ۱۰ کاراکتر باشد."],
      ["comment", "خ".repeat(5001), "این فیلد باید حداکثر ۵۰۰۰ کاراکتر باشد."],
    ];
    for (const [field, value, sentence] of refused) {
      const right: Record<string, unknown> = { orderItemId: itemId, stars: 5, comment: COMMENT };
      const answer = await shopper.askUntyped(createRating, { body: { ...right, [field]: value } });
      expect(answer).toMatchObject({ status: 422, body: { fields: { [field]: sentence } } });
    }
  });
});
