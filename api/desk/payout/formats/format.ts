import type { Payout } from "../../../../contract/desk/payout.ts";
import type { Refusal } from "../../../../contract/endpoint.ts";

/** The account that pays, from the settings. */
export interface Payer {
  name: string;
  iban: string;
}

/** One payment of a bank file, with names as banks take them. */
export interface FileRow {
  /** Twelve digits by which the bank's answer may name it. */
  tracking: string;
  amountRial: number;
  owner: string;
  cardNumber: string;
  /** Empty when the card has none. */
  iban: string;
}

interface FileHead {
  /** Nine digits, each file its own. */
  number: string;
  /** UTC milliseconds. */
  madeAt: number;
  payer: Payer | null;
}

interface BankFile {
  name: string;
  /** Its MIME type. */
  type: string;
  text: string;
}

type Writer = (head: FileHead, rows: readonly FileRow[]) => BankFile;

/** How a bank wants to be told whom to pay. */
export interface PayoutFormat {
  needsPayer: boolean;
  /** Where the money of a row goes. */
  destination: (row: Pick<FileRow, "cardNumber" | "iban">) => string;
  /** Why a row cannot be in such a file; null when it can. `maxToman` is the most of one order. */
  refuseRow: (row: { iban: string; amountToman: number }, maxToman: number) => Refusal | null;
  /** Returns the file; the same rows always make the same text. */
  write: Writer;
  /** How earlier versions of the shop wrote it: a file that they made is given out as it was. */
  earlier: readonly Writer[];
}

export const RIAL_PER_TOMAN = 10;

/** Returns the row's tracking number, twelve digits: those of its file and three of its place. */
export const trackingOf = (number: string, position: number): string =>
  number + String(position).padStart(3, "0");

export const numberOfFile = (number: number): Payout["number"] => String(number).padStart(9, "0");
