import type { GatewayBooks } from "./sandbox.ts";
import type { TestShop } from "./shop.ts";

/** Reads the shop's side of the gateway: payments, money received and money refunded. */
export const SHOP_BOOKS = [
  `SELECT p.id, p.user_id, p.order_id, p.authority, p.ref_id, p.amount_toman, p.state,
     p.next_check_at, o.user_id AS buyer_id
   FROM payment p LEFT JOIN orders o ON o.id = p.order_id`,
  `SELECT id, payment_id, credit_account_id, amount_toman FROM transfer
   WHERE debit_account_id LIKE 'gateway:%'`,
  `SELECT f.id, f.gateway_toman, f.state, p.authority, (
     SELECT sum(amount_toman) FROM transfer
     WHERE debit_account_id = 'refund:' || f.id AND credit_account_id LIKE 'gateway:%'
   ) AS given_toman
   FROM refund f LEFT JOIN payment p ON p.order_id = f.order_id WHERE f.gateway_toman > 0`,
];

interface PaymentRow {
  id: string;
  user_id: string;
  order_id: string | null;
  authority: string | null;
  ref_id: string | null;
  amount_toman: number;
  state: string;
  next_check_at: number | null;
  buyer_id: string | null;
}
interface TransferRow {
  id: string;
  payment_id: string | null;
  credit_account_id: string;
  amount_toman: number;
}
interface RefundRow {
  id: string;
  gateway_toman: number;
  state: string;
  authority: string | null;
  given_toman: number | null;
}

/** Finds differences between the bank's books and the shop's: `<what>: <authority or id>`. */
export async function auditAgainstGateway(
  shop: Pick<TestShop, "readAll" | "sandbox">,
): Promise<string[]> {
  const [gateway, ours] = [await shop.sandbox.books(), await shop.readAll(SHOP_BOOKS)];
  return compareBooks(gateway, ours);
}

export function compareBooks(gateway: GatewayBooks, ours: readonly unknown[]): string[] {
  const [payments, transfers, refunds] = ours as [PaymentRow[], TransferRow[], RefundRow[]];
  return [...comparePayments(gateway, payments, transfers), ...compareRefunds(gateway, refunds)];
}

const CAPTURED = ["PAID", "VERIFIED", "REVERSED"];

function comparePayments(
  gateway: GatewayBooks,
  payments: PaymentRow[],
  transfers: TransferRow[],
): string[] {
  const theirs = new Map(gateway.payments.map((payment) => [payment.authority, payment]));
  const known = new Map(payments.map((payment) => [payment.id, payment]));
  const found: string[] = [];
  const say = (what: string, about: string | null) => found.push(`${what}: ${String(about)}`);
  for (const payment of payments) {
    const taken = transfers.filter(({ payment_id }) => payment_id === payment.id);
    const bank = theirs.get(payment.authority ?? "");
    const isCaptured = bank !== undefined && CAPTURED.includes(bank.status);
    const isSettled = payment.state === "paid" || payment.state === "credited";
    if (taken.length > 1) say("credited more than once", payment.authority);
    else if (taken.length === 1 && !isCaptured)
      say("credited and never captured", payment.authority);
    else if (taken.length === 0 && isCaptured && (isSettled || !willBeFound(payment, bank.status)))
      say("captured and never credited", payment.authority);
    else if (taken.length === 1 && bank) compareOne(payment, bank, taken[0] as TransferRow, say);
  }
  const named = new Set(payments.map(({ authority }) => authority));
  for (const { authority, status } of gateway.payments)
    if (CAPTURED.includes(status) && !named.has(authority)) say("captured and unknown", authority);
  for (const { id, payment_id } of transfers)
    if (!known.has(payment_id ?? "")) say("credited for no payment", id);
  return found;
}

/** True when a job, the gateway's own list or an operator will still find the captured money. */
function willBeFound({ state, next_check_at }: PaymentRow, status: string): boolean {
  return state === "review" || next_check_at !== null || status === "PAID";
}

function compareOne(
  payment: PaymentRow,
  bank: GatewayBooks["payments"][number],
  taken: TransferRow,
  say: (what: string, about: string | null) => void,
): void {
  const isForOrder = payment.state === "paid" && payment.order_id !== null;
  const account = isForOrder
    ? `clearing:${String(payment.order_id)}`
    : `shopper:${payment.user_id}`;
  if (taken.amount_toman * 10 !== bank.amountRial)
    say("credited with another amount", payment.authority);
  if (
    taken.credit_account_id !== account ||
    (payment.buyer_id ?? payment.user_id) !== payment.user_id
  )
    say("credited to somebody else", payment.authority);
  if (payment.ref_id !== String(bank.refId))
    say("credited under another reference", payment.authority);
  if ((payment.order_id ?? payment.id) !== bank.orderId)
    say("credited for another's payment", payment.authority);
}

function compareRefunds(gateway: GatewayBooks, refunds: RefundRow[]): string[] {
  const found: string[] = [];
  const unclaimed = new Set(gateway.refunds.filter(({ status }) => status !== "FAILED"));
  const claim = ({ authority }: RefundRow, isMeant: (amountRial: number) => boolean) => {
    const given = [...unclaimed].find(
      (other) => other.authority === authority && isMeant(other.amountRial),
    );
    return given !== undefined && unclaimed.delete(given);
  };
  // Without an answer the bank may or may not have refunded; an operator settles it.
  const asked = refunds.filter(({ state }) => ["done", "sent", "review", "asking"].includes(state));
  const missing = asked.filter(
    (refund) => !claim(refund, (amountRial) => amountRial === refund.gateway_toman * 10),
  );
  for (const refund of missing) {
    if (refund.state === "review" || refund.state === "asking") continue;
    const isAnother = claim(refund, () => true);
    found.push(
      `given back ${isAnother ? "with another amount" : "and never arrived"}: ${refund.id}`,
    );
  }
  for (const { id, state, given_toman, gateway_toman } of refunds)
    if (state === "done" && given_toman !== gateway_toman)
      found.push(`given back and not booked so: ${id}`);
  return [...found, ...[...unclaimed].map(({ id }) => `given back for no refund: ${String(id)}`)];
}
