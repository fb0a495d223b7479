import { type Refusal, refusals } from "../../contract/endpoint.ts";
import { OPEN_WITHDRAWALS_MAX, WITHDRAWAL_MIN_TOMAN, withdrawalRefusals } from "../../contract/withdrawal.ts";
import { findCardByFingerprint } from "../bankcard/statements.ts";
import { runBatch } from "../batch.ts";
import type { Shop } from "../context.ts";
import { claimCardVerified } from "../payments/statements.ts";
import * as ledger from "../wallet/ledger.ts";
import * as statements from "./statements.ts";

/** A decision that lost a race is made anew this many times before the shopper is asked to try again. */
const ATTEMPTS = 4;

export interface WithdrawalWish {
  userId: string;
  amountToman: number;
  /** Of one of the shopper's verified cards; without it the default one gets the money. */
  cardNumber: string | undefined;
  idempotencyKey: string | null;
  requestHash: string;
}

export type WithdrawalOutcome =
  | { kind: "held"; withdrawal: Pick<statements.WithdrawalRow, "id" | "amount_toman" | "state" | "created_at"> }
  | { kind: "refused"; refusal: Refusal; field?: "amount" | "cardNumber" };

/** Takes money out of the wallet, to be paid to a card by an operator. Asked twice with the same key, it is the same withdrawal. */
export async function withdraw(shop: Shop, wish: WithdrawalWish): Promise<WithdrawalOutcome> {
  const { userId, amountToman } = wish;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const earlier = await findEarlier(shop.db, wish);
    if (earlier) return earlier;
    if (amountToman < WITHDRAWAL_MIN_TOMAN)
      return { kind: "refused", refusal: withdrawalRefusals.amountTooSmall, field: "amount" };
    const card = await findCard(shop, wish);
    if (card.kind === "refused") return card;
    const balance = await ledger.readBalance(shop.db, ledger.shopperAccount(userId));
    if (balance < amountToman) return { kind: "refused", refusal: withdrawalRefusals.balanceTooLow, field: "amount" };
    const open = await statements.countOpenWithdrawals(shop.db, userId).first<{ count: number }>();
    if ((open?.count ?? 0) >= OPEN_WITHDRAWALS_MAX) return { kind: "refused", refusal: withdrawalRefusals.tooManyOpen };
    const id = crypto.randomUUID();
    const moment = shop.now();
    if (await runBatch(shop.db, holdMoney(shop.db, { ...wish, id, cardId: card.id }, moment)))
      return { kind: "held", withdrawal: { id, amount_toman: amountToman, state: "pending", created_at: moment } };
  }
  return { kind: "refused", refusal: refusals.unavailable };
}

/** One batch: the card is still verified, there is room for one more, and the money leaves the wallet. */
function holdMoney(db: D1Database, withdrawal: statements.NewWithdrawal, now: number): D1PreparedStatement[] {
  const { id, userId, cardId, amountToman } = withdrawal;
  const hold = ledger.withdrawalAccount(id);
  return [
    claimCardVerified(db, userId, cardId),
    statements.insertWithdrawal(db, withdrawal, now),
    statements.claimOpenWithdrawals(db, userId, OPEN_WITHDRAWALS_MAX),
    ledger.openAccount(db, hold, "hold"),
    ledger.bookTransfer(db, { kind: "withdrawal", ref: id, from: ledger.shopperAccount(userId), to: hold, amountToman }, now),
  ];
}

type CardOutcome = { kind: "found"; id: string } | Extract<WithdrawalOutcome, { kind: "refused" }>;

async function findCard({ db, vault }: Shop, { userId, cardNumber }: WithdrawalWish): Promise<CardOutcome> {
  if (cardNumber === undefined) {
    const card = await statements.findDefaultCard(db, userId).first<{ id: string }>();
    return card ? { kind: "found", id: card.id } : { kind: "refused", refusal: withdrawalRefusals.noVerifiedCard };
  }
  const fingerprint = await vault.fingerprint("card number", cardNumber);
  const card = await findCardByFingerprint(db, userId, fingerprint).first<{ id: string; status: string }>();
  if (!card) return { kind: "refused", refusal: withdrawalRefusals.cardNotFound, field: "cardNumber" };
  if (card.status !== "verified") return { kind: "refused", refusal: withdrawalRefusals.cardNotVerified, field: "cardNumber" };
  return { kind: "found", id: card.id };
}

async function findEarlier(db: D1Database, wish: WithdrawalWish): Promise<WithdrawalOutcome | null> {
  if (wish.idempotencyKey === null) return null;
  const earlier = await statements.findWithdrawalByKey(db, wish.userId, wish.idempotencyKey).first<statements.WithdrawalRow>();
  if (!earlier) return null;
  return earlier.request_hash === wish.requestHash
    ? { kind: "held", withdrawal: earlier }
    : { kind: "refused", refusal: refusals.keyReused };
}
