import { IN_HAND, IS_GIVEN } from "./statements.ts";

/**
 * The statements of the table `code_knower`, which records who knows a code. It has a row for each
 * code and each person who knows it, written in the batch that shows the code. A trigger sets
 * `code.known_at`. A known code is never sold again (decision 80).
 */

/** SQL text: true when anybody knows the code `c`. */
export const IS_KNOWN = "c.known_at IS NOT NULL";

/** SQL text: a code that a person sees for the first time. */
const SEEN = `'code' AS effect, iif(times = 1, code_id, NULL) AS id,
  (SELECT order_item_id FROM code WHERE id = code_id) AS item,
  (SELECT fingerprint FROM code WHERE id = code_id) AS fingerprint`;

/** The maximum number of networks in one row. Later networks are not added. */
const NETWORKS_MAX = 20;

/**
 * Stores the reader of a recorded reading as a knower of the codes that it showed: the code of a
 * gift, one code, or all codes of the item that its buyer could see at that time.
 */
export function noteReading(db: D1Database, readingId: string): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO code_knower AS k (code_id, way, who, known_at, last_at, networks)
       SELECT c.id, iif(r.channel = 'page', 'buyer', iif(r.channel = 'gift', 'receiver', r.channel)),
         coalesce(r.gift_id, r.user_id), r.read_at, r.read_at,
         iif(r.address = '', '[]', json_array(r.address))
       FROM content_reading r JOIN code c ON c.order_item_id = r.order_item_id
       WHERE r.id = ?1 AND (r.code_id IS NULL OR c.id = r.code_id) AND ${IN_HAND}
         AND (r.gift_id IS NOT NULL OR NOT ${IS_GIVEN})
       ON CONFLICT (code_id, way, who) DO UPDATE SET times = times + 1,
         last_at = max(last_at, excluded.last_at),
         networks = iif(excluded.networks = '[]' OR json_array_length(k.networks) >= ?2
           OR EXISTS (SELECT 1 FROM json_each(k.networks) WHERE value = excluded.networks ->> 0),
           k.networks, json_insert(k.networks, '$[#]', excluded.networks ->> 0))
       RETURNING ${SEEN}`,
    )
    .bind(readingId, NETWORKS_MAX);
}

/**
 * Records that an operator knows codes. `way` is `operator` for a view, `export` for a file with
 * the codes, and `replacement` for codes that the operator replaced.
 */
export function noteOperator(
  db: D1Database,
  codeIds: readonly string[],
  way: "operator" | "export" | "replacement",
  operator: string,
  now: number,
): D1PreparedStatement {
  return db
    .prepare(
      `INSERT INTO code_knower (code_id, way, who, known_at, last_at)
       SELECT value, ?2, ?3, ?4, ?4 FROM json_each(?1) WHERE true
       ON CONFLICT (code_id, way, who) DO UPDATE SET times = times + 1,
         last_at = max(last_at, excluded.last_at)
       RETURNING ${SEEN}`,
    )
    .bind(JSON.stringify(codeIds), way, operator, now);
}

/** SQL text: the knowers of the code `c`, as JSON for `readKnowers`. */
export const KNOWERS = `(SELECT json_group_array(json_object('way', way, 'who', who,
    'knownAt', known_at, 'lastAt', last_at, 'times', times, 'networks', json(networks)))
  FROM code_knower WHERE code_id = c.id)`;

export interface Knower {
  way: "buyer" | "email" | "receiver" | "operator" | "export" | "replacement" | "restore";
  who: string;
  knownAt: number;
  lastAt: number;
  times: number;
  networks: string[];
}

/**
 * Separates the knowers of a code into the buyer's side and the operators, both sorted by time.
 * Operators who only replaced the code are left out. After a restore the operators include one
 * named `restore`, for everybody who saw the code after the copy was made.
 */
export function readKnowers(json: string): { openers: Knower[]; operators: Knower[] } {
  const knowers = (JSON.parse(json) as Knower[]).toSorted((a, b) => a.knownAt - b.knownAt);
  const of = (...ways: Knower["way"][]) => knowers.filter(({ way }) => ways.includes(way));
  return {
    openers: of("buyer", "email", "receiver"),
    operators: of("operator", "export", "restore"),
  };
}

export const timesOf = (knowers: readonly Knower[]): number =>
  knowers.reduce((sum, { times }) => sum + times, 0);
