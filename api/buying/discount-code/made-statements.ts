import { type Statement } from "../../base/batch.ts";
import { PERSON, type PersonColumns } from "../../base/person.ts";
import type { Cursor } from "../../base/page.ts";

type DiscountState = "running" | "ended" | "stopped";

export interface DeskDiscountRow extends PersonColumns {
  id: string;
  code: string;
  type: "percentage" | "fixed";
  value: number;
  min_purchase_toman: number;
  max_discount_toman: number | null;
  may_sell_below_cost: number;
  owner_id: string | null;
  uses_max: number | null;
  uses_per_user_max: number;
  expires_at: number | null;
  created_at: number;
  made_by: string | null;
  series_id: string | null;
  prefix: string | null;
  series_count: number | null;
  state: DiscountState;
  uses: number;
  given_toman: number;
  /**
   * The last code that this call read, if it stopped at its limit of rows; otherwise null. The next
   * page starts there.
   */
  last_id: string | null;
  last_at: number | null;
}

export interface DiscountFilter {
  state: DiscountState | null;
  /** The first characters of a code, or the whole code if `isWhole`. */
  code: { text: string; isWhole: boolean } | null;
  series: string | null;
  person: string | null;
}

/**
 * The maximum number of index rows that one call reads. With a filter, a page may therefore have
 * few rows; the next page continues at the cursor.
 */
const SEEN_MAX = 500;
/** The maximum number of rows for a series, large enough for all its codes. */
const SEEN_OF_SERIES_MAX = 1_000;

/**
 * SQL text: the sum of a column over the codes of row `d`: its own code when `?3` is 1 or it has no
 * series, otherwise all codes of its series.
 */
const sumOf = (column: string) =>
  `iif(?3 = 1 OR d.series_id IS NULL, d.${column}, (
    SELECT sum(${column}) FROM discount_code WHERE series_id = d.series_id))`;
/** SQL text: true when all codes that the row `d` represents are stopped. */
const IS_STOPPED = `iif(?3 = 1 OR d.series_id IS NULL, d.is_active = 0, NOT EXISTS (
    SELECT 1 FROM discount_code WHERE series_id = d.series_id AND is_active = 1))`;
const STATE = `iif(${IS_STOPPED}, 'stopped', iif(
    d.expires_at <= ?1 OR ((?3 = 1 OR d.series_id IS NULL) AND d.uses_paid >= d.uses_max),
    'ended', 'running'))`;
const COLUMNS = `d.id, d.code, d.type, d.value, d.min_purchase_toman, d.max_discount_toman,
    d.may_sell_below_cost, d.owner_id, d.uses_max, d.uses_per_user_max, d.expires_at, d.created_at,
    d.made_by, d.series_id, s.prefix, s.count AS series_count, ${STATE} AS state,
    ${sumOf("uses_paid")} AS uses, ${sumOf("given_toman")} AS given_toman, ${PERSON}`;

/**
 * Returns SQL text that finds the index rows with the requested codes, and whether it finds all of
 * them.
 */
function seen({ state, code, series, person }: DiscountFilter): { text: string; isAll: boolean } {
  const codes = "SELECT id, created_at FROM discount_code";
  if (code?.isWhole) return { text: `${codes} WHERE code = ?4`, isAll: true };
  if (code)
    return {
      text: `${codes} WHERE code >= ?4 AND code < ?4 || '~' ORDER BY code LIMIT ${String(SEEN_MAX)}`,
      isAll: true,
    };
  if (series !== null)
    return {
      text: `${codes} WHERE series_id = ?5 LIMIT ${String(SEEN_OF_SERIES_MAX)}`,
      isAll: true,
    };
  const whose =
    person === null ? "(owner_id IS NULL OR made_by IS NOT NULL) AND place = 0" : "owner_id = ?6";
  return {
    text: `${codes} WHERE ${whose} AND (created_at, id) < (?7, ?8)
      ORDER BY created_at DESC, id DESC LIMIT ${state === null ? "?9" : String(SEEN_MAX)}`,
    isAll: false,
  };
}

/**
 * Finds discount codes for the desk before the cursor, newest first. A series is one row: its first
 * code with the sums of all its codes. A filter by code or by series returns single codes instead.
 * When no row that was read fits the filter, the result is one row without a code.
 */
export function findDeskDiscountCodes(
  db: D1Database,
  filter: DiscountFilter,
  before: Cursor,
  limit: number,
  now: number,
): Statement<DeskDiscountRow> {
  const { text: SEEN, isAll } = seen(filter);
  const LAST = isAll ? "FALSE" : `(SELECT count(*) FROM seen) = ${String(SEEN_MAX)}`;
  return db
    .prepare(
      `WITH seen AS MATERIALIZED (${SEEN}),
       last AS MATERIALIZED (
         SELECT id, created_at FROM seen
         WHERE ${LAST}
         ORDER BY created_at, id LIMIT 1),
       found AS MATERIALIZED (
         SELECT d.id FROM seen JOIN discount_code d ON d.id = seen.id
         WHERE (?2 IS NULL OR ${STATE} = ?2) AND (seen.created_at, seen.id) < (?7, ?8)
         ORDER BY seen.created_at DESC, seen.id DESC LIMIT ?9)
       SELECT last.id AS last_id, last.created_at AS last_at, ${COLUMNS}
       FROM (SELECT ?4, ?5, ?6) LEFT JOIN last ON TRUE LEFT JOIN found ON TRUE
       LEFT JOIN discount_code d ON d.id = found.id LEFT JOIN discount_series s ON s.id = d.series_id
       LEFT JOIN user u ON u.id = d.owner_id
       ORDER BY d.created_at DESC, d.id DESC`,
    )
    .bind(
      now,
      filter.state,
      filter.code || filter.series !== null ? 1 : 0,
      filter.code?.text ?? null,
      filter.series,
      filter.person,
      before.at,
      before.id,
      limit,
    );
}

/**
 * Finds a discount code by its id, with the sums of its whole series, or with `isEach` of this code
 * only.
 */
export function findDeskDiscountCode(
  db: D1Database,
  { id, isEach }: { id: string; isEach: boolean },
  now: number,
): Statement<DeskDiscountRow> {
  return db
    .prepare(
      `SELECT NULL AS last_id, NULL AS last_at, ${COLUMNS}
       FROM discount_code d LEFT JOIN discount_series s ON s.id = d.series_id
       LEFT JOIN user u ON u.id = d.owner_id
       WHERE d.id = ?2 AND ?3 IN (0, 1)`,
    )
    .bind(now, id, isEach ? 1 : 0);
}

export interface BelowCostRow {
  id: string;
  orders: number;
  toman: number;
}

/** The maximum number of uses that are read for the sums of a page. */
const USES_SEEN_MAX = 5_000;

/**
 * Sums up the losses of the sales with each code that may sell below cost, as the audit counts
 * them. For a code of a series, the sum covers the whole series or, with `isEach`, this code only.
 */
export function sumBelowCost(
  db: D1Database,
  ids: readonly string[],
  isEach: boolean,
): Statement<BelowCostRow> {
  return db
    .prepare(
      `WITH named AS (
         SELECT d.id, d.id AS code_id FROM json_each(?1) n JOIN discount_code d ON d.id = n.value
         WHERE d.may_sell_below_cost = 1 AND (?2 = 1 OR d.series_id IS NULL)
         UNION ALL
         SELECT d.id, o.id FROM json_each(?1) n JOIN discount_code d ON d.id = n.value
         JOIN discount_code o ON o.series_id = d.series_id
         WHERE d.may_sell_below_cost = 1 AND ?2 = 0),
       used AS MATERIALIZED (
         SELECT named.id, u.order_id FROM named
         JOIN discount_use u ON u.discount_code_id = named.code_id LIMIT ?3),
       lost AS (
         SELECT used.id, i.order_id, sum(b.unit_cost_toman) - i.total_toman AS toman
         FROM used JOIN order_item i ON i.order_id = used.order_id
         JOIN code c ON c.order_item_id = i.id JOIN code_batch b ON b.id = c.batch_id
         WHERE i.delivery_status = 'delivered' AND c.status = 'sold' AND c.withdrawn_at IS NULL
         GROUP BY i.id HAVING i.total_toman < sum(b.unit_cost_toman))
       SELECT id, count(DISTINCT order_id) AS orders, sum(toman) AS toman FROM lost GROUP BY id`,
    )
    .bind(JSON.stringify(ids), isEach ? 1 : 0, USES_SEEN_MAX);
}

/** The terms of a code: what it takes off, for whom and until when. */
export interface TermsRow {
  type: "percentage" | "fixed";
  value: number;
  min_purchase_toman: number;
  max_discount_toman: number | null;
  may_sell_below_cost: number;
  uses_max: number | null;
  uses_per_user_max: number;
  expires_at: number | null;
  owner_id: string | null;
}

interface NewCodes {
  codes: readonly { id: string; code: string }[];
  seriesId: string | null;
  madeBy: string;
}

/** Inserts codes with the same terms. The order of the list is stored in `place`. */
export function insertDiscountCodes(
  db: D1Database,
  { codes, seriesId, madeBy }: NewCodes,
  terms: TermsRow,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO discount_code (id, code, type, value, min_purchase_toman, max_discount_toman,
         may_sell_below_cost, uses_max, uses_per_user_max, expires_at, owner_id, made_by, series_id,
         place, created_at)
       SELECT value ->> 'id', value ->> 'code', ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, key,
         ?13
       FROM json_each(?1)`,
    )
    .bind(
      JSON.stringify(codes),
      terms.type,
      terms.value,
      terms.min_purchase_toman,
      terms.max_discount_toman,
      terms.may_sell_below_cost,
      terms.uses_max,
      terms.uses_per_user_max,
      terms.expires_at,
      terms.owner_id,
      madeBy,
      seriesId,
      now,
    );
}

/**
 * Stops or starts a discount code, or all codes of its series. Aborts when nothing would change.
 */
export function setDiscountActive(
  db: D1Database,
  { id, seriesId }: { id: string; seriesId: string | null },
  isActive: boolean,
): D1PreparedStatement[] {
  const to = isActive ? 1 : 0;
  const WHICH = seriesId === null ? "id = ?1" : "series_id = ?1";
  const of = seriesId ?? id;
  return [
    db
      .prepare(
        `INSERT INTO must SELECT 'the discount code is as it was',
           EXISTS (SELECT 1 FROM discount_code WHERE ${WHICH} AND is_active <> ?2)`,
      )
      .bind(of, to),
    db.prepare(`UPDATE discount_code SET is_active = ?2 WHERE ${WHICH}`).bind(of, to),
  ];
}
