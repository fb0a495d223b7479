import { Hono } from "hono";
import {
  CART_LINES_MAX,
  type Cart,
  addItems,
  answerLine,
  applyDiscount,
  cartRefusals,
  checkDiscount,
  priceGuestCart,
  setQuantity,
} from "../../../contract/cart.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { questionRefusals } from "../../../contract/question.ts";
import { DiscountCodeText } from "../../../contract/field.ts";
import { isUnreadable } from "../../../persian/clean-text.ts";
import { countAgainstLimit, undoCount, checkRateLimit } from "../../base/rate-limit.ts";
import { runBatch, readFirst, readAll } from "../../base/batch.ts";
import {
  type Shop,
  type ShopEnv,
  type ShopperEnv,
  body,
  callerAddress,
  refuse,
  shopper,
} from "../../base/context.ts";
import { cartAnswerContext, cartAnswerId, writeAnswers } from "../question/statements.ts";
import { type CartAnswers } from "../question/seals.ts";
import { answersOf, mergeLines, readCart, readGuestCart, withoutAnswers } from "./read-cart.ts";
import { type DiscountCodeRow, isUsable, isUsedUpBy } from "../discount-code/rules.ts";
import { findDiscountCode } from "../discount-code/statements.ts";
import { type CartProduct, priceCart, showCart } from "./rules.ts";
import * as statements from "./statements.ts";

export const carts = new Hono<ShopEnv>();

carts.get("/", shopper, async (c) => c.json(await showCartOf(c.var)));

carts.get("/product-count", shopper, async (c) => {
  const row = await readFirst(statements.countLines(c.var.shop.db, c.var.userId));
  return c.json({ productCount: row?.count ?? 0 });
});

carts.put("/quantity", shopper, body(setQuantity.body), async (c) => {
  const { db, now } = c.var.shop;
  const { productId, quantity } = c.var.body;
  const product = await readFirst(statements.findProducts(db, c.var.userId, [productId], now()));
  if (!product) return refuse(c, cartRefusals.productNotFound);
  if (product.available < quantity)
    return refuse(c, cartRefusals.outOfStock, { details: String(product.available) });
  const isDone = await runBatch(db, [
    statements.setLine(db, c.var.userId, productId, quantity, now()),
    statements.claimCartFits(db, c.var.userId, CART_LINES_MAX),
  ]);
  return isDone ? c.json(await showCartOf(c.var)) : refuse(c, cartRefusals.cartFull);
});

carts.put("/answers", shopper, body(answerLine.body), async (c) => {
  const { shop, userId } = c.var;
  const { productId, answers } = c.var.body;
  const texts = new Map(answers.map(({ questionId, text }) => [questionId, text]));
  const sealed = await sealAnswers(shop, userId, new Map([[productId, texts]]));
  return (await runBatch(shop.db, writeAnswers(shop.db, userId, sealed, shop.now())))
    ? c.json(await showCartOf(c.var))
    : refuse(c, questionRefusals.notAsked);
});

carts.delete("/items/:productId", shopper, async (c) => {
  await statements.removeLine(c.var.shop.db, c.var.userId, c.req.param("productId")).run();
  return c.json(await showCartOf(c.var));
});

carts.delete("/", shopper, async (c) => {
  const { db } = c.var.shop;
  await db.batch([
    statements.removeAllLines(db, c.var.userId),
    statements.setDiscountCode(db, c.var.userId, null),
  ]);
  return c.json(await showCartOf(c.var));
});

carts.post("/multiple-items", shopper, body(addItems.body), async (c) => {
  const { db, now } = c.var.shop;
  const requested = mergeLines(c.var.body.items);
  const results = await readAll(
    statements.findProducts(db, c.var.userId, [...requested.keys()], now()),
  );
  const lines = results.map((product) => {
    const quantity = requested.get(product.id) ?? 1;
    return statements.raiseLine(
      db,
      c.var.userId,
      product.id,
      Math.min(quantity, product.available || quantity),
      now(),
    );
  });
  const answers = await sealAnswers(
    c.var.shop,
    c.var.userId,
    answersStillAsked(results, answersOf(c.var.body.items)),
  );
  const isDone = await runBatch(db, [
    ...lines,
    statements.claimCartFits(db, c.var.userId, CART_LINES_MAX),
    ...(answers.length === 0
      ? []
      : writeAnswers(db, c.var.userId, answers, now(), { mayReplace: c.var.isProven })),
  ]);
  if (!isDone) return refuse(c, cartRefusals.cartFull);
  const discount = await guessDiscountCode(c.var.shop, c.var.body.discountCode, {
    userId: c.var.userId,
    guesser: c.var.userId,
  });
  if (discount) await statements.setDiscountCode(db, c.var.userId, discount.id).run();
  return c.json(await showCartOf(c.var));
});

carts.post("/guest", body(priceGuestCart.body), async (c) => {
  const { db, now } = c.var.shop;
  const discount = await guessDiscountCode(c.var.shop, c.var.body.discountCode, {
    userId: null,
    guesser: callerAddress(c),
  });
  const cart = await readGuestCart(db, c.var.body.cart, discount, now());
  return c.json({ cart: showCart(cart, cart.asked) });
});

carts.post("/apply-discount", shopper, body(applyDiscount.body), async (c) => {
  const { db, now } = c.var.shop;
  const wait = await countGuess(c.var.shop, c.var.userId);
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const cart = await readCart(c.var.shop, c.var.userId);
  if (cart.lines.length === 0) return refuse(c, cartRefusals.noActiveCart);
  const discount = await readFirst(findDiscountCode(db, c.var.body.code, c.var.userId, now()));
  if (!discount || !isUsable(discount, c.var.userId, now())) {
    const refusal =
      discount && isUsedUpBy(discount, c.var.userId)
        ? cartRefusals.usedDiscountCode
        : cartRefusals.wrongDiscountCode;
    return refuse(c, refusal, { fields: { code: refusal.message } });
  }
  const saleTotal = cart.lines.reduce(
    (total, line) => total + line.units * (line.sale_price_toman ?? line.price_toman),
    0,
  );
  if (saleTotal < discount.min_purchase_toman) {
    return refuse(c, cartRefusals.belowMinimumPurchase, {
      fields: { code: cartRefusals.belowMinimumPurchase.message },
    });
  }
  if (saleTotal > 0 && priceCart(cart.lines, discount).discount === null) {
    return refuse(c, cartRefusals.nothingOff, {
      fields: { code: cartRefusals.nothingOff.message },
    });
  }
  await statements.setDiscountCode(db, c.var.userId, discount.id).run();
  return c.json(await showCartOf(c.var));
});

carts.delete("/discount", shopper, async (c) => {
  await statements.setDiscountCode(c.var.shop.db, c.var.userId, null).run();
  return c.json(await showCartOf(c.var));
});

carts.post("/check-discount", body(checkDiscount.body), async (c) => {
  const { db, now } = c.var.shop;
  const wait = await countGuess(c.var.shop, callerAddress(c));
  if (wait !== null) return refuse(c, refusals.tooMany, { retryAfterSeconds: wait });
  const discount = await readFirst(findDiscountCode(db, c.var.body.code, null, now()));
  if (!discount || !isUsable(discount, null, now())) {
    return refuse(c, cartRefusals.wrongDiscountCode, {
      fields: { code: cartRefusals.wrongDiscountCode.message },
    });
  }
  const { code, type, value } = discount;
  const { min_purchase_toman: minPurchase, max_discount_toman: maxDiscount } = discount;
  return c.json({ code, type, value, minPurchase, maxDiscount });
});

/**
 * Shows the shopper's cart. Answers may name an account or a person, so they are shown only after
 * the second code.
 */
async function showCartOf({
  shop,
  userId,
  isProven,
}: Pick<ShopperEnv["Variables"], "shop" | "userId" | "isProven">): Promise<{ cart: Cart }> {
  const cart = await readCart(shop, userId);
  const asked = isProven ? cart.asked : withoutAnswers(cart.asked);
  return { cart: showCart(cart, asked, cart.version) };
}

/** Seals answers for the lines of a cart. An empty answer deletes the stored one. */
function sealAnswers({ vault }: Shop, userId: string, answers: CartAnswers) {
  return Promise.all(
    [...answers].flatMap(([productId, texts]) =>
      [...texts].map(async ([questionId, text]) => {
        const id = cartAnswerId(userId, productId, questionId);
        const sealed = text === "" ? null : await vault.seal(text, cartAnswerContext(id));
        return { id, productId, questionId, sealed };
      }),
    ),
  );
}

/**
 * Filters a guest's answers: the product must still ask the question, and the answer must have only
 * allowed characters.
 */
function answersStillAsked(products: readonly CartProduct[], answers: CartAnswers): CartAnswers {
  return new Map(
    products.map(({ id, questions }) => {
      const asked = (JSON.parse(questions) as { id: string }[]).map((one) => one.id);
      const kept = [...(answers.get(id) ?? [])].filter(
        ([questionId, text]) => asked.includes(questionId) && text !== "" && !isUnreadable(text),
      );
      return [id, new Map(kept)];
    }),
  );
}

/**
 * Counts a guess at a discount code. Returns the seconds to wait when there were too many guesses
 * this minute, otherwise null.
 */
async function countGuess(
  { db, settings, vault, now }: Shop,
  guesser: string,
): Promise<number | null> {
  const who = await vault.fingerprint("guesser", guesser);
  return checkRateLimit(
    db,
    { kind: "discount", who, max: settings.DISCOUNT_TRIES_PER_MINUTE },
    now(),
  );
}

/**
 * Finds the discount code that was sent with a cart. A code that cannot be used is not an error:
 * the result is null, and the request counts as a guess.
 */
async function guessDiscountCode(
  { db, settings, vault, now }: Shop,
  text: string | null | undefined,
  by: { userId: string | null; guesser: string },
): Promise<DiscountCodeRow | null> {
  const code = DiscountCodeText.safeParse(text ?? "");
  if (!code.success) return null;
  const moment = now();
  const guesser = await vault.fingerprint("guesser", by.guesser);
  // The guess is counted before the lookup, so that concurrent requests cannot bypass the limit.
  // For a code that can be used, the count is undone below.
  if (
    (await countAgainstLimit(db, "discount", guesser, moment)) > settings.DISCOUNT_TRIES_PER_MINUTE
  )
    return null;
  const discount = await readFirst(findDiscountCode(db, code.data, by.userId, moment));
  if (!discount || !isUsable(discount, by.userId, moment)) return null;
  await undoCount(db, "discount", guesser, moment);
  return discount;
}
