import { writeCsv } from "../../../../persian/write-csv.ts";
import type { FileRow, PayoutFormat } from "./format.ts";

/**
 * A plain table of cards to pay one by one, for cards without an IBAN. The operator who pays writes
 * the bank's reference into its last columns and returns the table.
 */
export const cardList: PayoutFormat = {
  needsPayer: false,
  destination: ({ cardNumber }) => cardNumber,
  refuseRow: () => null,
  write: ({ number }, rows) => bankFile(number, writeCsv([HEADS, ...rows.map(cellsOf)])),
  // Before decision 66 the cells were not quoted, and spreadsheets wrote their numbers as powers of
  // ten.
  earlier: [
    ({ number }, rows) =>
      bankFile(
        number,
        `\ufeff${[HEADS, ...rows.map(cellsOf)].map((cells) => `${cells.join(",")}\r\n`).join("")}`,
      ),
  ],
};

const HEADS = [
  "ردیف",
  "شناسه",
  "شمارهٔ کارت",
  "مبلغ (ریال)",
  "نام صاحب کارت",
  "شمارهٔ پیگیری",
  "نتیجه",
] as const;

const cellsOf = ({ tracking, cardNumber, amountRial, owner }: FileRow, index: number) =>
  [index + 1, tracking, cardNumber, amountRial, owner, "", ""] as const;

const bankFile = (number: string, text: string) => ({
  name: `card-list-${number}.csv`,
  type: "text/csv; charset=utf-8",
  text,
});
