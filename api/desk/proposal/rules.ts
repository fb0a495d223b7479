import { SECOND_PERSON_HOURS } from "../../../contract/desk/proposal.ts";
import { HOUR_MS } from "../../base/time.ts";

/**
 * Returns when an owner without a second person may confirm their own proposal, in UTC
 * milliseconds.
 */
export const mayConfirmFrom = (row: { created_at: number }): number =>
  row.created_at + SECOND_PERSON_HOURS * HOUR_MS;
