import type { Context } from "hono";

/**
 * Shoppers come back from Zibal to this address, which names the payment by `trackId` and its
 * result by `success`. It redirects to the payment page with the parameters of Zarinpal. These
 * parameters are only a hint, because anybody can open such a URL; the shop asks the gateway for
 * the result.
 */
export function returnFromZibal(c: Context): Response {
  const trackId = c.req.query("trackId") ?? "";
  const query = new URLSearchParams(/^\d{1,20}$/.test(trackId) ? { Authority: `Z${trackId}` } : {});
  query.set("Status", c.req.query("success") === "1" ? "OK" : "NOK");
  c.header("Cache-Control", "no-store");
  return c.redirect(`/payment/verify?${query.toString()}`, 303);
}
