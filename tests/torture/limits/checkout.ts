import { checkOut } from "./buying.ts";
import { expectAnswer, type Limit, place } from "./limit.ts";

export const limitsOfCheckout: Limit[] = [
  place(
    "secondHoldMax",
    {
      file: "api/buying/checkout/rules.ts",
      find: /Math\.floor\(available \/ 5\)/,
      replace: "available",
    },
    async (stage) => {
      const shopper = await stage.newShopper();
      const product = await stage.newProduct({ deliveryType: "manual", stock: 11 });
      expectAnswer(await checkOut(shopper, product));
      expectAnswer(await checkOut(shopper, product, 3), "second_hold_too_large");
      expectAnswer(await checkOut(shopper, product, 2));
    },
  ),
];
