import { haveSameLetters } from "../../../persian/names.ts";
import type { Shop } from "../../base/context.ts";
import { type Decider, noteDecision } from "../../base/decisions.ts";
import { queueMessage } from "../../base/outbox.ts";
import { type ComparedCard, type DeskCardRow, decideCard } from "./decide-statements.ts";
import { endOfNumber } from "./rules.ts";
import { passDefaultOn } from "./statements.ts";

/** Decisions about a card, made by an operator or by an inquiry. */

interface Verdict {
  status: "verified" | "rejected";
  note: string | null;
}

interface Circumstances {
  /** Null when the number cannot be decrypted. */
  cardNumber: string | null;
  operator: Decider;
  now: number;
}

/**
 * Returns the statements that decide about a card: the verdict, the default card, the line of the
 * log, the SMS. The batch is undone in the cases that `claimDecidable` lists.
 */
export function decide(
  shop: Shop,
  row: DeskCardRow,
  { status, note }: Verdict,
  { cardNumber, operator, now }: Circumstances,
): D1PreparedStatement[] {
  return [
    ...settle(shop, row, status, { cardNumber, now }),
    noteDecision({ db: shop.db, operator, moment: now }, "bank_card", row.id, status, {
      note,
      before: row.status,
      after: status,
    }),
  ];
}

/** Like `decide`, without the line of the log: a decision with a second person writes its own. */
export function settle(
  { db, settings }: Shop,
  card: ComparedCard & Pick<DeskCardRow, "person_id">,
  status: Verdict["status"],
  { cardNumber, now }: Omit<Circumstances, "operator">,
): D1PreparedStatement[] {
  const { id, person_id: userId } = card;
  const template =
    status === "verified"
      ? settings.SMS_TEMPLATE_CARD_VERIFIED
      : settings.SMS_TEMPLATE_CARD_REJECTED;
  return [
    ...decideCard(db, card, status, now),
    passDefaultOn(db, userId),
    queueMessage(db, { id: `card:${id}`, userId, template, token: endOfNumber(cardNumber) }, now),
  ];
}

/** True when the name of the card's owner is the proven name of its person. */
export function isOwnersCard(row: Pick<DeskCardRow, "owner" | "proven_owner">): boolean {
  return row.proven_owner !== null && haveSameLetters(row.owner, row.proven_owner);
}
