import { personRefusals } from "../../contract/desk/user.ts";
import type { Refusal } from "../../contract/endpoint.ts";
import { runBatch } from "../base/batch.ts";
import type { Carrier } from "../proposal/desk.ts";
import * as statements from "./desk-statements.ts";
import { forget } from "./forget.ts";

/** The action of a proposal to forget a person. */
export const FORGET = "forget";

/** Forgets a person, once another operator has confirmed it. */
export const carryForgetting: Carrier = ({ db }, { subjectId: id }, _, now) => ({
  subject: "person",
  statements: [],
  // The line of this decision comes last, because forgetting empties the notes before it.
  run: (deciding) => runBatch(db, [...forget(db, id, now), ...deciding]),
  verdict: "forgotten",
  before: null,
  after: null,
  message: "اطلاعات این شخص پاک شد.",
  explain: async () => (await explainForgetting(db, id))?.refusal ?? null,
});

/** Says why somebody cannot be forgotten, and what of theirs is open; null when they can. */
export async function explainForgetting(
  db: D1Database,
  id: string,
): Promise<{ refusal: Refusal; details: string } | null> {
  const person = await statements.findPerson(db, id).first<statements.PersonRow>();
  if (person?.forgotten_at !== null) return { refusal: personRefusals.forgotten, details: "" };
  const obstacles = await statements.findObstacles(db, id).first<statements.Obstacles>();
  const details = explain(obstacles);
  return details === "" ? null : { refusal: personRefusals.stillOpen, details };
}

const OBSTACLE_NAMES: Record<keyof statements.Obstacles, string> = {
  has_money: "کیف پول خالی نیست",
  has_order: "سفارشی در راه است",
  has_payment: "پرداختی هنوز پیگیری می‌شود",
  has_withdrawal: "برداشتی در انتظار است",
  has_refund: "بازپرداختی در راه است",
  has_earning: "درآمدی هنوز نگه داشته شده است",
};

function explain(obstacles: statements.Obstacles | null): string {
  const open = Object.entries(OBSTACLE_NAMES).filter(
    ([name]) => obstacles?.[name as keyof statements.Obstacles] === 1,
  );
  return open.map(([, words]) => words).join("، ");
}
