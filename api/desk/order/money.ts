import type { DeskOrder } from "../../../contract/desk/order.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import type { StoryEarningRow } from "./event-statements.ts";
import type { StoryCodeRow, StoryOrderRow, StoryTransferRow } from "./story-statements.ts";
import { toIso } from "../../base/time.ts";

interface MoneyFacts {
  order: StoryOrderRow;
  codes: readonly StoryCodeRow[];
  transfers: readonly StoryTransferRow[];
  earnings: readonly StoryEarningRow[];
  /** Last four digits of the card that paid. */
  cardEnd: string | null;
}

/**
 * Kinds of transfers that move earnings to or from the sales account. They are not part of what the
 * buyer paid.
 */
const OF_EARNINGS = ["reward", "referral", "take_back"];

/**
 * Says where the money of an order came from and where it is now, according to the ledger alone.
 */
export function moneyOf({
  order,
  codes,
  transfers,
  earnings,
  cardEnd,
}: MoneyFacts): DeskOrder["money"] {
  const moves = transfers.filter(({ kind }) => !OF_EARNINGS.includes(kind));
  const sum = (isCounted: (move: StoryTransferRow) => boolean) =>
    moves.filter(isCounted).reduce((total, move) => total + move.amount_toman, 0);
  const into = (place: string) => sum((move) => move.credit_account_id.startsWith(place));
  const outOf = (place: string) => sum((move) => move.debit_account_id.startsWith(place));
  // Wallet money that came back when its hold was released was never spent.
  const released = sum(({ kind }) => kind === "release");
  const card = cardEnd === null ? "از کارت" : `از کارت ${toPersianDigits(cardEnd)} ••••`;
  const from = lines([
    [card, outOf("gateway:")],
    ["از کیف پول", outOf("shopper:") - released],
  ]);
  const sales = into("shop:sales") - outOf("shop:sales");
  const now = lines([
    ["نگه‌داشته تا پرداخت", into("hold:") - outOf("hold:")],
    ["در تسویه، تا تحویل", into("clearing:") - outOf("clearing:")],
    ["در فروش", sales],
    ["در راه بازگشت به کارت", into("refund:") - outOf("refund:")],
    ["به کارت برگشته", into("gateway:")],
    ["به کیف پول برگشته", into("shopper:") - released],
  ]);
  const isPaid = order.state === "paid" || order.state === "refunded";
  const earned = earnings.map((earning) => ({
    kind: earning.kind,
    amount: earning.amount_toman - earning.cancelled_toman - earning.taken_back_toman,
    state: earning.state,
    dueAt: toIso(earning.due_at),
  }));
  const promised = earned
    .filter(({ state }) => state !== "cancelled")
    .reduce((total, { amount }) => total + amount, 0);
  const cost = codes.reduce((total, code) => total + code.unit_cost_toman, 0);
  const isSold = moves.some(({ kind }) => kind === "sale");
  return {
    from,
    now,
    isEven: total(from) === total(now) && (!isPaid || total(from) === order.total_toman),
    discount: order.before_code_toman - order.total_toman,
    discountCode: order.discount_code,
    profit: isSold ? sales - cost - promised : null,
    earnings: earned,
  };
}

type Lines = DeskOrder["money"]["from"];

const lines = (named: [string, number][]): Lines =>
  named.filter(([, amount]) => amount !== 0).map(([name, amount]) => ({ name, amount }));

const total = (of: Lines) => of.reduce((sum, { amount }) => sum + amount, 0);

/** Names an account of the ledger in words. */
export function placeOf(accountId: string, buyerId: string): string {
  const [kind = ""] = accountId.split(":");
  if (kind === "shopper") return accountId === `shopper:${buyerId}` ? "کیف پول" : "کیف پول معرف";
  return PLACES[accountId] ?? PLACES[kind] ?? accountId;
}

const PLACES: Record<string, string> = {
  gateway: "درگاه",
  hold: "نگه‌داری",
  clearing: "تسویه",
  refund: "راه بازگشت",
  withdrawal: "برداشت",
  bank: "بانک",
  "shop:sales": "فروش",
  "shop:capital": "سرمایه",
};
