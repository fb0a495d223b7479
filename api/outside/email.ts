export interface Email {
  send(message: EmailMessage): Promise<EmailOutcome>;
}

export interface EmailMessage {
  /**
   * The same for every attempt at one message, so that an attempt whose answer was lost sends
   * nothing twice.
   */
  key: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

export type EmailOutcome = { kind: "sent" } | { kind: "failed"; retryable: boolean };
