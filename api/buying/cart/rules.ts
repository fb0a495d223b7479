import type { Cart, CartItem } from "../../../contract/cart.ts";
import type { DeliveryType } from "../../../contract/catalogue.ts";
import type { DiscountCodeRow } from "../discount-code/rules.ts";
import { type HelpPictures, pictureOf } from "../../goods/picture/address.ts";
import type { AskedQuestion, Question } from "../../../contract/question.ts";
import { askLine } from "../question/rules.ts";
import type { CartAnswers } from "../question/seals.ts";

/** A product in a cart. Prices are in toman; `available` is the number of units on sale now. */
export interface CartProduct {
  id: string;
  name: string;
  type: string;
  url_name: string;
  picture_id: string | null;
  region: string;
  delivery_type: DeliveryType;
  price_toman: number;
  sale_price_toman: number | null;
  reward_toman: number;
  /** The questions of the product, as JSON. */
  questions: string;
  /** Pictures that show where the answers are found, as JSON. */
  question_pictures: string;
  /** The highest cost among the units that would be sold next. */
  unit_cost_toman: number;
  /**
   * The price below which a discount code normally cannot lower a unit: its cost, or an estimate
   * when the cost is not known.
   */
  least_toman: number;
  available: number;
  /**
   * The number of codes in stock. When `available` is larger, a supplier brings the other codes.
   */
  shelf: number;
}

export interface CartLineRow extends CartProduct {
  quantity: number;
}

interface LineBeforeCode extends CartLineRow {
  /** The units to sell: the requested quantity, or fewer when fewer are left. */
  units: number;
  totalToman: number;
}

interface PricedLine extends LineBeforeCode {
  /** Toman that the discount code takes off the line. */
  discountToman: number;
  /**
   * True when a percentage code takes less off the line than its percentage, because the price
   * would fall below the line's cost.
   */
  isDiscountCut: boolean;
  /** Cashback for the line, at most the price that is paid for it. */
  lineRewardToman: number;
}

export interface PricedCart {
  lines: PricedLine[];
  totalToman: number;
  totalAfterDiscountToman: number;
  rewardToman: number;
  /**
   * The discount code in effect. Null when there is no code, when the purchase is below the code's
   * minimum, or when the code takes nothing off.
   */
  discount: DiscountCodeRow | null;
  /** True when the code takes less off than it should, because a line would fall below its cost. */
  isAtCost: boolean;
}

/**
 * Prices a cart in whole toman: 0 ≤ discount ≤ total, and the sum of the lines is the total. A code
 * takes off at most its cap. It lowers a line below the line's cost only if the code's terms allow
 * this.
 */
export function priceCart(rows: CartLineRow[], discount: DiscountCodeRow | null): PricedCart {
  const lines = rows.map((row) => {
    const units = Math.min(row.quantity, row.available);
    return { ...row, units, totalToman: units * (row.sale_price_toman ?? row.price_toman) };
  });
  const beforeCode = sum(lines.map((line) => line.totalToman));
  const reaches = discount !== null && beforeCode >= discount.min_purchase_toman;
  const shares = reaches ? discountShares(lines, discount) : lines.map(() => 0);
  const discountToman = sum(shares);
  const counts = reaches && discountToman > 0;
  const isAtCost = reaches && discountToman < sum(discountShares(lines, atAnyCost(discount)));
  const priced = lines.map((line, index) => {
    const share = shares[index] ?? 0;
    const totalToman = line.totalToman - share;
    const lineRewardToman = Math.min(line.units * line.reward_toman, totalToman);
    const isDiscountCut =
      isAtCost &&
      discount.type === "percentage" &&
      maximalDiscount(line, discount) < maximalDiscount(line, atAnyCost(discount));
    return { ...line, totalToman, lineRewardToman, discountToman: share, isDiscountCut };
  });
  return {
    lines: priced,
    totalToman: sum(priced.map((line) => line.units * line.price_toman)),
    totalAfterDiscountToman: sum(priced.map((line) => line.totalToman)),
    rewardToman: sum(priced.map((line) => line.lineRewardToman)),
    discount: counts ? discount : null,
    isAtCost,
  };
}

/** The questions of a cart's products, by product id. Products without questions are left out. */
export type AskedOfCart = ReadonlyMap<string, AskedQuestion[]>;

export function askCart(
  lines: readonly Pick<CartLineRow, "id" | "questions" | "question_pictures">[],
  answers: CartAnswers,
): AskedOfCart {
  return new Map(
    lines
      .filter(({ questions }) => questions !== "[]")
      .map(({ id, questions, question_pictures: pictures }) => [
        id,
        askLine(
          JSON.parse(questions) as Question[],
          answers.get(id) ?? new Map<string, string>(),
          JSON.parse(pictures) as HelpPictures,
        ),
      ]),
  );
}

/** Shows a priced cart in the form of the contract. */
export function showCart(
  priced: PricedCart,
  asked: AskedOfCart = new Map(),
  version?: number,
): Cart {
  return {
    CartItems: priced.lines.map((line) => showLine(line, asked.get(line.id))),
    totalAmount: priced.totalToman,
    totalAmountAfterDiscount: priced.totalAfterDiscountToman,
    totalDiscount: priced.totalToman - priced.totalAfterDiscountToman,
    totalReward: priced.rewardToman,
    ...(priced.discount && { discountCode: priced.discount.code }),
    ...(priced.discount?.max_discount_toman != null && {
      discountMax: priced.discount.max_discount_toman,
    }),
    ...(priced.isAtCost && { isDiscountAtCost: true }),
    ...(version !== undefined && { version }),
  };
}

function showLine(line: PricedLine, asked: AskedQuestion[] | undefined): CartItem {
  const saleToman = line.sale_price_toman ?? line.price_toman;
  return {
    productId: line.id,
    productName: line.name,
    productType: line.type,
    subcategoryUrlName: line.url_name,
    imageUrl: pictureOf(line, line.id, "small"),
    region: line.region,
    deliveryType: line.delivery_type,
    // A sold-out line shows the requested quantity instead of 0.
    quantity: line.units === 0 ? line.quantity : line.units,
    productQuantity: line.available,
    price: line.price_toman,
    priceAfterDiscount: line.units === 0 ? saleToman : Math.floor(line.totalToman / line.units),
    total: line.totalToman,
    reward: line.lineRewardToman,
    ...(line.discountToman > 0 && { discount: line.discountToman }),
    ...(line.isDiscountCut && { isDiscountCut: true }),
    ...(asked && { questions: asked }),
  };
}

const atAnyCost = (discount: DiscountCodeRow) => ({ ...discount, may_sell_below_cost: 1 });

/**
 * Returns the discount of each line. A percentage is computed per unit and rounded down, but does
 * not lower a line below its cost. A fixed sum is divided in proportion to how far the price of
 * each line is above its cost. The code's cap limits both.
 */
function discountShares(lines: readonly LineBeforeCode[], discount: DiscountCodeRow): number[] {
  const wishes = lines.map((line) => maximalDiscount(line, discount));
  const value = discount.type === "fixed" ? discount.value : Infinity;
  return divide(Math.min(sum(wishes), value, discount.max_discount_toman ?? Infinity), wishes);
}

/** Returns the most that a code may take off this line. The line's cost includes the cashback. */
function maximalDiscount(line: LineBeforeCode, discount: DiscountCodeRow): number {
  const leastToman = line.least_toman + line.reward_toman;
  const costToman = discount.may_sell_below_cost === 1 ? 0 : line.units * leastToman;
  const room = Math.max(0, line.totalToman - costToman);
  const price = line.sale_price_toman ?? line.price_toman;
  return discount.type === "fixed"
    ? room
    : Math.min(room, line.units * Math.floor((price * discount.value) / 100));
}

/**
 * Divides a sum in proportion to the weights, by the largest-remainder method. No share exceeds its
 * weight.
 */
function divide(whole: number, weights: readonly number[]): number[] {
  const all = sum(weights);
  if (whole === all) return [...weights];
  // The product of two amounts can exceed 2^53, so the shares are computed in BigInt.
  const exact = weights.map((weight) => BigInt(whole) * BigInt(weight));
  const shares = exact.map((value) => Number(value / BigInt(all)));
  const byRemainder = exact
    .map((value, index) => ({ index, remainder: value % BigInt(all) }))
    .sort((one, other) =>
      one.remainder === other.remainder
        ? one.index - other.index
        : one.remainder < other.remainder
          ? 1
          : -1,
    );
  const missing = whole - sum(shares);
  for (const { index } of byRemainder.slice(0, missing)) shares[index] = (shares[index] ?? 0) + 1;
  return shares;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
