import type { Context } from "hono";

/**
 * Where shoppers come back from Zibal, which names a payment by `trackId` and its end by `success`.
 * Goes on to the page that asks the shop, in the words of Zarinpal. Both are a hint: anybody can
 * write an address, and the shop asks the gateway.
 */
export function returnFromZibal(c: Context): Response {
  const trackId = c.req.query("trackId") ?? "";
  const query = new URLSearchParams(/^\d{1,20}$/.test(trackId) ? { Authority: `Z${trackId}` } : {});
  query.set("Status", c.req.query("success") === "1" ? "OK" : "NOK");
  c.header("Cache-Control", "no-store");
  return c.redirect(`/payment/verify?${query.toString()}`, 303);
}
