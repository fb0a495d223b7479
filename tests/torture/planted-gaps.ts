import type { GatewayBooks } from "../support/sandbox.ts";

/** A difference between the bank's books and the shop's, planted in one of them. */
export interface Gap {
  /** The only finding that the audit must report. */
  finding: string;
  sql?: string;
  bank?: (books: GatewayBooks) => void;
}

/** A payment that the gateway captured. */
export interface Taken {
  id: string;
  payment_id: string;
  authority: string;
}

/** A refund through the gateway. */
export interface RefundAtBank {
  id: string;
  /** The id of the refund in the bank's books. */
  bank_id: number;
}

const change = (id: string, set: string) => `UPDATE transfer SET ${set} WHERE id = '${id}'`;
const bankSays =
  (authority: string, say: (payment: GatewayBooks["payments"][number]) => void) =>
  ({ payments }: GatewayBooks) => {
    for (const payment of payments) if (payment.authority === authority) say(payment);
  };

/** Differences in a payment: missing, twice, wrong amount, wrong person, wrong name, invented. */
export const gapsOfPayments: ((taken: Taken) => Gap)[] = [
  ({ id, authority }) => ({
    finding: `captured and never credited: ${authority}`,
    sql: `DELETE FROM transfer WHERE id = '${id}'`,
  }),
  ({ id, authority }) => ({
    finding: `credited more than once: ${authority}`,
    sql: `INSERT INTO transfer
      SELECT id || '-again', kind, debit_account_id, credit_account_id, amount_toman, order_id,
      payment_id, created_at
          FROM transfer WHERE id = '${id}'`,
  }),
  ({ id, authority }) => ({
    finding: `credited with another amount: ${authority}`,
    sql: change(id, "amount_toman = amount_toman * 10"),
  }),
  ({ authority }) => ({
    finding: `credited with another amount: ${authority}`,
    bank: bankSays(authority, (payment) => {
      payment.amountRial -= 10;
    }),
  }),
  ({ id, authority }) => ({
    finding: `credited to somebody else: ${authority}`,
    sql: change(id, "credit_account_id = 'shopper:somebody-else'"),
  }),
  ({ authority }) => ({
    finding: `credited and never captured: ${authority}`,
    bank: bankSays(authority, (payment) => {
      payment.status = "FAILED";
    }),
  }),
  ({ payment_id, authority }) => ({
    finding: `credited under another reference: ${authority}`,
    sql: `UPDATE payment SET ref_id = '1' WHERE id = '${payment_id}'`,
  }),
  ({ authority }) => ({
    finding: `credited for another's payment: ${authority}`,
    bank: bankSays(authority, (payment) => {
      payment.orderId = "another";
    }),
  }),
];

/** Differences that can be planted in every refund that the gateway has accepted. */
export const gapsOfRefunds: ((refund: RefundAtBank) => Gap)[] = [
  ({ id, bank_id }) => ({
    finding: `given back and never arrived: ${id}`,
    bank: (books) => {
      books.refunds = books.refunds.filter((refund) => refund.id !== bank_id);
    },
  }),
  ({ id, bank_id }) => ({
    finding: `given back with another amount: ${id}`,
    bank: ({ refunds }) => {
      for (const refund of refunds) if (refund.id === bank_id) refund.amountRial -= 10;
    },
  }),
  ({ bank_id }) => ({
    finding: "given back for no refund: 99",
    bank: ({ refunds }) => {
      for (const refund of refunds.slice())
        if (refund.id === bank_id) refunds.push({ ...refund, id: 99 });
    },
  }),
  ({ id, bank_id }) => ({
    finding: `given back for no refund: ${String(bank_id)}`,
    sql: `UPDATE refund SET state = 'fallen_back' WHERE id = '${id}'`,
  }),
];
