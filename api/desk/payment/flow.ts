import { type Statement } from "../../base/batch.ts";
import type { Movement, listPayments } from "../../../contract/desk/payment.ts";
import type { GatewayName } from "../../../persian/gateway.ts";
import { PERSON, type PersonColumns, showPerson } from "../../base/person.ts";
import type { Cursor } from "../../base/page.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** All money that comes in, is returned or is paid out, as one list. */

export interface MovementRow extends PersonColumns {
  id: string;
  kind: Movement["kind"];
  amount_toman: number;
  state: string;
  order_id: string | null;
  order_number: string | null;
  reference: string | null;
  gateway: GatewayName | null;
  created_at: number;
  settled_at: number | null;
}

type Kind = NonNullable<(typeof listPayments.query)["_output"]["kind"]>;

const PAGE = "ORDER BY created_at DESC, id DESC LIMIT ?3";
const SOURCES: Record<Kind, string> = {
  payment: `SELECT id, iif(purpose = 'wallet_topup', 'topup', 'payment') AS kind, amount_toman, state,
      order_id, ref_id AS reference, gateway, user_id, created_at, settled_at
    FROM payment WHERE (created_at, id) < (?1, ?2) AND created_at >= ?4 ${PAGE}`,
  refund: `SELECT id, 'refund' AS kind, wallet_toman + gateway_toman AS amount_toman, state,
      order_id, provider_ref AS reference,
      (SELECT gateway FROM payment WHERE order_id = refund.order_id AND refund.gateway_toman > 0)
      AS gateway, user_id, created_at, settled_at
    FROM refund WHERE (created_at, id) < (?1, ?2) AND created_at >= ?4 ${PAGE}`,
  withdrawal: `SELECT id, 'withdrawal' AS kind, amount_toman, state, NULL AS order_id,
      iif(state = 'paid', note, NULL) AS reference, NULL AS gateway, user_id, created_at, decided_at AS settled_at
    FROM withdrawal WHERE (created_at, id) < (?1, ?2) AND created_at >= ?4 ${PAGE}`,
};
const withPeople = (sources: readonly string[]) =>
  `SELECT m.id, m.kind, m.amount_toman, m.state, m.order_id, m.reference, m.gateway, m.created_at, m.settled_at,
     (SELECT number FROM orders WHERE id = m.order_id) AS order_number, ${PERSON}
   FROM (${sources.map((source) => `SELECT * FROM (${source})`).join(" UNION ALL ")}
     ORDER BY created_at DESC, id DESC LIMIT ?3) m JOIN user u ON u.id = m.user_id
   ORDER BY m.created_at DESC, m.id DESC`;
const ALL = withPeople(Object.values(SOURCES));
const ONE: Record<Kind, string> = {
  payment: withPeople([SOURCES.payment]),
  refund: withPeople([SOURCES.refund]),
  withdrawal: withPeople([SOURCES.withdrawal]),
};

/** Finds a page of movements since a time, newest first; only of one kind when it is given. */
export function findMovements(
  db: D1Database,
  { kind, since }: { kind: Kind | undefined; since: number },
  before: Cursor,
  limit: number,
): Statement<MovementRow> {
  return db.prepare(kind === undefined ? ALL : ONE[kind]).bind(before.at, before.id, limit, since);
}

export function showMovement(row: MovementRow): Movement {
  return {
    id: row.id,
    kind: row.kind,
    amount: row.amount_toman,
    state: row.state,
    person: showPerson(row),
    orderId: row.order_id,
    orderNumber: row.order_number,
    reference: row.reference,
    gateway: row.gateway,
    createdAt: toIso(row.created_at),
    settledAt: toIsoOrNull(row.settled_at),
  };
}
