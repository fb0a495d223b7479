import { RaiseDetails } from "../../contract/desk/proposal.ts";
import type { Carrier } from "../proposal/desk.ts";
import { claimRole, setRole } from "./statements.ts";

/** The action of a proposal that raises somebody to finance or owner. */
export const RAISE = "raise";

/** Carries out a raise that a second person confirmed. */
export const raise: Carrier = ({ db }, { subjectId, details }) => {
  const { from, to } = RaiseDetails.parse(details);
  return {
    subject: "operator",
    statements: [claimRole(db, subjectId, from), setRole(db, subjectId, to)],
    before: from,
    after: to,
    message: "نقش این کارمند بالا رفت.",
  };
};
