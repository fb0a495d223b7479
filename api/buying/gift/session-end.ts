import { takeBackOpen } from "../../money/withdrawal/statements.ts";
import { pauseGifts } from "./statements.ts";

/**
 * Keeps money and codes back when all sessions of a person end: withdrawals in nobody's hand return
 * to the wallet, and unopened gifts wait.
 */
export const keepBack = (db: D1Database, userId: string, now: number): D1PreparedStatement[] => [
  ...takeBackOpen(db, userId, now),
  pauseGifts(db, userId, now),
];
