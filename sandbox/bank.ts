import { Hono } from "hono";
import { z } from "zod";
import { type Env, providersState } from "./environment.ts";
import { bankForm, bankNotice } from "./bank-page.ts";
import type { BankOutcome, Payment } from "./payment-rows.ts";

/**
 * The bank's page, where a person pays or cancels a payment. Tests can do both without a browser.
 */

const Deed = z.strictObject({ authority: z.string(), cardNumber: z.string().optional() });

/** The pages of one gateway; each gateway names its payments differently. */
function bankPages(path: string, authorityOf: (name: string) => string) {
  return new Hono<{ Bindings: Env }>()
    .get(path, async (c) => {
      const payment = await providersState(c.env).readPayment(
        authorityOf(c.req.param("name") ?? ""),
      );
      if (!payment) return c.html(bankNotice("unknown", null), 404);
      return payment.status === "IN_BANK"
        ? c.html(bankForm(payment, null))
        : c.html(bankNotice(payment.status, returnUrl(payment)));
    })
    .post(path, async (c) => {
      const world = providersState(c.env);
      const authority = authorityOf(c.req.param("name") ?? "");
      const form = await c.req.formData();
      const card = toDigits(String(form.get("cardNumber") ?? ""));
      const isPaying = form.get("deed") === "pay";
      if (isPaying && !isCard(card)) {
        const payment = await world.readPayment(authority);
        if (payment?.status === "IN_BANK")
          return c.html(bankForm(payment, "شمارهٔ کارت درست نیست."), 422);
      }
      const outcome = isPaying ? await world.pay(authority, card) : await world.cancel(authority);
      if (outcome.kind === "unknown_authority") return c.html(bankNotice("unknown", null), 404);
      if (outcome.kind === "already_over")
        return c.html(bankNotice(outcome.payment.status, returnUrl(outcome.payment)), 409);
      return c.redirect(returnUrl(outcome.payment), 303);
    });
}

export const zibalPages = bankPages("/start/:name", (trackId) => `Z${trackId}`);

export const bankRoutes = bankPages("/pg/StartPay/:name", (authority) => authority)
  /** The bank's records, which tests compare with the shop's. */
  .get("/ledger.json", async (c) => {
    const world = providersState(c.env);
    const payments = await world.listPayments();
    return c.json({
      payments: payments.map(({ authority, amount, currency, status, refId, orderId }) => ({
        authority,
        amountRial: currency === "IRR" ? amount : amount * 10,
        status,
        refId,
        orderId,
      })),
      refunds: await world.listRefunds(null),
    });
  })
  .post("/pay.json", async (c) => {
    const deed = Deed.safeParse(await c.req.json().catch(() => null));
    if (!deed.success) return c.json({ message: deed.error.message }, 422);
    return answerDeed(
      await providersState(c.env).pay(deed.data.authority, deed.data.cardNumber ?? null),
    );
  })
  .post("/cancel.json", async (c) => {
    const deed = Deed.safeParse(await c.req.json().catch(() => null));
    if (!deed.success) return c.json({ message: deed.error.message }, 422);
    return answerDeed(await providersState(c.env).cancel(deed.data.authority));
  });

function answerDeed(outcome: BankOutcome): Response {
  if (outcome.kind === "unknown_authority")
    return Response.json({ message: "Unknown authority." }, { status: 404 });
  const { payment } = outcome;
  const status = outcome.kind === "already_over" ? 409 : 200;
  return Response.json(
    { outcome: outcome.kind, status: payment.status, returnUrl: returnUrl(payment) },
    { status },
  );
}

function returnUrl(payment: Payment): string {
  const url = new URL(payment.callbackUrl);
  const isPaid = payment.status === "PAID" || payment.status === "VERIFIED";
  const [, trackId] = /^Z(.+)$/.exec(payment.authority) ?? [];
  const words =
    trackId === undefined
      ? { Authority: payment.authority, Status: isPaid ? "OK" : "NOK" }
      : {
          trackId,
          success: isPaid ? "1" : "0",
          status: isPaid ? "2" : "3",
          orderId: payment.orderId ?? "",
        };
  for (const [name, value] of Object.entries(words)) url.searchParams.set(name, value);
  return url.href;
}

function toDigits(text: string): string {
  return text
    .replace(/[۰-۹]/g, (digit) => String("۰۱۲۳۴۵۶۷۸۹".indexOf(digit)))
    .replace(/[٠-٩]/g, (digit) => String("٠١٢٣٤٥٦٧٨٩".indexOf(digit)))
    .replace(/\D/g, "");
}

function isCard(digits: string): boolean {
  if (!/^\d{16}$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, index) => {
    const value = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
