/** What the shop calls itself in e-mails, tickets and at the bank. Pages have theirs from src/shop-name.ts. */
export const SHOP_NAME = "ارمغان";
