/**
 * The interface to an SMS provider. It sends only approved templates, filled with a few words.
 */
export interface Sms {
  send(message: SmsMessage): Promise<SmsOutcome>;
}

export interface SmsMessage {
  /** Ten digits, without the leading zero. */
  phone: string;
  template: string;
  /** The template's %token: one word. */
  token: string;
  /** The template's %token2: the id of the order or ticket, for a link. */
  id?: string;
  /** The template's %token20: the title of a ticket, in any words. */
  title?: string;
  /**
   * The template's %token20: the reason of a rejection or another thing that it names, in any
   * words.
   */
  reason?: string;
}

export type SmsOutcome =
  | { kind: "sent" }
  /** The provider did not send it. `retryable`: the same message may succeed later. */
  | { kind: "refused"; retryable: boolean }
  /** The provider gave no clear answer: the message may arrive. */
  | { kind: "unknown" };
