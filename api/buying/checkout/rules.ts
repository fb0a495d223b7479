import { GATEWAY_MIN_TOMAN, paymentRefusals } from "../../../contract/payment.ts";
import { type GivenAnswer, questionRefusals } from "../../../contract/question.ts";
import { givenAnswers } from "../question/rules.ts";
import type { DeliveryType } from "../../../contract/catalogue.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { MINUTE_MS } from "../../base/time.ts";
import type { ShopperCart } from "../cart/read-cart.ts";

/** The purchase as the shopper saw it. The batch asserts every figure again. */
export interface OrderPlan {
  cartVersion: number;
  discountCodeId: string | null;
  /**
   * The terms of the discount from which the prices were computed: type, value, minimum purchase,
   * cap, and whether it may sell below cost.
   */
  discountTerms: string;
  /** The minimum purchase of the discount; 0 without a discount. */
  minPurchaseToman: number;
  totalToman: number;
  rewardToman: number;
  items: PlannedItem[];
  /** The buyer's answers, for items with questions. */
  answers: { itemId: string; given: GivenAnswer[] }[];
}

export interface PlannedItem {
  id: string;
  productId: string;
  name: string;
  deliveryType: DeliveryType;
  quantity: number;
  /** List price and current price per unit, which the batch asserts. */
  priceToman: number;
  salePriceToman: number;
  rewardToman: number;
  unitCostToman: number;
  /** The product's questions as JSON, which the batch asserts. */
  questions: string;
  /** Units that a supplier is to bring, because they are not in stock. */
  suppliedUnits: number;
  /** The price of the whole line after all discounts. */
  totalToman: number;
  /** The value of the line, whatever its buyer pays: the highest of total, list price and cost. */
  worthToman: number;
}

export type PlanOutcome =
  { kind: "planned"; plan: OrderPlan } | { kind: "refused"; refusal: Refusal; details?: string };

/**
 * Decides whether a cart can be bought as it is. With `expectedTotal`, the total must be exactly
 * that sum. Without it, all requested units must be in stock and the discount code on the cart must
 * still have an effect.
 */
export function planOrder(cart: ShopperCart, expectedTotal: number | undefined): PlanOutcome {
  if (cart.lines.length === 0) return { kind: "refused", refusal: paymentRefusals.cartEmpty };
  const short = cart.lines.filter(
    (line) => line.units === 0 || (line.units < line.quantity && expectedTotal === undefined),
  );
  if (short.length > 0) {
    return {
      kind: "refused",
      refusal: paymentRefusals.outOfStock,
      details: short.map((line) => line.name).join("، "),
    };
  }
  const unanswered = cart.lines.filter(({ id }) =>
    cart.asked.get(id)?.some(({ mistake }) => mistake !== ""),
  );
  if (unanswered.length > 0) {
    return {
      kind: "refused",
      refusal: questionRefusals.answersNeeded,
      details: unanswered.map((line) => line.name).join("، "),
    };
  }
  if (expectedTotal !== undefined && expectedTotal !== cart.totalAfterDiscountToman) {
    return { kind: "refused", refusal: paymentRefusals.priceChanged };
  }
  if (expectedTotal === undefined && cart.discountCodeId !== null && cart.discount === null) {
    return { kind: "refused", refusal: paymentRefusals.discountLapsed };
  }
  const items = cart.lines.map(planItem);
  return {
    kind: "planned",
    plan: {
      cartVersion: cart.version,
      discountCodeId: cart.discount?.id ?? null,
      discountTerms: cart.discount
        ? [
            cart.discount.type,
            cart.discount.value,
            cart.discount.min_purchase_toman,
            cart.discount.max_discount_toman ?? "all",
            cart.discount.may_sell_below_cost,
          ].join(" ")
        : "",
      minPurchaseToman: cart.discount?.min_purchase_toman ?? 0,
      totalToman: cart.totalAfterDiscountToman,
      rewardToman: cart.rewardToman,
      items,
      answers: items.flatMap(({ id: itemId, productId }) => {
        const given = givenAnswers(cart.asked.get(productId) ?? []);
        return given.length === 0 ? [] : { itemId, given };
      }),
    },
  };
}

const planItem = (line: ShopperCart["lines"][number]): PlannedItem => ({
  id: crypto.randomUUID(),
  productId: line.id,
  name: line.name,
  deliveryType: line.delivery_type,
  quantity: line.units,
  priceToman: line.price_toman,
  salePriceToman: line.sale_price_toman ?? line.price_toman,
  rewardToman: line.reward_toman,
  unitCostToman: line.unit_cost_toman,
  questions: line.questions,
  suppliedUnits: line.delivery_type === "instant" ? Math.max(0, line.units - line.shelf) : 0,
  totalToman: line.totalToman,
  worthToman: Math.max(
    line.totalToman,
    line.units * line.price_toman,
    line.units * line.unit_cost_toman,
  ),
});

/**
 * Splits a total between wallet and gateway: the wallet, if used, pays min(balance, total), the
 * gateway the rest. When the rest is below the gateway's minimum, the gateway gets the minimum and
 * the wallet pays less.
 */
export function splitPayment(
  totalToman: number,
  balanceToman: number,
  isUsedWallet: boolean,
): { walletToman: number; gatewayToman: number } {
  const walletToman = isUsedWallet ? Math.min(balanceToman, totalToman) : 0;
  const gatewayToman = totalToman - walletToman;
  const isTooSmall =
    gatewayToman > 0 && gatewayToman < GATEWAY_MIN_TOMAN && totalToman >= GATEWAY_MIN_TOMAN;
  return isTooSmall
    ? { walletToman: totalToman - GATEWAY_MIN_TOMAN, gatewayToman: GATEWAY_MIN_TOMAN }
    : { walletToman, gatewayToman };
}

/** A hold of a product's whole stock that lasts this long, or longer, counts as one whole hold. */
export const LAPSE_MS = 5 * MINUTE_MS;

/**
 * Unpaid holds of `units` units each. `ms` is the sum of their durations, each counted up to
 * `LAPSE_MS`.
 */
export interface Lapse {
  units: number;
  ms: number;
}

/**
 * Returns how many units of a product the next payment may hold, considering the unpaid holds of
 * the last day. Each of them counts in proportion to its duration and to its share of the units
 * that are free now. If they add up to at least two holds of the whole stock, only half of the
 * stock may be held; if to at least three, only a fifth. One unit may always be held.
 */
export function holdMax(available: number, lapses: readonly Lapse[]): number {
  const whole = available * LAPSE_MS;
  const lapsed = lapses.reduce((sum, { units, ms }) => sum + ms * Math.min(units, available), 0);
  if (lapsed < 2 * whole) return available;
  return Math.max(1, Math.floor(available / (lapsed < 3 * whole ? 2 : 5)));
}

/** Returns the units that a second open payment may hold: a fifth of the stock, at least one. */
export function secondHoldMax(available: number): number {
  return Math.max(1, Math.floor(available / 5));
}
