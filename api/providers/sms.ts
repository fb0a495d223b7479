/** What the shop asks of an SMS provider. Only approved templates are sent, filled with words that have no spaces. */
export interface Sms {
  send(message: SmsMessage): Promise<SmsOutcome>;
}

export interface SmsMessage {
  /** Ten digits, without the leading zero. */
  phone: string;
  template: string;
  /** The template's %token. */
  token: string;
}

export type SmsOutcome =
  | { kind: "sent" }
  /** A plain no: nothing arrives. `retryable`: the same message may pass later. */
  | { kind: "refused"; retryable: boolean }
  /** Neither a yes nor a no: the message may arrive all the same. */
  | { kind: "unknown" };
