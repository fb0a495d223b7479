import { getTransactions } from "../../../contract/transaction.ts";
import type { Guard } from "./guard.ts";
import { emptyFor, owner } from "./owners.ts";

export const guardsOfTransaction: Guard[] = [
  owner(
    "the wallet's history",
    "WHERE user_id = ?1 AND (created_at, id) < (?2, ?3) ORDER BY created_at DESC, id DESC LIMIT ?4) w",
    emptyFor(getTransactions, ({ transactions }) => transactions),
  ),
];
