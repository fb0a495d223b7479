export interface Email {
  send(message: EmailMessage): Promise<EmailOutcome>;
}

export interface EmailMessage {
  /**
   * The same key for every attempt to send one message, so that an attempt after a lost answer does
   * not send it twice.
   */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type EmailOutcome = { kind: "sent" } | { kind: "failed"; retryable: boolean };
