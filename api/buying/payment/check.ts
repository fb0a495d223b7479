import { isMaskOf } from "../../../persian/identifiers.ts";
import type { Shop } from "../../base/context.ts";
import { numberContext } from "../../base/open-number.ts";
import { giveToReview, releasePayment } from "./release.ts";
import { settlePayment } from "./settle.ts";
import { ADOPTED, type PaymentRow, orderRefOf } from "./statements.ts";

/**
 * Asks the gateway for the state of a payment, waits for `settleAfter`, and then acts on the
 * answer. Returns `unknown` when the gateway gave no usable answer and nothing changed. With
 * `mayStillPay`, an unpaid payment stays open, because the shopper may still be at the bank.
 */
export async function checkPayment(
  shop: Shop,
  payment: PaymentRow,
  { mayStillPay, settleAfter }: { mayStillPay: boolean; settleAfter?: Promise<unknown> },
): Promise<"known" | "unknown"> {
  if (payment.authority === null) return "unknown";
  const outcome = await shop.gateways.of(payment).verify({
    authority: payment.authority,
    amountToman: payment.amount_toman,
    // For an adopted payment, `orderRef` is left out: the gateway knows the payment by the
    // `orderRef` of a row that was lost.
    ...(payment.request_hash !== ADOPTED && { orderRef: orderRefOf(payment) }),
  });
  await settleAfter;
  switch (outcome.kind) {
    case "verified":
    case "already_verified":
      if (await isOwnCard(shop, payment, outcome.cardMasked))
        await settlePayment(shop, payment, outcome.refId, { isAwaited: !mayStillPay });
      else await giveToReview(shop, payment, "paid with another card");
      return "known";
    case "not_paid":
      if (!mayStillPay) await releasePayment(shop, payment, "failed");
      return "known";
    case "invalid":
      await releasePayment(shop, payment, "failed");
      return "known";
    case "amount_mismatch":
      await giveToReview(shop, payment, "the gateway knows another amount");
      return "known";
    case "unknown":
      return "unknown";
  }
}

/**
 * Compares the card that paid, if the gateway names it, with the card that the gateway was told to
 * accept. Returns false when the data of that card was deleted at its owner's request.
 */
async function isOwnCard(
  { db, vault }: Shop,
  payment: PaymentRow,
  cardMasked: string | null,
): Promise<boolean> {
  const card = await db
    .prepare("SELECT number_sealed FROM bank_card WHERE id = ?1")
    .bind(payment.card_id)
    .first<{ number_sealed: string }>();
  if (!card || card.number_sealed === "") return false;
  if (cardMasked === null) return true;
  return isMaskOf(
    cardMasked,
    await vault.open(card.number_sealed, numberContext("bank_card", payment.card_id)),
  );
}
