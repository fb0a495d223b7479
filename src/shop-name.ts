/** Apart from the other settings: a script that says it carries nothing else along. */
export const SHOP_NAME = "ارمغان";
