import { RaiseDetails } from "../../../contract/desk/proposal.ts";
import { operatorRefusals } from "../../../contract/desk/operator-refusals.ts";
import type { Carrier } from "../proposal/routes.ts";
import { claimGives, claimPlace, givenAreas, noteAreas, setPlace } from "./role-and-areas.ts";

/** The action of a proposal that gives an operator more rights in the role finance or owner. */
export const RAISE = "raise";

/**
 * Carries out a raise that a second person confirmed. The second person must have the given areas
 * too.
 */
export const raise: Carrier = ({ db }, { subjectId, details }, operator, now) => {
  const { from, to, fromAreas, areas } = RaiseDetails.parse(details);
  const [before, after] = [
    { role: from, areas: fromAreas },
    { role: to, areas },
  ];
  const given = givenAreas(before, after);
  const lacks = given.some((area) => !operator.areas.includes(area));
  return {
    subject: "operator",
    statements: [
      claimGives(db, operator.name, given),
      claimPlace(db, subjectId, before),
      setPlace(db, subjectId, after),
      ...noteAreas({ db, operator, moment: now }, subjectId, { before, after }),
    ],
    before: from,
    after: to,
    message: from === to ? "بخش‌های این کارمند بیشتر شد." : "نقش این کارمند بالا رفت.",
    explain: () => Promise.resolve(lacks ? operatorRefusals.areaLacked : null),
  };
};
