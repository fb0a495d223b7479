import { takeBackOpen } from "../../money/withdrawal/statements.ts";
import { pauseGifts } from "./statements.ts";

/**
 * Protects money and codes when all sessions of a person end: withdrawals that no operator has in
 * hand return to the wallet, and unopened gifts are paused.
 */
export const keepBack = (db: D1Database, userId: string, now: number): D1PreparedStatement[] => [
  ...takeBackOpen(db, userId, now),
  pauseGifts(db, userId, now),
];
