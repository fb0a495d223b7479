import { type Refusal, refusals } from "../../contract/endpoint.ts";
import {
  OPEN_WITHDRAWALS_MAX,
  WITHDRAWAL_MIN_TOMAN,
  withdrawalRefusals,
} from "../../contract/withdrawal.ts";
import { type CardRow, findCardByFingerprint } from "../bank-card/statements.ts";
import { readTogether, runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { claimCardVerified } from "../payment/statements.ts";
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
  | {
      kind: "held";
      withdrawal: Pick<statements.WithdrawalRow, "id" | "amount_toman" | "state" | "created_at">;
    }
  | { kind: "refused"; refusal: Refusal; field?: "amount" | "cardNumber" };

/** Takes money out of the wallet, to be paid to a card by an operator. Asked twice with the same key, it is the same withdrawal. */
export async function withdraw(shop: Shop, wish: WithdrawalWish): Promise<WithdrawalOutcome> {
  const { userId, amountToman } = wish;
  const fingerprint =
    wish.cardNumber === undefined
      ? null
      : await shop.vault.fingerprint("card number", wish.cardNumber);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [[earlier], [named], [usual], [wallet], [open]] = await readTogether<
      [statements.WithdrawalRow, CardRow, { id: string }, ledger.BalanceRow, { count: number }]
    >(shop.db, [
      statements.findWithdrawalByKey(shop.db, userId, wish.idempotencyKey),
      findCardByFingerprint(shop.db, userId, fingerprint),
      statements.findDefaultCard(shop.db, userId),
      ledger.findBalance(shop.db, ledger.shopperAccount(userId)),
      statements.countOpenWithdrawals(shop.db, userId),
    ]);
    if (earlier) return showEarlier(earlier, wish);
    if (amountToman < WITHDRAWAL_MIN_TOMAN)
      return { kind: "refused", refusal: withdrawalRefusals.amountTooSmall, field: "amount" };
    const card = wish.cardNumber === undefined ? chooseUsual(usual) : chooseNamed(named);
    if (card.kind === "refused") return card;
    if ((wallet?.balance ?? 0) < amountToman)
      return { kind: "refused", refusal: withdrawalRefusals.balanceTooLow, field: "amount" };
    if ((open?.count ?? 0) >= OPEN_WITHDRAWALS_MAX)
      return { kind: "refused", refusal: withdrawalRefusals.tooManyOpen };
    const id = crypto.randomUUID();
    const moment = shop.now();
    if (await runBatch(shop.db, holdMoney(shop.db, { ...wish, id, cardId: card.id }, moment)))
      return {
        kind: "held",
        withdrawal: { id, amount_toman: amountToman, state: "pending", created_at: moment },
      };
  }
  return { kind: "refused", refusal: refusals.unavailable };
}

/** One batch: the card is still verified, there is room for one more, and the money leaves the wallet. */
function holdMoney(
  db: D1Database,
  withdrawal: statements.NewWithdrawal,
  now: number,
): D1PreparedStatement[] {
  const { id, userId, cardId, amountToman } = withdrawal;
  const hold = ledger.withdrawalAccount(id);
  return [
    claimCardVerified(db, userId, cardId),
    statements.insertWithdrawal(db, withdrawal, now),
    statements.claimOpenWithdrawals(db, userId, OPEN_WITHDRAWALS_MAX),
    ledger.openAccount(db, hold, "hold"),
    ledger.bookTransfer(
      db,
      { kind: "withdrawal", ref: id, from: ledger.shopperAccount(userId), to: hold, amountToman },
      now,
    ),
  ];
}

type CardOutcome = { kind: "found"; id: string } | Extract<WithdrawalOutcome, { kind: "refused" }>;

function chooseUsual(card: { id: string } | undefined): CardOutcome {
  return card
    ? { kind: "found", id: card.id }
    : { kind: "refused", refusal: withdrawalRefusals.noVerifiedCard };
}

function chooseNamed(card: CardRow | undefined): CardOutcome {
  if (!card)
    return { kind: "refused", refusal: withdrawalRefusals.cardNotFound, field: "cardNumber" };
  if (card.status !== "verified")
    return { kind: "refused", refusal: withdrawalRefusals.cardNotVerified, field: "cardNumber" };
  return { kind: "found", id: card.id };
}

function showEarlier(
  earlier: statements.WithdrawalRow,
  { requestHash }: WithdrawalWish,
): WithdrawalOutcome {
  return earlier.request_hash === requestHash
    ? { kind: "held", withdrawal: earlier }
    : { kind: "refused", refusal: refusals.keyReused };
}
