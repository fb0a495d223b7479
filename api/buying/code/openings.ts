import { type Statement } from "../../base/batch.ts";
import type { z } from "zod";
import type { DeskCode } from "../../../contract/desk/code.ts";
import { formatDate } from "../../../persian/dates.ts";
import { seenByWords } from "../../../persian/desk-words.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { KNOWERS, type Knower, readKnowers, timesOf } from "./knowers.ts";
import { IN_HAND } from "./statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/**
 * Delivered codes as operators see them: who knows a code, since when and from which network, but
 * never its text.
 */

export interface OpeningRow {
  id: string;
  order_item_id: string;
  position: number;
  /** 1 while the buyer has the code: it was neither replaced nor refunded. */
  is_in_hand: number;
  /** JSON, for `readKnowers`. */
  knowers: string;
}

/** Finds the codes of an item. */
export function findOpenings(db: D1Database, itemId: string): Statement<OpeningRow> {
  return db
    .prepare(
      `SELECT c.id, c.order_item_id, c.position, ${IN_HAND} AS is_in_hand, ${KNOWERS} AS knowers
       FROM code c WHERE c.status = 'sold' AND c.order_item_id = ?1 ORDER BY c.position, c.id`,
    )
    .bind(itemId);
}

/** True for a code that anybody knows. */
export const isKnown = ({ knowers }: Pick<OpeningRow, "knowers">) => knowers !== "[]";

export function showOpening(
  row: Pick<OpeningRow, "id" | "position" | "knowers">,
): z.infer<typeof DeskCode> {
  const { openers, operators } = readKnowers(row.knowers);
  return {
    id: row.id,
    position: row.position,
    openedAt: toIsoOrNull(openers[0]?.knownAt ?? null),
    lastOpenedAt: toIsoOrNull(lastOf(openers) ?? null),
    timesOpened: timesOf(openers),
    networks: networksOf(openers),
    seenBy: operators.map(({ who, knownAt }) => ({ operator: who, at: toIso(knownAt) })),
  };
}

const lastOf = (openers: readonly Knower[]) =>
  openers
    .map(({ lastAt }) => lastAt)
    .toSorted((one, other) => one - other)
    .at(-1);
const networksOf = (openers: readonly Knower[]) => [
  ...new Set(openers.flatMap(({ networks }) => networks)),
];

/**
 * Says when a code was opened, how often and from where, and which operators have seen it:
 * «۵ آذر ۱۴۰۵ ساعت ۱۳:۲۰، ۳ بار، از …، raha متن آن را دیده است».
 */
export function sayKnowers({ knowers }: Pick<OpeningRow, "knowers">): string {
  const { openers, operators } = readKnowers(knowers);
  const [first] = openers;
  const from = networksOf(openers).join("، ");
  const seenBy = seenByWords(operators.map(({ who }) => ({ operator: who })));
  return [
    first ? formatDate(first.knownAt) : "باز نشده است",
    ...(first ? [`${toPersianDigits(timesOf(openers))} بار`] : []),
    ...(from === "" ? [] : [`از ${from}`]),
    ...(seenBy === "" ? [] : [seenBy]),
  ].join("، ");
}

/**
 * Returns the text of `sayKnowers`, with the position of the code before it: «کد ۲: باز نشده است».
 */
export const sayOpening = (row: Pick<OpeningRow, "position" | "knowers">): string =>
  `کد ${toPersianDigits(row.position)}: ${sayKnowers(row)}`;
