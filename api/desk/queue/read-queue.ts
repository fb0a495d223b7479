import { isOpenTo, mayCall } from "../../../contract/desk/caller.ts";
import { DECIDING, QUEUE_ROWS_MAX, type QueueRow } from "../../../contract/desk/queue.ts";
import { startOfDay, tehranDay } from "../../../persian/calendar.ts";
import { readTogether, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { Operator } from "../../base/operator.ts";
import { showPerson } from "../../base/person.ts";
import { type AnsweredRow, findAnswered, showAnswered } from "../proposal/answered.ts";
import { countLow } from "../stock/statements.ts";
import type { Promised } from "../promise/promises.ts";
import type { Queued } from "./source.ts";
import { SOURCES } from "./sources.ts";
import {
  type AsideRow,
  type HoldRow,
  countDecisions,
  findAsides,
  findHolds,
} from "./statements.ts";
import { toIso } from "../../base/time.ts";

type Waiting = Queued & { promised: Promised };

/**
 * Finds everything that an operator may decide, earliest promised time first, things set aside
 * last.
 */
async function findQueue({ shop, operator, moment }: QueueRequest) {
  const { db } = shop;
  const sources = SOURCES.filter(({ kinds }) =>
    kinds.every((kind) => mayCall(DECIDING[kind], operator)),
  );
  const [[count], answered, holds, asides, ...found] = (await readTogether(db, [
    countDecisions(db, operator.name, startOfDay(tehranDay(moment))),
    findAnswered(db, operator.name, moment),
    findHolds(db, moment),
    findAsides(db, moment),
    ...sources.map(({ findWaiting }) => findWaiting(db, QUEUE_ROWS_MAX + 1, moment)),
  ])) as [{ count: number }[], AnsweredRow[], HoldRow[], AsideRow[], ...unknown[][]];
  const waiting = sources
    .flatMap(({ read }, index) => (found[index] ?? []).map((row) => read(row, shop)))
    .filter((thing): thing is Waiting => thing.promised !== null)
    .filter(({ area }) => isOpenTo(area, operator));
  const asideOf = ({ kind, id }: Queued) =>
    asides.find((row) => row.kind === kind && row.subject_id === id) ?? null;
  const rows = waiting
    .map((thing) => ({ thing, aside: asideOf(thing) }))
    .toSorted(
      (one, other) =>
        Number(one.aside !== null) - Number(other.aside !== null) ||
        one.thing.promised.dueAt - other.thing.promised.dueAt ||
        one.thing.id.localeCompare(other.thing.id),
    );
  const shown = rows.slice(0, QUEUE_ROWS_MAX);
  const isMore = rows.length > shown.length || found.some((of) => of.length > QUEUE_ROWS_MAX);
  return { shown, isMore, holds, answered, decidedToday: count?.count ?? 0 };
}

interface QueueRequest {
  shop: Shop;
  operator: Operator;
  /** UTC milliseconds. */
  moment: number;
}

/** Reads the queue in the form in which it is shown. */
export async function readQueue(shop: Shop, operator: Operator) {
  const { shown, isMore, holds, answered, decidedToday } = await findQueue({
    shop,
    operator,
    moment: shop.now(),
  });
  const holdOf = ({ kind, id }: Queued) =>
    holds.find((row) => row.kind === kind && row.subject_id === id) ?? null;
  const rows = await Promise.all(
    shown.map(({ thing, aside }) => showRow(shop, thing, { aside, hold: holdOf(thing) })),
  );
  return { rows, isMore, decidedToday, answered: answered.map(showAnswered) };
}

/** Reads the promised times of all waiting things, for no particular operator. */
export async function readPromises(shop: Shop) {
  const moment = shop.now();
  const found = await readTogether(
    shop.db,
    SOURCES.map(({ findWaiting }) => findWaiting(shop.db, QUEUE_ROWS_MAX, moment)),
  );
  return SOURCES.flatMap(({ read }, index) => (found[index] ?? []).map((row) => read(row, shop)))
    .filter((thing): thing is Waiting => thing.promised !== null)
    .map(({ kind, id, promised }) => ({ kind, id, ...promised }));
}

/** Counts the things in the queue that are not set aside. */
export async function countQueue(shop: Shop, operator: Operator) {
  const [{ shown, isMore }, low] = await Promise.all([
    findQueue({ shop, operator, moment: shop.now() }),
    isOpenTo("codes", operator) ? readFirst(countLow(shop.db)) : null,
  ]);
  const count = shown.filter(({ aside }) => aside === null).length;
  return { count, isMore, lowStock: low?.count ?? 0 };
}

/** Returns a row of the list, which is masked because a list is not recorded as a view. */
export async function showRow(
  shop: Shop,
  thing: Queued & { promised: Promised | null },
  { hold, aside }: { hold: HoldRow | null; aside: AsideRow | null },
): Promise<QueueRow> {
  const { startsAt, dueAt } = thing.promised ?? { startsAt: 0, dueAt: 0 };
  return {
    kind: thing.kind,
    id: thing.id,
    person: thing.person && showPerson(thing.person),
    name: nameOf(thing),
    summary: await thing.summarize(shop),
    amount: thing.amountToman,
    startsAt: toIso(startsAt),
    dueAt: toIso(dueAt),
    heldBy: thing.inHandOf ?? hold?.operator ?? null,
    aside: aside && { by: aside.operator, reason: aside.reason, until: toIso(aside.aside_until) },
  };
}

/** Returns the proven name, otherwise the one in the account or in the request. */
function nameOf({ person, claimedName = "" }: Queued): string {
  if (person === null) return "";
  const own = `${person.first_name} ${person.last_name}`.trim();
  return person.proven_owner ?? (own || claimedName || "بی‌نام");
}
