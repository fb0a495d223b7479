/**
 * The interface to an SMS provider. It sends only approved templates, filled with words that
 * contain no spaces, and with one text of a few words.
 */
export interface Sms {
  send(message: SmsMessage): Promise<SmsOutcome>;
}

export interface SmsMessage {
  /** Ten digits, without the leading zero. */
  phone: string;
  template: string;
  /** The template's %token. */
  token: string;
  /** A text with spaces, where the template has a place for one. Empty or absent: it has none. */
  words?: string;
}

export type SmsOutcome =
  | { kind: "sent" }
  /** The provider did not send it. `retryable`: the same message may succeed later. */
  | { kind: "refused"; retryable: boolean }
  /** The provider gave no clear answer: the message may arrive. */
  | { kind: "unknown" };
