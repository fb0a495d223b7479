import { writeCsv } from "../../base/csv.ts";
import type { PayoutFormat } from "./format.ts";

/**
 * A plain table of cards to be paid one by one, for accounts without an IBAN. Whoever pays writes
 * the bank's reference into its last columns and gives the table back.
 */
export const cardList: PayoutFormat = {
  needsPayer: false,
  destination: ({ cardNumber }) => cardNumber,
  refuseRow: () => null,
  write: ({ number }, rows) => ({
    name: `card-list-${number}.csv`,
    type: "text/csv; charset=utf-8",
    text: writeCsv([
      ["ردیف", "شناسه", "شمارهٔ کارت", "مبلغ (ریال)", "نام صاحب کارت", "شمارهٔ پیگیری", "نتیجه"],
      ...rows.map(({ tracking, cardNumber, amountRial, owner }, index) => [
        index + 1,
        tracking,
        cardNumber,
        amountRial,
        owner,
        "",
        "",
      ]),
    ]),
  }),
};
