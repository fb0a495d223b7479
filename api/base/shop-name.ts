/** The shop's name in e-mails, tickets and at the bank. Pages use src/shop-name.ts. */
export const SHOP_NAME = "ارمغان";
