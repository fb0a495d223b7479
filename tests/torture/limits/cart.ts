import { CART_LINES_MAX, priceGuestCart, QUANTITY_MAX } from "../../../contract/cart.ts";
import { put } from "./buying.ts";
import { allowsOnly, constant, endsAfter, type Limit } from "./limit.ts";

const CART = "contract/cart.ts";

export const limitsOfCart: Limit[] = [
  // A CHECK has the same limit, but a guest's cart is in no table.
  constant(CART, "QUANTITY_MAX", "1_000", async (stage) => {
    const productId = await stage.newProduct({ deliveryType: "manual", stock: 100 });
    const price = (quantity: number) =>
      stage.anyone(priceGuestCart, { body: { cart: [{ productId, quantity }] } });
    await allowsOnly(price, { inside: QUANTITY_MAX, beyond: QUANTITY_MAX + 1 });
  }),
  constant(CART, "CART_LINES_MAX", "5_000", async (stage) => {
    const shopper = await stage.newShopper();
    const putAnother = async () => put(shopper, await stage.newProduct({ deliveryType: "manual" }));
    await endsAfter(CART_LINES_MAX, putAnother, "cart_full");
  }),
];
