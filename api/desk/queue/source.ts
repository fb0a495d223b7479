import type { DeskEndpoint } from "../../../contract/desk/endpoint.ts";
import type { QueueKind, QueuePane } from "../../../contract/desk/queue.ts";
import type { Shop } from "../../base/context.ts";
import type { Subject } from "../../../persian/desk-words.ts";
import type { Operator } from "../../base/operator.ts";
import type { PersonColumns } from "../../base/person.ts";
import { proposalWords, readAsked } from "../../base/open-proposal.ts";
import type { Promised } from "../promise/promises.ts";
import type { PersonFactsRow } from "./pane-statements.ts";

/** One thing of the queue, before it is shown. */
export interface Queued {
  kind: QueueKind;
  id: string;
  /** Null for a thing that belongs to no shopper. */
  person: PersonColumns | null;
  /** The name in the request of a person whose account has none. */
  claimedName?: string;
  amountToman: number | null;
  /** Null when the thing does not wait for a decision. */
  promised: Promised | null;
  /** The operator who is paying the withdrawal; takes precedence over a hold of the queue. */
  inHandOf: string | null;
  /** The area of the action, for a kind with several areas. */
  area?: DeskEndpoint["area"] | undefined;
  /** The subject and the id that name the thing in the log of the desk. */
  subject: { subject: Subject; subjectId: string };
  /** Decrypts texts, so it is called only for rows that are shown. */
  summarize: (shop: Shop) => Promise<string> | string;
}

/** The part of the pane that is not in the row; fields that are missing get empty values. */
export type Detail = Partial<
  Pick<
    QueuePane,
    | "order"
    | "uploadId"
    | "facts"
    | "checks"
    | "mustTick"
    | "talk"
    | "aboutWords"
    | "reasons"
    | "quantity"
    | "supplyRef"
    | "approvalBlockedBy"
    | "needsReason"
    | "otherwise"
    | "asked"
    | "isOwn"
  >
> & { consequence: string };

/**
 * The facts from which the pane of a thing is made, besides its row. `about` is null for a thing
 * without a person, such as a stray payment.
 */
export interface DetailContext {
  shop: Shop;
  about: PersonFactsRow | null;
  operator: Operator;
}

/**
 * A source of things for the queue. `findWaiting` finds the things that wait longest; `findOne`
 * finds a thing by its id.
 */
export interface Source {
  kinds: readonly QueueKind[];
  findWaiting: (db: D1Database, limit: number, now: number) => D1PreparedStatement;
  findOne: (db: D1Database, id: string) => D1PreparedStatement;
  read: (row: unknown, shop: Shop) => Queued;
  detail: (row: unknown, context: DetailContext) => Promise<Detail> | Detail;
}

/** Makes a source of rows of one type; its two finders select the same columns. */
export function source<Row>(
  { kinds, findWaiting, findOne }: Pick<Source, "kinds" | "findWaiting" | "findOne">,
  read: (row: Row, shop: Shop) => Queued,
  detail: (row: Row, context: DetailContext) => Promise<Detail> | Detail,
): Source {
  return {
    kinds,
    findWaiting,
    findOne,
    read: (row, shop) => read(row as Row, shop),
    detail: (row, context) => detail(row as Row, context),
  };
}

/**
 * Returns who asked a second person about a thing, as words for the queue's row and for the pane.
 */
export function askedOf(json: string | null, now: number): { line: string; asked: string } {
  const row = readAsked(json, now);
  return row === null
    ? { line: "", asked: "" }
    : { line: " · منتظر نفر دوم", asked: `منتظر نفر دوم است: ${proposalWords(row)}.` };
}

export const good = (text: string) => ({ state: "good", text }) as const;
export const warning = (text: string) => ({ state: "warning", text }) as const;
export const bad = (text: string) => ({ state: "bad", text }) as const;
export const fact = (
  label: string,
  value: string,
  form: QueuePane["facts"][number]["form"] = "text",
) => ({ label, value, form });
