import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";
import { NextCursor, PageQuery } from "./page.ts";

/** Events of an account. Section 4.22. */

export const EVENTS_KEPT_DAYS = 90;

/** Events that are stored in the table `account_event`. */
const NOTED_KINDS = [
  "signed_in",
  "wrong_code",
  "signed_out",
  "session_ended",
  "all_ended",
  "browser_proved",
  "wrong_second_code",
  "names_changed",
  "email_changed",
  "email_removed",
  "email_confirmed",
  "email_taken_over",
  "codes_by_email_on",
  "codes_by_email_off",
] as const;
export type NotedEventKind = (typeof NOTED_KINDS)[number];

export const AccountEventKind = z.enum([
  ...NOTED_KINDS,
  // Events that are not in that table, but are read from the rows of cards, withdrawals and codes.
  "code_read",
  "card_added",
  "card_decided",
  "card_removed",
  "withdrawal_asked",
  "withdrawal_decided",
]);
export type AccountEventKind = z.infer<typeof AccountEventKind>;

export const AccountEvent = z.object({
  id: z.string(),
  kind: AccountEventKind,
  sentence: z.string().describe("The event as a Persian sentence, to be shown to the shopper"),
  device: z
    .string()
    .describe("The browser that caused the event, in Persian words; empty when unknown"),
  happenedAt: z.iso.datetime(),
});
export type AccountEvent = z.infer<typeof AccountEvent>;

export const getAccountEvents = {
  method: "GET",
  path: "/account-events",
  summary: "List the events of the shopper's account in the last ninety days, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ events: z.array(AccountEvent), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;
