import type { z } from "zod";
import { type adoptPayment, strayRefusals } from "../../contract/desk/payment.ts";
import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { isMaskOf } from "../../persian/identifiers.ts";
import { sealContext } from "../bank-card/rules.ts";
import { runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import { MINUTE_MS } from "../base/time.ts";
import { type PersonRow, findPerson } from "../user/desk-statements.ts";
import { giveToReview } from "./release.ts";
import { creditInstead } from "./settle.ts";
import { insertPayment } from "./statements.ts";
import { findByAuthority, findPayingCards, giveAuthority } from "./stray-statements.ts";

const CARDS_MAX = 50;
/** When a settlement that was interrupted is gone on with. */
const NEXT_CHECK_MS = MINUTE_MS;

type Wish = z.output<typeof adoptPayment.body>;

/**
 * Credits a payment that the shop has no row of to a person's wallet. Who says whose it is is an operator; that it was paid, with this
 * amount and a verified card of theirs, is the gateway's word. Once an authority has a row, it is settled once like any other.
 */
export async function adopt(shop: Shop, wish: Wish, operator: string): Promise<Refusal | null> {
  const { db, gateway, now } = shop;
  const { authority, amount: amountToman, personId } = wish;
  const person = await findPerson(db, personId).first<PersonRow>();
  if (person?.forgotten_at !== null) return refusals.notFound;
  if (await findByAuthority(db, authority).first()) return strayRefusals.paymentKnown;
  const { results: cards } = await findPayingCards(db, personId, CARDS_MAX).all<{
    id: string;
    number_sealed: string;
  }>();
  // Asking makes the money ours: whoever has no card that could have paid is not even asked about.
  if (cards.length === 0) return strayRefusals.notTheirCard;
  const outcome = await gateway.verify({ authority, amountToman });
  if (outcome.kind === "unknown") return refusals.unavailable;
  if (outcome.kind !== "verified" && outcome.kind !== "already_verified")
    return strayRefusals.notPaid;
  const cardId = await findCard(shop, cards, outcome.cardMasked);
  if (cardId === null) return strayRefusals.notTheirCard;
  const moment = now();
  const id = crypto.randomUUID();
  const payment = {
    id,
    userId: personId,
    purpose: "wallet_topup",
    orderId: null,
    cardId,
    amountToman,
  } as const;
  const written = [
    insertPayment(
      db,
      { ...payment, idempotencyKey: null, requestHash: "adopted", expiresAt: moment },
      moment,
    ),
    ...giveAuthority(db, id, authority, moment + NEXT_CHECK_MS),
    noteDecision(
      db,
      { operator, subject: "payment", subjectId: id, verdict: "adopted", note: null },
      moment,
    ),
  ];
  const credited = {
    id,
    user_id: personId,
    purpose: "wallet_topup",
    order_id: null,
    amount_toman: amountToman,
  } as const;
  if (await runBatch(db, [...written, ...(await creditInstead(shop, credited, outcome.refId))]))
    return null;
  // Somebody was faster, or the books refuse it, for example because another payment has its reference: then it has a row to be looked into.
  if (!(await runBatch(db, written))) return strayRefusals.paymentKnown;
  await giveToReview(shop, credited, "paid, and the books refused it");
  return strayRefusals.needsReview;
}

/** The card that paid; a gateway that does not say which leaves the default. */
async function findCard(
  { vault }: Shop,
  cards: readonly { id: string; number_sealed: string }[],
  cardMasked: string | null,
): Promise<string | null> {
  for (const { id, number_sealed } of cards) {
    if (
      cardMasked === null ||
      isMaskOf(cardMasked, await vault.open(number_sealed, sealContext(id)))
    )
      return id;
  }
  return null;
}
