import { GATEWAY_MIN_TOMAN, paymentRefusals } from "../../contract/payment.ts";
import type { DeliveryType } from "../../contract/catalogue.ts";
import type { Refusal } from "../../contract/endpoint.ts";
import type { ShopperCart } from "../cart/read-cart.ts";

/** What will be sold, as the shopper saw it. The batch that carries it out asserts every figure again. */
export interface OrderPlan {
  cartVersion: number;
  discountCodeId: string | null;
  /** Type, value and minimum of the discount: what the prices were computed from. */
  discountTerms: string;
  totalToman: number;
  rewardToman: number;
  items: PlannedItem[];
}

export interface PlannedItem {
  id: string;
  productId: string;
  name: string;
  deliveryType: DeliveryType;
  quantity: number;
  /** List price and the price now, per unit: facts that the batch checks. */
  priceToman: number;
  salePriceToman: number;
  rewardToman: number;
  /** To pay for the line, after all discounts. */
  totalToman: number;
}

export type PlanOutcome =
  { kind: "planned"; plan: OrderPlan } | { kind: "refused"; refusal: Refusal; details?: string };

/**
 * Decides whether a cart can be bought as it stands. Somebody who says what total they saw buys exactly that or nothing;
 * somebody who does not say buys only a cart that is wholly in stock and whose discount code still counts.
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
  if (expectedTotal !== undefined && expectedTotal !== cart.totalAfterDiscountToman) {
    return { kind: "refused", refusal: paymentRefusals.priceChanged };
  }
  if (expectedTotal === undefined && cart.discountCodeId !== null && cart.discount === null) {
    return { kind: "refused", refusal: paymentRefusals.discountLapsed };
  }
  return {
    kind: "planned",
    plan: {
      cartVersion: cart.version,
      discountCodeId: cart.discount?.id ?? null,
      discountTerms: cart.discount
        ? `${cart.discount.type} ${String(cart.discount.value)} ${String(cart.discount.min_purchase_toman)}`
        : "",
      totalToman: cart.totalAfterDiscountToman,
      rewardToman: cart.rewardToman,
      items: cart.lines.map((line) => ({
        id: crypto.randomUUID(),
        productId: line.id,
        name: line.name,
        deliveryType: line.delivery_type,
        quantity: line.units,
        priceToman: line.price_toman,
        salePriceToman: line.sale_price_toman ?? line.price_toman,
        rewardToman: line.reward_toman,
        totalToman: line.totalToman,
      })),
    },
  };
}

/**
 * Who pays what: the wallet min(balance, total) where it is used, the gateway the rest. A rest that is too small for any
 * gateway is made as large as the gateway's minimum, and the wallet pays that much less.
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

/** What a second open payment may keep from others: a fifth of the stock, at least one unit. */
export function secondHoldMax(available: number): number {
  return Math.max(1, Math.floor(available / 5));
}
