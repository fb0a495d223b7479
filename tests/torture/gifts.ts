import type { TestShop } from "../support/shop.ts";

/** A shopper with a code that nobody has read. */
export async function unreadCode(shop: TestShop) {
  const shopper = await shop.newShopper({ balanceToman: 500_000 });
  const product = await shop.newProduct({ stock: 1 });
  const orderId = await shopper.buy(product);
  const order = await shopper.order(orderId);
  const [item] = order.OrderItems;
  const params = { orderId, orderItemId: item?.id ?? "" };
  return { shopper, product, params, codeId: item?.codes[0]?.id ?? "" };
}

/** A gift by a link. */
export const giftOf = (codeId: string) => ({
  codeId,
  occasion: "yalda" as const,
  recipient: "مهدی",
  message: "یک دقیقه بیشتر کنار هم.",
  signature: "سارا",
  sendsSms: false,
  isPhoneRequired: false,
});
