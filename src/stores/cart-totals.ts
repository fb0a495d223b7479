import type { Cart, CartItem } from "../../contract/cart.ts";

export const EMPTY_CART: Cart = {
  CartItems: [],
  totalAmount: 0,
  totalAmountAfterDiscount: 0,
  totalDiscount: 0,
  totalReward: 0,
};

/**
 * Returns the cart with the requested quantities. Its sums are an estimate until the shop has
 * answered.
 */
export function withRequested(cart: Cart, requested: ReadonlyMap<string, number>): Cart {
  if (requested.size === 0) return cart;
  const items = cart.CartItems.flatMap((item) => {
    const quantity = requested.get(item.productId) ?? item.quantity;
    return quantity === 0 ? [] : [withQuantity(item, quantity)];
  });
  const totalAmount = sum(items, (item) => item.price * item.quantity);
  const totalAmountAfterDiscount = sum(items, (item) => item.total);
  return {
    ...cart,
    CartItems: items,
    totalAmount,
    totalAmountAfterDiscount,
    totalDiscount: Math.max(0, totalAmount - totalAmountAfterDiscount),
    totalReward: sum(items, (item) => item.reward),
  };
}

function withQuantity(item: CartItem, quantity: number): CartItem {
  if (quantity === item.quantity) return item;
  const perUnit = (amount: number) => Math.floor((amount * quantity) / Math.max(1, item.quantity));
  return { ...item, quantity, total: perUnit(item.total), reward: perUnit(item.reward) };
}

function sum(items: readonly CartItem[], amount: (item: CartItem) => number): number {
  return items.reduce((total, item) => total + amount(item), 0);
}
