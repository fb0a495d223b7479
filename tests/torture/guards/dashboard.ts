import { getOverview, getRecent } from "../../../contract/dashboard.ts";
import type { Guard } from "./guard.ts";
import { emptyFor, owner } from "./owners.ts";

export const guardsOfDashboard: Guard[] = [
  owner(
    "the last code",
    "FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL\n         ORDER BY paid_at DESC",
    emptyFor(getOverview, ({ data }) => (data.lastCode ? [data.lastCode] : [])),
  ),
  owner(
    "the latest orders",
    "WHERE o.user_id = ?1 AND o.paid_at IS NOT NULL ORDER BY o.paid_at DESC",
    emptyFor(getRecent, ({ data }) => data.latestOrders),
  ),
  owner(
    "the latest tickets",
    "FROM ticket WHERE user_id = ?1 ORDER BY updated_at DESC",
    emptyFor(getRecent, ({ data }) => data.latestTickets),
  ),
];
