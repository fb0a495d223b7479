/**
 * The interface to a provider of inquiries. Each question costs a fee and changes nothing, so it
 * may be repeated. Any answer that is neither a clear yes nor a clear no is `unknown`.
 */
export interface Inquiry {
  /** Asks whether the phone (ten digits, without zero) is registered to the national code. */
  isPhoneOf(phone: string, person: InquiredPerson): Promise<Saying>;
  isCardOf(cardNumber: string, person: InquiredPerson): Promise<Saying>;
  /** Asks for the owner's name and the IBAN (IR and 24 digits) behind a card. */
  ownerOf(cardNumber: string): Promise<OwnerSaying>;
}

export interface InquiredPerson {
  /** Ten digits. */
  nationalCode: string;
  /** In the Persian calendar: 1370-05-12. */
  birthDate: string;
}

export type Saying = "yes" | "no" | "unknown";

type OwnerSaying =
  { kind: "owner"; name: string; iban: string } | { kind: "no" } | { kind: "unknown" };
