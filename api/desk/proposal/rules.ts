import { SECOND_PERSON_HOURS } from "../../../contract/desk/proposal.ts";
import { HOUR_MS } from "../../base/time.ts";

/** When an owner without a second person may confirm what they asked, UTC milliseconds. */
export const mayConfirmFrom = (row: { created_at: number }): number =>
  row.created_at + SECOND_PERSON_HOURS * HOUR_MS;
