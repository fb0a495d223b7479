import type { PayoutFormat } from "./format.ts";

/**
 * A plain table of cards to be paid one by one, for accounts without an IBAN. Whoever pays writes
 * the bank's reference into its last columns and gives the table back. Every cell is digits or the
 * letters of a name, so that no program takes one for a formula.
 */
export const cardList: PayoutFormat = {
  needsPayer: false,
  destination: ({ cardNumber }) => cardNumber,
  refuseRow: () => null,
  write: ({ number }, rows) => ({
    name: `card-list-${number}.csv`,
    type: "text/csv; charset=utf-8",
    // The mark in front lets spreadsheets read Persian.
    text: [
      "\uFEFFردیف,شناسه,شمارهٔ کارت,مبلغ (ریال),نام صاحب کارت,شمارهٔ پیگیری,نتیجه",
      ...rows.map(({ tracking, cardNumber, amountRial, owner }, index) =>
        [String(index + 1), tracking, cardNumber, String(amountRial), owner, "", ""].join(","),
      ),
      "",
    ].join("\r\n"),
  }),
};
