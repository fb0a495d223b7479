/** What the shop asks of a provider of e-mail. */
export interface Email {
  send(message: EmailMessage): Promise<EmailOutcome>;
}

export interface EmailMessage {
  /** The same for every try of one message, so that a try whose answer was lost sends nothing twice. */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type EmailOutcome = { kind: "sent" } | { kind: "failed"; retryable: boolean };
