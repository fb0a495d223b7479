/** Kept out of settings.ts so that browser scripts can import the name without the rest. */
export const SHOP_NAME = "ارمغان";
