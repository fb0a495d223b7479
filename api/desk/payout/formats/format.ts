import type { Payout } from "../../../../contract/desk/payout.ts";
import type { Refusal } from "../../../../contract/endpoint.ts";

/** The account that pays, from the settings. */
export interface Payer {
  name: string;
  iban: string;
}

/** One payment of a bank file, with names as banks accept them. */
export interface FileRow {
  /** Twelve digits by which the bank's answer may identify the row. */
  tracking: string;
  amountRial: number;
  owner: string;
  cardNumber: string;
  /** Empty when the card has no IBAN. */
  iban: string;
}

interface FileHead {
  /** Nine digits, different for each file. */
  number: string;
  /** UTC milliseconds. */
  madeAt: number;
  payer: Payer | null;
}

interface BankFile {
  name: string;
  /** The MIME type of the file. */
  type: string;
  text: string;
}

type Writer = (head: FileHead, rows: readonly FileRow[]) => BankFile;

/** A format of bank files. */
export interface PayoutFormat {
  needsPayer: boolean;
  /** Returns the card or IBAN to which a row is paid. */
  destination: (row: Pick<FileRow, "cardNumber" | "iban">) => string;
  /**
   * Returns why a row cannot be in such a file; null when it can. `maxToman` is the limit of one
   * order.
   */
  refuseRow: (row: { iban: string; amountToman: number }, maxToman: number) => Refusal | null;
  /** Returns the file; the same rows always give the same text. */
  write: Writer;
  /**
   * The writers of earlier versions of the shop. With them, a file of an earlier version can be
   * written again unchanged.
   */
  earlier: readonly Writer[];
}

export const RIAL_PER_TOMAN = 10;

/** Returns the tracking number of a row: the nine digits of its file and three of its position. */
export const trackingOf = (number: string, position: number): string =>
  number + String(position).padStart(3, "0");

export const numberOfFile = (number: number): Payout["number"] => String(number).padStart(9, "0");
