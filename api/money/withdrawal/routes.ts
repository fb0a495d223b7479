import { Hono } from "hono";
import { type Withdrawal, requestWithdrawal } from "../../../contract/withdrawal.ts";
import {
  type ShopEnv,
  body,
  idempotencyKey,
  refuse,
  shopper,
  unfrozen,
} from "../../base/context.ts";
import { dueLater } from "./rules.ts";
import { takeBack, withdraw } from "./withdraw.ts";
import { toIso } from "../../base/time.ts";

export const withdrawals = new Hono<ShopEnv>();

withdrawals.post(
  "/",
  shopper,
  unfrozen,
  idempotencyKey,
  body(requestWithdrawal.body),
  async (c) => {
    const { shop, userId, body, idempotencyKey } = c.var;
    const { amount, cardNumber } = body;
    const requestHash = await shop.vault.fingerprint(
      "request",
      `withdrawal ${JSON.stringify(body)}`,
    );
    const outcome = await withdraw(shop, {
      userId,
      amountToman: amount,
      cardNumber,
      idempotencyKey,
      requestHash,
    });
    if (outcome.kind === "refused") {
      const { refusal, field } = outcome;
      return refuse(
        c,
        refusal,
        field === undefined ? {} : { fields: { [field]: refusal.message } },
      );
    }
    const { id, amount_toman, state, created_at, due_at } = outcome.withdrawal;
    const withdrawal: Withdrawal = {
      id,
      amount: amount_toman,
      state,
      createdAt: toIso(created_at),
      dueAt: dueLater(due_at, shop.now()),
    };
    return c.json({ message: "درخواست برداشت با موفقیت انجام شد.", withdrawal });
  },
);

withdrawals.post("/:id/take-back", shopper, async (c) => {
  const refusal = await takeBack(c.var.shop, c.var.userId, c.req.param("id"));
  return refusal
    ? refuse(c, refusal)
    : c.json({ message: "برداشت پس گرفته شد و مبلغ آن در کیف پول شماست." });
});
