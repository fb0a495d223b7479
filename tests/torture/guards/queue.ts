import type { Guard } from "./guard.ts";
import { STRANGER } from "./papers.ts";
import { ANYBODY, leaves } from "./schema.ts";

/** Triggers that store since when a thing waits for the desk. */

const PROVED = "(SELECT user_id FROM identity_request WHERE status = 'verified' LIMIT 1)";

const newCard = (userId: string) =>
  `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
   VALUES ('waiting-card', ${userId}, '', 'waiting-card', '', 'pending', 1)`;
const newRequest = (status: string) =>
  `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
     card_owner, status, created_at)
   SELECT 'proof', user_id, '', 'proof', '', '${status}', 1 FROM bank_card
   WHERE id = 'waiting-card'`;
const VERIFY = "UPDATE identity_request SET status = 'verified', decided_at = 2 WHERE id = 'proof'";
const IS_LOST = "SELECT 1 FROM bank_card WHERE id = 'waiting-card' AND waits_since IS NULL";
const NEW_TICKET = `INSERT INTO ticket (id, user_id, title, description, created_at, updated_at)
  VALUES ('waiting-ticket', ${ANYBODY}, '', '', 1, 1)`;
const ANSWER = `INSERT INTO ticket_message (id, ticket_id, sender_type, operator, content, created_at)
  VALUES ('answer', 'waiting-ticket', 'owner', 'somebody', '', 2)`;

export const guardsOfQueue: Guard[] = [
  leaves("card_waits", [newCard(PROVED)], IS_LOST),
  leaves("cards_wait_for_proof", [newCard(STRANGER), newRequest("pending"), VERIFY], IS_LOST),
  leaves("cards_wait_at_once", [newCard(STRANGER), newRequest("verified")], IS_LOST),
  leaves(
    "ticket_waits",
    [NEW_TICKET],
    "SELECT 1 FROM ticket WHERE id = 'waiting-ticket' AND waits_since IS NULL",
  ),
  leaves(
    "ticket_waits_or_not",
    [NEW_TICKET, ANSWER],
    "SELECT 1 FROM ticket WHERE id = 'waiting-ticket' AND waits_since IS NOT NULL",
  ),
];
