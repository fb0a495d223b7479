import type { z } from "zod";
import { type adoptPayment, strayRefusals } from "../../../contract/desk/payment.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { gatewayOfAuthority } from "../../../persian/gateway.ts";
import { isMaskOf } from "../../../persian/identifiers.ts";
import { runBatch, readFirst, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { Operator } from "../../base/operator.ts";
import { numberContext } from "../../base/open-number.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { findPerson } from "../user/statements.ts";
import { giveToReview } from "../../buying/payment/release.ts";
import { creditInstead } from "../../buying/payment/settle.ts";
import { ADOPTED, insertPayment } from "../../buying/payment/statements.ts";
import {
  findByAuthority,
  findPayingCards,
  giveAuthority,
} from "../../buying/payment/stray-statements.ts";

const CARDS_MAX = 50;
/** Time until the jobs retry an interrupted settlement. */
const NEXT_CHECK_MS = MINUTE_MS;

type Adoption = z.output<typeof adoptPayment.body>;

/**
 * Books a stray payment to a person's wallet. The operator names the person; the gateway confirms
 * that the payment was made, with this amount and a verified card of that person. Once the payment
 * has a row, it is settled exactly once, like any other payment.
 */
export async function adopt(
  shop: Shop,
  adoption: Adoption,
  operator: Operator,
): Promise<Refusal | null> {
  const { db, gateways, now } = shop;
  const { authority, amount: amountToman, personId } = adoption;
  const person = await readFirst(findPerson(db, personId));
  if (person?.forgotten_at !== null) return refusals.notFound;
  if (await findByAuthority(db, authority).first()) return strayRefusals.paymentKnown;
  const cards = await readAll(findPayingCards(db, personId, CARDS_MAX));
  // Once a payment is verified, its money belongs to the shop. Therefore a person without any card
  // that could have paid is refused before the payment is verified.
  if (cards.length === 0) return strayRefusals.notTheirCard;
  const outcome = await gateways.ofAuthority(authority).verify({ authority, amountToman });
  if (outcome.kind === "unknown") return refusals.unavailable;
  if (outcome.kind !== "verified" && outcome.kind !== "already_verified")
    return strayRefusals.notPaid;
  const cardId = await findCard(shop, cards, outcome.cardMasked);
  if (cardId === null) return strayRefusals.notTheirCard;
  const moment = now();
  const id = crypto.randomUUID();
  const gateway = gatewayOfAuthority(authority);
  const payment = {
    id,
    gateway,
    userId: personId,
    purpose: "wallet_topup",
    orderId: null,
    cardId,
    amountToman,
  } as const;
  const written = [
    insertPayment(
      db,
      { ...payment, idempotencyKey: null, requestHash: ADOPTED, expiresAt: moment },
      moment,
    ),
    ...giveAuthority(db, id, authority, moment + NEXT_CHECK_MS),
    noteDecision({ db, operator, moment }, "payment", id, "adopted", { after: "credited" }),
  ];
  const credited = {
    id,
    gateway,
    user_id: personId,
    purpose: "wallet_topup",
    order_id: null,
    amount_toman: amountToman,
  } as const;
  if (await runBatch(db, [...written, ...(await creditInstead(shop, credited, outcome.refId))]))
    return null;
  // Another request stored the payment first, or the ledger refuses it, for example because its
  // reference is already used. In the second case, its row goes to review.
  if (!(await runBatch(db, written))) return strayRefusals.paymentKnown;
  await giveToReview(shop, credited, "paid, and the books refused it");
  return strayRefusals.needsReview;
}

/**
 * Finds the card that paid. If the gateway does not name a card, takes the first one (the default).
 */
async function findCard(
  { vault }: Shop,
  cards: readonly { id: string; number_sealed: string }[],
  cardMasked: string | null,
): Promise<string | null> {
  for (const { id, number_sealed } of cards) {
    if (
      cardMasked === null ||
      isMaskOf(cardMasked, await vault.open(number_sealed, numberContext("bank_card", id)))
    )
      return id;
  }
  return null;
}
