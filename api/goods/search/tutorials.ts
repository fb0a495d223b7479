import { STORE_TUTORIALS, type Tutorial } from "./tutorial-sql.ts";

/**
 * Replaces the stored tutorials with these, in this order. They can be found once they are indexed.
 */
export async function storeTutorials(
  db: D1Database,
  tutorials: readonly Tutorial[],
): Promise<void> {
  await db.batch(STORE_TUTORIALS.map((sql) => db.prepare(sql).bind(JSON.stringify(tutorials))));
}
