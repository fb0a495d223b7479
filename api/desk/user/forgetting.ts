import { personRefusals } from "../../../contract/desk/user.ts";
import type { Refusal } from "../../../contract/endpoint.ts";
import { formatDay } from "../../../persian/dates.ts";
import { readTogether, runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { DAY_MS } from "../../base/time.ts";
import { writeDossier } from "../dossier/write.ts";
import type { Carrier } from "../proposal/routes.ts";
import * as statements from "./statements.ts";
import { forget } from "./forget.ts";

/** The action of a proposal to forget a person. */
export const FORGET = "forget";

/** Aborts unless a person may be forgotten; used for the proposal and for its confirmation. */
export function claimForgettable({ db, settings }: Shop, id: string, now: number) {
  return [
    statements.claimNotForgotten(db, id),
    statements.claimNothingOpen(db, id),
    statements.claimRested(db, id, now - settings.FORGET_AFTER_DAYS * DAY_MS),
  ];
}

/**
 * Forgets a person after another operator has confirmed it, and stores a sealed dossier of the
 * facts that the law may ask for.
 */
export const carryForgetting: Carrier = (shop, { subjectId: id }, _, now) => ({
  subject: "person",
  statements: [],
  async run(deciding) {
    const { db, settings } = shop;
    if (settings.DOSSIER_PUBLIC_KEY === undefined) return false;
    return runBatch(db, [
      ...claimForgettable(shop, id, now),
      ...(await writeDossier(shop, settings.DOSSIER_PUBLIC_KEY, id, now)),
      ...forget(db, id, now),
      // The line of this decision must be written last, because forgetting empties earlier notes.
      ...deciding,
    ]);
  },
  verdict: "forgotten",
  before: null,
  after: null,
  message: "اطلاعات این شخص پاک شد.",
  explain: async () => (await explainForgetting(shop, id, now))?.refusal ?? null,
});

/** Returns why a person cannot be forgotten, with what is still open; null when they can. */
export async function explainForgetting(
  { db, settings }: Shop,
  id: string,
  now: number,
): Promise<{ refusal: Refusal; details: string } | null> {
  if (settings.DOSSIER_PUBLIC_KEY === undefined)
    return { refusal: personRefusals.noDossierKey, details: "" };
  const [[person], [obstacles], [money]] = await readTogether(db, [
    statements.findPerson(db, id),
    statements.findObstacles(db, id),
    statements.readLastMoved(db, id),
  ]);
  if (person?.forgotten_at !== null) return { refusal: personRefusals.forgotten, details: "" };
  const details = explain(obstacles ?? null);
  if (details !== "") return { refusal: personRefusals.stillOpen, details };
  const restedAt = (money?.moved_at ?? 0) + settings.FORGET_AFTER_DAYS * DAY_MS;
  return restedAt <= now
    ? null
    : { refusal: personRefusals.moneyMovedLately, details: `تا ${formatDay(restedAt)}` };
}

const OBSTACLE_NAMES: Record<keyof statements.Obstacles, string> = {
  has_money: "کیف پول خالی نیست",
  has_order: "سفارشی در راه است",
  has_payment: "پرداختی هنوز پیگیری می‌شود",
  has_withdrawal: "برداشتی در انتظار است",
  has_refund: "بازپرداختی در راه است",
  has_earning: "درآمدی هنوز نگه داشته شده است",
  has_gift: "پیامک هدیه‌ای هنوز فرستاده نشده است",
};

function explain(obstacles: statements.Obstacles | null): string {
  const open = Object.entries(OBSTACLE_NAMES).filter(
    ([name]) => obstacles?.[name as keyof statements.Obstacles] === 1,
  );
  return open.map(([, words]) => words).join("، ");
}
