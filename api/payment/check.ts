import { isMaskOf } from "../../persian/identifiers.ts";
import { sealContext } from "../bank-card/rules.ts";
import type { Shop } from "../base/context.ts";
import { giveToReview, releasePayment } from "./release.ts";
import { settlePayment } from "./settle.ts";
import type { PaymentRow } from "./statements.ts";

/**
 * Asks the gateway what became of a payment and carries its word out. `unknown` means that nothing was learnt and nothing
 * changed; `not_paid` leaves the payment open when `mayStillPay`, since the shopper may be at the bank this moment.
 */
export async function checkPayment(
  shop: Shop,
  payment: PaymentRow,
  { mayStillPay }: { mayStillPay: boolean },
): Promise<"known" | "unknown"> {
  if (payment.authority === null) return "unknown";
  const outcome = await shop.gateway.verify({
    authority: payment.authority,
    amountToman: payment.amount_toman,
  });
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
 * The gateway was told which card may pay; its answer is held against that card once more where it names one. A card whose owner's
 * data was deleted is nobody's.
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
  return isMaskOf(cardMasked, await vault.open(card.number_sealed, sealContext(payment.card_id)));
}
