/** The demo shopper: identity and card are verified, the wallet is filled. */
export const DEMO_SHOPPER = {
  phone: "9121234567",
  firstName: "نگار",
  lastName: "آزمون",
  cardNumber: "6219861034529007",
  balanceToman: 5_000_000,
  /** A personal discount code, like the one that invited shoppers get. */
  discountCode: "NEGAR5",
};

export const PUBLIC_DISCOUNT = {
  code: "ARMAGHAN10",
  percent: 10,
  minPurchaseToman: 500_000,
  maxDiscountToman: 500_000,
};
