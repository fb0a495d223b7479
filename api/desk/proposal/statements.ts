import { type Statement } from "../../base/batch.ts";
import type { Area } from "../../../contract/desk/area.ts";
import { PROPOSING_CALLS, type Action } from "../../../contract/desk/asking.ts";
import type { Role } from "../../../contract/desk/endpoint.ts";
import { SECOND_PERSON_HOURS } from "../../../contract/desk/proposal.ts";
import { PREPARED_JSON, hasArea } from "../../base/areas.ts";
import { HOUR_MS } from "../../base/time.ts";

export interface ProposalRow {
  id: string;
  action: Action;
  subject_id: string;
  details: string;
  note: string | null;
  asked_by: string;
  created_at: number;
  expires_at: number;
  state: "open" | "confirmed" | "dropped";
  decided_by: string | null;
  decided_at: number | null;
}

const PROPOSAL = `SELECT id, action, subject_id, details, note, asked_by, created_at, expires_at,
    state, decided_by, decided_at FROM proposal`;
const SHOWN_MAX = 200;

const VERIFIERS = `SELECT count(DISTINCT operator) FROM desk_decision
  WHERE verdict = 'verified' AND operator IN (?1, ?2) AND (
    (subject = 'identity_request'
      AND subject_id IN (SELECT id FROM identity_request WHERE user_id = ?3))
    OR (subject = 'bank_card' AND subject_id IN (
      SELECT id FROM bank_card WHERE user_id = ?3 AND (?4 IS NULL OR id = ?4))))`;

export function findProposal(db: D1Database, id: string): Statement<ProposalRow> {
  return db.prepare(`${PROPOSAL} WHERE id = ?1`).bind(id);
}

export function findOpenProposals(
  db: D1Database,
  now: number,
  limit = SHOWN_MAX,
): Statement<ProposalRow> {
  return db
    .prepare(
      `${PROPOSAL} WHERE state = 'open' AND expires_at > ?1 ORDER BY created_at, id LIMIT ?2`,
    )
    .bind(now, limit);
}

/** Finds the open proposal of an action about one thing. */
export function findOpenProposal(
  db: D1Database,
  { action, subjectId }: { action: string; subjectId: string },
  now: number,
): Statement<ProposalRow> {
  return db
    .prepare(
      `${PROPOSAL} WHERE action = ?1 AND subject_id = ?2 AND state = 'open' AND expires_at > ?3`,
    )
    .bind(action, subjectId, now);
}

/** Stores a proposal. A UNIQUE index aborts while the same proposal is open. */
export function insertProposal(
  db: D1Database,
  proposal: Omit<ProposalRow, "created_at" | "state" | "decided_by" | "decided_at">,
  now: number,
): D1PreparedStatement[] {
  const { id, action, subject_id: subjectId, details, note, asked_by: askedBy } = proposal;
  return [
    db
      .prepare(
        `UPDATE proposal SET state = 'dropped', decided_at = ?3
         WHERE action = ?1 AND subject_id = ?2 AND state = 'open' AND expires_at <= ?3`,
      )
      .bind(action, subjectId, now),
    db
      .prepare(
        `INSERT INTO proposal (id, action, subject_id, details, note, asked_by, created_at,
           expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)`,
      )
      .bind(id, action, subjectId, details, note, askedBy, now, proposal.expires_at),
  ];
}

/** A proposal, the roles that may make it, and the area that both people need. */
export interface ProposalNeeds {
  id: string;
  area: Area | "own";
  roles: readonly Role[];
}

/** SQL text: the roles that may confirm proposals. */
const POWERFUL = "('finance', 'owner')";

/**
 * SQL text: true when, during the last day, no operator other than `name` could have confirmed a
 * proposal in an area. All parameters are SQL expressions; `since` is a day ago (UTC milliseconds),
 * `prepared` is PREPARED_JSON.
 */
const isAlone = (name: string, since: string, area: string, prepared: string) => `NOT EXISTS (
    SELECT 1 FROM operator other
    WHERE other.name <> ${name} AND other.role IN ${POWERFUL} AND other.entered_at IS NOT NULL
      AND (other.ended_at IS NULL OR other.ended_at > ${since})
      AND ${hasArea("other", area, prepared)})
  AND NOT EXISTS (
    SELECT 1 FROM desk_decision lowered
    WHERE lowered.subject = 'operator' AND lowered.subject_id <> ${name}
      AND lowered.created_at > ${since}
      AND ((lowered.verdict = 'role' AND lowered.state_before IN ${POWERFUL})
        OR (lowered.verdict = 'areas' AND instr(lowered.state_before, ${area}) > 0
          AND instr(lowered.state_after, ${area}) = 0)))`;

/**
 * SQL text: true when `o` is an owner without a second person. `?4` is a day ago, `?5` the area and
 * `?6` PREPARED_JSON.
 */
const IS_ALONE_OWNER = `o.role = 'owner' AND ${isAlone("o.name", "?4", "?5", "?6")}`;
/**
 * SQL text: true when operator ?1 is alone in the area ?3. `?2` is a day ago, `?4` PREPARED_JSON.
 */
const IS_ALONE = isAlone("?1", "?2", "?3", "?4");
/**
 * SQL text: true when the asker of `p` is alone. `?4` are the areas of actions, `?5` PREPARED_JSON.
 */
const IS_ASKER_ALONE = isAlone(
  "p.asked_by",
  "?2",
  "coalesce(json_extract(?4, '$.' || p.action), '')",
  "?5",
);
/** The area of each action, as a JSON parameter. */
const AREAS_OF_ACTIONS = JSON.stringify(
  Object.fromEntries(Object.entries(PROPOSING_CALLS).map(([action, { area }]) => [action, area])),
);

/**
 * SQL text: true when the owner `o` may confirm their own proposal `p`: they are alone, and a day
 * has passed. `?4` to `?6` as in IS_ALONE_OWNER.
 */
const MAY_CONFIRM_ALONE = `o.name = p.asked_by AND p.created_at <= ?4 AND ${IS_ALONE_OWNER}`;

/**
 * SQL text: true when the operator `o` has the area ?5; the next line does the same for `asker`.
 * `?6` is PREPARED_JSON.
 */
const HAS_AREA = hasArea("o", "?5", "?6");
const ASKER_HAS_AREA = hasArea("asker", "?5", "?6");

/**
 * SQL text: true when the operators `o` and `asker` of the proposal `p` are two people, by name and
 * phone, `p` is about neither of them, and the asker may still ask for it. `?5` is its area, `?6`
 * PREPARED_JSON, `?7` the roles that may ask for it.
 */
const IS_SECOND_PERSON = `o.name <> asker.name AND o.phone <> asker.phone AND p.subject_id <> o.name
  AND p.subject_id <> asker.name AND asker.ended_at IS NULL
  AND asker.role IN (SELECT value FROM json_each(?7)) AND ${ASKER_HAS_AREA}`;

/**
 * Aborts unless the proposal is open and the token belongs to a second person. A second person has
 * the role finance or owner and the area of the proposal, and another name and phone than the
 * asker. The proposal is about neither of the two, and the asker still works here and may ask for
 * it. The second person entered at least a day ago, or before the first sale. An owner without a
 * second person may confirm their own proposal after a day.
 */
export function claimSecondPerson(
  db: D1Database,
  { id, area, roles }: ProposalNeeds,
  tokenId: string,
  now: number,
): D1PreparedStatement[] {
  const aDayAgo = now - SECOND_PERSON_HOURS * HOUR_MS;
  return [
    claimWaits(db, id, now),
    db
      .prepare(
        `INSERT INTO must SELECT 'a second person confirms', EXISTS (
           SELECT 1 FROM proposal p JOIN operator asker ON asker.name = p.asked_by,
             operator_token t JOIN operator o ON o.name = t.operator
           WHERE p.id = ?1 AND t.id = ?2 AND t.role IS NULL AND t.ended_at IS NULL
             AND t.expires_at > ?3 AND o.ended_at IS NULL AND o.role IN ${POWERFUL}
             AND ${HAS_AREA}
             AND ((${IS_SECOND_PERSON}) OR (${MAY_CONFIRM_ALONE})))`,
      )
      .bind(id, tokenId, now, aDayAgo, area, PREPARED_JSON, JSON.stringify(roles)),
    db
      .prepare(
        `INSERT INTO must SELECT 'the operator entered before', EXISTS (
           SELECT 1 FROM operator_token t JOIN operator o ON o.name = t.operator
           WHERE t.id = ?1 AND (o.entered_at <= ?2
             OR NOT EXISTS (SELECT 1 FROM orders WHERE paid_at <= o.entered_at)))`,
      )
      .bind(tokenId, aDayAgo),
  ];
}

export function claimWaits(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'the proposal waits', EXISTS (
         SELECT 1 FROM proposal WHERE id = ?1 AND state = 'open' AND expires_at > ?2)`,
    )
    .bind(id, now);
}

export function decide(
  db: D1Database,
  id: string,
  state: "confirmed" | "dropped",
  operator: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare("UPDATE proposal SET state = ?2, decided_by = ?3, decided_at = ?4 WHERE id = ?1")
    .bind(id, state, operator, now);
}

export interface SecondPersonRow {
  name: string;
  phone: string;
  /** 1 when the operator entered too recently to confirm anything. */
  is_late: number;
  /** 1 when the operator is an owner without a second person. */
  is_alone: number;
  asker_phone: string;
  asker_role: Role;
  /** 1 while the asker has the area of the proposal. */
  asker_has_area: number;
  asker_ended_at: number | null;
}

/**
 * Finds the operator of a valid personal token in the role finance or owner, with facts about the
 * asker of a proposal.
 */
export function findSecondPerson(
  db: D1Database,
  { id, area }: Pick<ProposalNeeds, "id" | "area">,
  tokenId: string,
  now: number,
): Statement<SecondPersonRow> {
  return db
    .prepare(
      `SELECT o.name, o.phone, asker.phone AS asker_phone, asker.role AS asker_role,
         asker.ended_at AS asker_ended_at, ${ASKER_HAS_AREA} AS asker_has_area,
         ${IS_ALONE_OWNER} AS is_alone,
         o.entered_at > ?4 AND EXISTS (SELECT 1 FROM orders WHERE paid_at <= o.entered_at)
           AS is_late
       FROM proposal p JOIN operator asker ON asker.name = p.asked_by,
         operator_token t JOIN operator o ON o.name = t.operator
       WHERE p.id = ?1 AND t.id = ?2 AND t.role IS NULL AND t.ended_at IS NULL AND t.expires_at > ?3
         AND o.ended_at IS NULL AND o.role IN ${POWERFUL}`,
    )
    .bind(id, tokenId, now, now - SECOND_PERSON_HOURS * HOUR_MS, area, PREPARED_JSON);
}

/** Reads, as `is_alone`, whether no other operator could confirm a proposal in an area. */
export function readAlone(
  db: D1Database,
  name: string,
  area: Area | "own",
  now: number,
): Statement<{ is_alone: number }> {
  return db
    .prepare(`SELECT ${IS_ALONE} AS is_alone`)
    .bind(name, now - SECOND_PERSON_HOURS * HOUR_MS, area, PREPARED_JSON);
}

/** Finds open proposals of askers without a second person that the owners were not told about. */
export function findUntold(
  db: D1Database,
  now: number,
  limit: number,
): Statement<{ id: string; asked_by: string }> {
  return db
    .prepare(
      `SELECT p.id, p.asked_by FROM proposal p
       WHERE p.state = 'open' AND p.expires_at > ?1 AND p.told_at IS NULL
         AND ${IS_ASKER_ALONE}
       ORDER BY p.created_at LIMIT ?3`,
    )
    .bind(now, now - SECOND_PERSON_HOURS * HOUR_MS, limit, AREAS_OF_ACTIONS, PREPARED_JSON);
}

/**
 * Records that owners are told about a proposal. Returns a row, or none when it was recorded
 * before.
 */
export function noteTold(db: D1Database, id: string, now: number): D1PreparedStatement {
  return db
    .prepare("UPDATE proposal SET told_at = ?2 WHERE id = ?1 AND told_at IS NULL RETURNING id")
    .bind(id, now);
}

/**
 * Aborts when both operators have verified the card or the person, because at least one of them
 * must be independent. Without `cardId`, having verified any card of the person is enough.
 */
export function claimOneVerifier(
  db: D1Database,
  people: readonly [string, string],
  { userId, cardId }: { userId: string; cardId?: string },
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO must SELECT 'at most one of the two verified its owner and card',
         (${VERIFIERS}) < 2`,
    )
    .bind(...people, userId, cardId ?? null);
}

/** Counts, as `verifiers`, how many of the two operators have verified the card or the person. */
export function countVerifiers(
  db: D1Database,
  people: readonly [string, string],
  { userId, cardId }: { userId: string; cardId?: string },
): Statement<{ verifiers: number }> {
  return db.prepare(`SELECT (${VERIFIERS}) AS verifiers`).bind(...people, userId, cardId ?? null);
}
