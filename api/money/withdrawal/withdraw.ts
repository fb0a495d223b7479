import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import {
  OPEN_WITHDRAWALS_MAX,
  WITHDRAWAL_MIN_TOMAN,
  takeBackRefusals,
  withdrawalRefusals,
} from "../../../contract/withdrawal.ts";
import { tellOfNews } from "../../people/account-event/news.ts";
import {
  type CardRow,
  claimOwnCardVerified,
  findCardByFingerprint,
} from "../../people/bank-card/statements.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { findUser } from "../../base/person.ts";
import { claimProven } from "../../people/identity/statements.ts";
import * as ledger from "../wallet/ledger.ts";
import * as statements from "./statements.ts";

/**
 * The number of tries when concurrent requests interfere. After the last one, the shopper is asked
 * to try again.
 */
const ATTEMPTS = 4;

export interface WithdrawalRequest {
  userId: string;
  amountToman: number;
  /**
   * The number of one of the shopper's verified cards; when it is missing, the money goes to the
   * default card.
   */
  cardNumber: string | undefined;
  idempotencyKey: string | null;
  requestHash: string;
}

export type WithdrawalOutcome =
  | {
      kind: "held";
      withdrawal: Pick<
        statements.WithdrawalRow,
        "id" | "amount_toman" | "state" | "created_at" | "due_at"
      >;
    }
  | { kind: "refused"; refusal: Refusal; field?: "amount" | "cardNumber" };

/**
 * Reserves money of the wallet until an operator pays it to a card. A repeated request with the
 * same idempotency key returns the same withdrawal.
 */
export async function withdraw(shop: Shop, request: WithdrawalRequest): Promise<WithdrawalOutcome> {
  const { userId, amountToman } = request;
  const fingerprint =
    request.cardNumber === undefined
      ? null
      : await shop.vault.fingerprint("card number", request.cardNumber);
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [[earlier], [user], [namedCard], [defaultCard], [wallet], [open]] = await readTogether(
      shop.db,
      [
        statements.findWithdrawalByKey(shop.db, userId, request.idempotencyKey),
        findUser(shop.db, userId),
        findCardByFingerprint(shop.db, userId, fingerprint),
        statements.findDefaultCard(shop.db, userId),
        ledger.findBalance(shop.db, ledger.shopperAccount(userId)),
        statements.countOpenWithdrawals(shop.db, userId),
      ],
    );
    if (earlier) return showEarlier(earlier, request);
    if (amountToman < WITHDRAWAL_MIN_TOMAN)
      return { kind: "refused", refusal: withdrawalRefusals.amountTooSmall, field: "amount" };
    const card =
      request.cardNumber === undefined ? chooseDefault(defaultCard) : chooseNamed(namedCard);
    if (card.kind === "refused") return card;
    if (user?.is_verified !== 1)
      return { kind: "refused", refusal: withdrawalRefusals.identityNeeded };
    if ((wallet?.balance ?? 0) < amountToman)
      return { kind: "refused", refusal: withdrawalRefusals.balanceTooLow, field: "amount" };
    if ((open?.count ?? 0) >= OPEN_WITHDRAWALS_MAX)
      return { kind: "refused", refusal: withdrawalRefusals.tooManyOpen };
    const id = crypto.randomUUID();
    const moment = shop.now();
    const isHeld = await runBatch(shop.db, [
      ...holdMoney(shop.db, { ...request, id, cardId: card.id }, moment),
      tellOfNews(shop, userId, "withdrawal_asked", moment),
    ]);
    if (isHeld)
      return {
        kind: "held",
        withdrawal: {
          id,
          amount_toman: amountToman,
          state: "pending",
          created_at: moment,
          due_at: card.paysOutFrom,
        },
      };
  }
  return { kind: "refused", refusal: refusals.unavailable };
}

/**
 * Returns the batch that reserves the money. It aborts when the identity or the card is not
 * verified any more, or when too many withdrawals are open.
 */
function holdMoney(
  db: D1Database,
  withdrawal: statements.NewWithdrawal,
  now: number,
): D1PreparedStatement[] {
  const { id, userId, cardId, amountToman } = withdrawal;
  const hold = ledger.withdrawalAccount(id);
  return [
    claimProven(db, userId),
    claimOwnCardVerified(db, userId, cardId),
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

/**
 * Takes back a withdrawal that no operator has in hand: its money returns to the wallet. Returns
 * the refusal when that is not possible. A repeated request changes nothing.
 */
export async function takeBack(
  { db, now }: Shop,
  userId: string,
  id: string,
): Promise<Refusal | null> {
  const find = () => readFirst(statements.findOwnWithdrawal(db, userId, id));
  const row = await find();
  if (!row) return refusals.notFound;
  const moment = now();
  const returned = {
    kind: "withdrawal_return",
    ref: id,
    from: ledger.withdrawalAccount(id),
    to: ledger.shopperAccount(userId),
    amountToman: row.amount_toman,
  } as const;
  const isDone = await runBatch(db, [
    ...statements.takeBack(db, userId, id, moment),
    ledger.bookTransfer(db, returned, moment),
  ]);
  if (isDone) return null;
  const state = (await find())?.state;
  if (state === "taken_back") return null;
  return state === "pending" ? takeBackRefusals.inHand : takeBackRefusals.withdrawalDecided;
}

type CardOutcome =
  | { kind: "found"; id: string; paysOutFrom: number }
  | Extract<WithdrawalOutcome, { kind: "refused" }>;

function chooseDefault(card: statements.DefaultCard | undefined): CardOutcome {
  return card
    ? { kind: "found", id: card.id, paysOutFrom: card.pays_out_from }
    : { kind: "refused", refusal: withdrawalRefusals.noVerifiedCard };
}

function chooseNamed(card: CardRow | undefined): CardOutcome {
  if (!card)
    return { kind: "refused", refusal: withdrawalRefusals.cardNotFound, field: "cardNumber" };
  if (card.status !== "verified")
    return { kind: "refused", refusal: withdrawalRefusals.cardNotVerified, field: "cardNumber" };
  return { kind: "found", id: card.id, paysOutFrom: card.pays_out_from };
}

function showEarlier(
  earlier: statements.WithdrawalRow,
  { requestHash }: WithdrawalRequest,
): WithdrawalOutcome {
  return earlier.request_hash === requestHash
    ? { kind: "held", withdrawal: earlier }
    : { kind: "refused", refusal: refusals.keyReused };
}
