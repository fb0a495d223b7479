import { type Statement } from "../../base/batch.ts";
import { makeFinder } from "../../base/page.ts";
import { PROVEN_OWNER } from "../../base/person.ts";

export interface HeldEarningRow {
  id: string;
  order_item_id: string;
  amount_toman: number;
  order_number: string;
  created_at: number;
  due_at: number;
  /** 1 while the income is held for a look. */
  is_waiting: number;
  /** JSON: the kinds of marks that inviter and buyer share, and the two people. */
  shared: string;
  inviter: string;
  buyer: string;
}

/** SQL text: a person `u` as operators see them, as JSON. */
const PERSON_JSON = `(SELECT json_object('id', u.id, 'firstName', u.first_name,
    'lastName', u.last_name, 'phone', iif(u.forgotten_at IS NULL, u.phone, ''),
    'provenOwner', ${PROVEN_OWNER}) FROM user u WHERE u.id =`;

const EARNING = `SELECT e.id, e.order_item_id, e.amount_toman - e.cancelled_toman AS amount_toman,
    o.number AS order_number, e.created_at, e.due_at,
    e.state = 'held' AND e.look IS 'waiting' AS is_waiting,
    (SELECT json_group_array(DISTINCT mine.kind) FROM person_mark mine JOIN person_mark theirs
       ON theirs.user_id = e.user_id AND theirs.kind = mine.kind
         AND theirs.fingerprint = mine.fingerprint
     WHERE mine.user_id = e.buyer_id) AS shared,
    ${PERSON_JSON} e.user_id) AS inviter, ${PERSON_JSON} e.buyer_id) AS buyer
  FROM earning e JOIN order_item i ON i.id = e.order_item_id JOIN orders o ON o.id = i.order_id`;
const HELD = `${EARNING} WHERE e.state = 'held' AND e.look = 'waiting'`;

/** Finds income that is held for a look, after the cursor, longest waiting first. */
export const findHeldEarnings = makeFinder<HeldEarningRow>(
  `${HELD} AND (e.created_at, e.id) > (?1, ?2) ORDER BY e.created_at, e.id LIMIT ?3`,
);

/** Finds referral income with its people, as operators see it, whether or not it was decided. */
export function findEarningWhole(db: D1Database, id: string): D1PreparedStatement {
  return db.prepare(`${EARNING} WHERE e.id = ?1 AND e.kind = 'referral'`).bind(id);
}

export interface DecidedEarningRow {
  order_item_id: string;
  /** 1 while the income is held for a look. */
  waits: number;
}

/** Finds referral income, whether or not it was decided. */
export function findEarning(db: D1Database, id: string): Statement<DecidedEarningRow> {
  return db
    .prepare(
      `SELECT order_item_id, state = 'held' AND look IS 'waiting' AS waits FROM earning
       WHERE id = ?1 AND kind = 'referral'`,
    )
    .bind(id);
}

/** Releases or refuses held income. Aborts when it is not held for a look. */
export function decideHeld(
  db: D1Database,
  id: string,
  status: "released" | "refused",
  now: number,
): D1PreparedStatement[] {
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the income waits for a look', (
           SELECT state = 'held' AND look IS 'waiting' FROM earning WHERE id = ?1)`,
      )
      .bind(id),
    status === "released"
      ? db.prepare("UPDATE earning SET look = 'released' WHERE id = ?1").bind(id)
      : db
          .prepare("UPDATE earning SET state = 'cancelled', settled_at = ?2 WHERE id = ?1")
          .bind(id, now),
  ];
}
