import { readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { checkPayment } from "../../buying/payment/check.ts";
import { leaseCheck } from "../../buying/payment/due-statements.ts";
import { CHECK_LEASE_MS, scheduleNextCheck } from "../../buying/payment/schedule.ts";
import { type PaymentRow, findPayment, isSettled } from "../../buying/payment/statements.ts";

export const deskPayments = new Hono<OperatorEnv>();

/**
 * Asks the gateway in the same way as the jobs. The shopper may still be paying at the bank. When
 * the gateway does not answer, the jobs ask again.
 */
deskPayments.post("/:id/check", async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const payment = await readFirst(findPayment(db, c.req.param("id")));
  if (!payment) return refuse(c, refusals.notFound);
  if (isSettled(payment) || payment.authority === null) return refuse(c, deskRefusals.decided);
  await db.batch([
    leaseCheck(db, payment.id, now() + CHECK_LEASE_MS),
    noteDecision({ db, operator, moment: now() }, "payment", payment.id, "checked", {
      before: payment.state,
    }),
  ]);
  const learnt = await checkPayment(shop, payment, { mayStillPay: true });
  await scheduleNextCheck(shop, payment.id, learnt);
  if (learnt === "unknown") return refuse(c, refusals.unavailable);
  const since = await readFirst(findPayment(db, payment.id));
  const state = since?.state ?? payment.state;
  return c.json({ message: WORDS[state] ?? "درگاه می‌گوید این پرداخت انجام نشده است.", state });
});

const WORDS: Partial<Record<PaymentRow["state"], string>> = {
  paid: "درگاه تأیید کرد و سفارش انجام شد.",
  credited: "درگاه تأیید کرد و مبلغ به کیف پول رفت.",
  review: "درگاه پاسخ داد؛ این پرداخت به بررسی رفت.",
};
