import { z } from "zod";
import { DeliveryType } from "./catalogue.ts";
import { type Endpoint, refusals } from "./endpoint.ts";
import { DiscountCodeText, Id, TYPED_MAX } from "./field.ts";
import { Answer, AskedQuestion, KeptAnswers, QUESTIONS_MAX, questionRefusals } from "./question.ts";

/** The cart of a shopper, and the pricing of a guest's cart. Sections 2, 4, 5 and 7. */

export const QUANTITY_MAX = 10;
export const CART_LINES_MAX = 50;

export const cartRefusals = {
  productNotFound: { code: "product_not_found", status: 404, message: "این محصول پیدا نشد." },
  outOfStock: { code: "out_of_stock", status: 409, message: "موجودی این محصول کافی نیست." },
  wrongDiscountCode: { code: "wrong_discount_code", status: 409, message: "کد تخفیف معتبر نیست." },
  /**
   * Sent only to a person who used the code before, so that it does not help others to guess codes.
   */
  usedDiscountCode: {
    code: "used_discount_code",
    status: 409,
    message: "این کد تخفیف را پیش‌تر استفاده کرده‌اید.",
  },
  belowMinimumPurchase: {
    code: "below_minimum_purchase",
    status: 409,
    message: "مبلغ سبد خرید به حداقل خرید این کد نمی‌رسد.",
  },
  nothingOff: {
    code: "nothing_off",
    status: 409,
    message: "قیمت محصولات سبد شما با این کد پایین‌تر نمی‌آید.",
  },
  cartFull: { code: "cart_full", status: 409, message: "سبد خرید جای محصول دیگری ندارد." },
  /** Clients compare this sentence, so it stays English. */
  noActiveCart: { code: "no_active_cart", status: 404, message: "No active cart found." },
} as const;

const Quantity = z
  .number({ error: "تعداد باید عددی از ۱ تا ۱۰ باشد." })
  .int({ error: "تعداد باید عددی از ۱ تا ۱۰ باشد." })
  .min(1, { error: "تعداد باید عددی از ۱ تا ۱۰ باشد." })
  .max(QUANTITY_MAX, { error: "تعداد باید عددی از ۱ تا ۱۰ باشد." });

/** A cart line as browsers send it; prices always come from the database. */
const CartLine = z.object({ productId: Id, quantity: Quantity });

/** A line of a guest's cart, with the answers to the product's questions. */
export const GuestLine = CartLine.extend({ answers: KeptAnswers.optional() });
export type GuestLine = z.infer<typeof GuestLine>;

const Lines = z
  .array(GuestLine)
  .max(CART_LINES_MAX, { error: "تعداد محصولات سبد خرید بیش از اندازه است." });

export const CartItem = z.object({
  productId: z.string(),
  productName: z.string(),
  productType: z.string(),
  subcategoryUrlName: z.string(),
  imageUrl: z.string(),
  region: z.string().describe("Persian name of the region whose accounts can redeem the code"),
  deliveryType: DeliveryType,
  quantity: z.number().int(),
  productQuantity: z
    .number()
    .int()
    .describe("Units that can be bought now; with 0 the line cannot be bought"),
  price: z.number().int().describe("Price of one unit in toman, before any discount"),
  priceAfterDiscount: z
    .number()
    .int()
    .describe("Price of one unit in toman after all discounts, rounded down; `total` is exact"),
  total: z.number().int().describe("Price of the whole line in toman, after all discounts"),
  reward: z.number().int().describe("Cashback for the whole line in toman"),
  discount: z
    .number()
    .int()
    .optional()
    .describe("Toman that the discount code takes off the line; absent when it takes nothing off"),
  isDiscountCut: z
    .boolean()
    .optional()
    .describe(
      "True when a percentage code takes off less than it says, because no line is sold below cost",
    ),
  questions: z
    .array(AskedQuestion)
    .optional()
    .describe("Questions to the buyer, asked once for all units; absent when the product has none"),
});
export type CartItem = z.infer<typeof CartItem>;

export const Cart = z.object({
  CartItems: z.array(CartItem),
  totalAmount: z.number().int(),
  totalAmountAfterDiscount: z.number().int(),
  totalDiscount: z.number().int(),
  totalReward: z.number().int(),
  discountCode: z.string().optional(),
  discountMax: z
    .number()
    .int()
    .optional()
    .describe(
      "Toman that the discount code takes off one purchase at most; absent without a limit",
    ),
  isDiscountAtCost: z
    .boolean()
    .optional()
    .describe(
      "True when the code takes off less than it promises, because no line is sold below its cost",
    ),
  version: z
    .number()
    .int()
    .optional()
    .describe(
      "Grows with every change of a shopper's cart; can serve as the idempotency key of a checkout",
    ),
});
export type Cart = z.infer<typeof Cart>;

const answer = z.object({ cart: Cart });
/** Answers are shown only after the second code, because they name an account or a person. */
const CART_IS_OPEN = "Any browser may fill a cart; only paying for it needs the second code";

export const getCart = {
  method: "GET",
  path: "/carts",
  summary: "Get the shopper's cart at current prices; a backend may answer 404 when it is empty",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  answer,
  refusals: [],
} as const satisfies Endpoint;

export const priceGuestCart = {
  method: "POST",
  path: "/carts/guest",
  summary:
    "Price a guest's cart; unknown products are left out, quantities are limited to the stock",
  access: "anyone",
  body: z.object({ cart: Lines, discountCode: z.string().max(TYPED_MAX).nullish() }),
  answer,
  refusals: [refusals.invalid],
} as const satisfies Endpoint;

export const setQuantity = {
  method: "PUT",
  path: "/carts/quantity",
  summary: "Set the quantity of a product; a product that is not in the cart is added",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  body: CartLine,
  answer,
  refusals: [
    refusals.invalid,
    cartRefusals.productNotFound,
    cartRefusals.outOfStock,
    cartRefusals.cartFull,
  ],
} as const satisfies Endpoint;

export const answerLine = {
  method: "PUT",
  path: "/carts/answers",
  summary:
    "Save answers to the questions of a product in the cart; an empty text removes one. The cart names a missing or wrong answer, and cannot be paid until it is corrected",
  access: "shopper",
  body: z.object({ productId: Id, answers: z.array(Answer).min(1).max(QUESTIONS_MAX) }),
  answer,
  refusals: [refusals.invalid, questionRefusals.notAsked],
} as const satisfies Endpoint;

export const removeItem = {
  method: "DELETE",
  path: "/carts/items/:productId",
  summary: "Remove a product from the cart; no error when it is not in the cart",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  answer,
  refusals: [],
} as const satisfies Endpoint;

export const emptyCart = {
  method: "DELETE",
  path: "/carts",
  summary: "Remove everything from the cart",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  answer,
  refusals: [],
} as const satisfies Endpoint;

export const applyDiscount = {
  method: "POST",
  path: "/carts/apply-discount",
  summary: "Apply a discount code to the shopper's cart",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  body: z.object({ code: DiscountCodeText }),
  answer,
  refusals: [
    refusals.invalid,
    cartRefusals.wrongDiscountCode,
    cartRefusals.usedDiscountCode,
    cartRefusals.belowMinimumPurchase,
    cartRefusals.nothingOff,
    cartRefusals.noActiveCart,
    refusals.tooMany,
  ],
} as const satisfies Endpoint;

export const removeDiscount = {
  method: "DELETE",
  path: "/carts/discount",
  summary: "Take the discount code off the cart; no error when there is none",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  answer,
  refusals: [],
} as const satisfies Endpoint;

export const DiscountType = z.enum(["percentage", "fixed"]);

export const checkDiscount = {
  method: "POST",
  path: "/carts/check-discount",
  summary:
    "Check a discount code for a guest; a personal code gets the same response as an unknown one",
  access: "anyone",
  body: z.object({ code: DiscountCodeText }),
  answer: z.object({
    code: z.string(),
    type: DiscountType,
    value: z.number().int(),
    minPurchase: z.number().int(),
    maxDiscount: z.number().int().nullable(),
  }),
  refusals: [refusals.invalid, cartRefusals.wrongDiscountCode, refusals.tooMany],
} as const satisfies Endpoint;

export const getProductCount = {
  method: "GET",
  path: "/carts/product-count",
  summary: "Get the number of lines (different products) in the shopper's cart",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  answer: z.object({ productCount: z.number().int() }),
  refusals: [],
} as const satisfies Endpoint;

export const addItems = {
  method: "POST",
  path: "/carts/multiple-items",
  summary:
    "Merge a guest's cart: the larger quantity of each product, up to the stock; safe to repeat",
  access: "shopper",
  openBeforeSecondCode: CART_IS_OPEN,
  body: z.object({ items: Lines, discountCode: z.string().max(TYPED_MAX).nullish() }),
  answer,
  refusals: [refusals.invalid, cartRefusals.cartFull],
} as const satisfies Endpoint;
