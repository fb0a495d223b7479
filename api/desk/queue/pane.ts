import type { QueuePane } from "../../../contract/desk/queue.ts";
import { verdictWords } from "../../../persian/desk-words.ts";
import { readTogether } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { Operator } from "../../base/operator.ts";
import { showWholePerson } from "../../base/person.ts";
import {
  type LineRow,
  type PersonFactsRow,
  findLines,
  findLinesOfPapers,
  findPersonFacts,
} from "./pane-statements.ts";
import { showRow } from "./read-queue.ts";
import type { Queued } from "./source.ts";
import { sourceOf } from "./sources.ts";
import { findAside, findDecision, findHold } from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** Kinds that show the history of all identity, card and name requests of the person. */
const PAPERS = ["identity", "bank_card", "name_request"];

/** Reads everything about one thing that waits or waited. */
export async function readPane(
  shop: Shop,
  thing: Queued,
  row: unknown,
  operator: Operator,
): Promise<QueuePane> {
  const { db, now } = shop;
  const personId = thing.person?.person_id ?? "";
  const [[hold], [aside], [decided], [about], lines] = await readTogether(db, [
    findHold(db, thing, now()),
    findAside(db, thing, now()),
    findDecision(db, thing, thing.subject),
    findPersonFacts(db, personId),
    PAPERS.includes(thing.kind) ? findLinesOfPapers(db, personId) : findLines(db, thing.subject),
  ]);
  const person = thing.person && showWholePerson(thing.person, operator);
  const detail = await sourceOf(thing.kind).detail(row, { shop, about: about ?? null, operator });
  return {
    order: null,
    uploadId: null,
    facts: [],
    checks: [],
    mustTick: [],
    talk: [],
    aboutWords: "",
    reasons: [],
    quantity: 0,
    supplyRef: null,
    approvalBlockedBy: "",
    needsReason: false,
    otherwise: "",
    asked: "",
    isOwn: person?.isOwn ?? false,
    ...detail,
    ...(await showRow(shop, thing, { hold: hold ?? null, aside: aside ?? null })),
    person,
    joinedAt: about ? toIso(about.joined_at) : null,
    ordersCount: about?.orders_count ?? null,
    history: historyOf(about ?? null, lines),
    isInHand: thing.inHandOf === operator.name,
    decided:
      thing.promised === null && decided
        ? {
            by: decided.operator,
            what: verdictWords(decided.verdict),
            at: toIso(decided.created_at),
          }
        : null,
    isWaiting: thing.promised !== null,
  };
}

/** Returns earlier events, oldest first. */
function historyOf(about: PersonFactsRow | null, lines: LineRow[]): QueuePane["history"] {
  return [
    ...(about
      ? [
          {
            at: toIso(about.joined_at),
            text: about.inviter ? `عضو شد، با دعوت ${about.inviter}` : "عضو شد",
          },
        ]
      : []),
    ...lines
      .toReversed()
      .map(({ operator, verdict, note, created_at: at }) => ({
        at: toIso(at),
        text: `${operator} ${verdictWords(verdict)}${note === null ? "" : `: «${note}»`}`,
      })),
  ];
}
