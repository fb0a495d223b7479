import type { QueueKind } from "../../../contract/desk/queue.ts";
import { deliveries, looks, tickets } from "./goods.ts";
import { earnings, strayPayments } from "./held.ts";
import { reviews, withdrawals } from "./money.ts";
import { nameRequests } from "./other-names.ts";
import { bankCards, identities } from "./papers.ts";
import { proposals } from "./proposals.ts";
import type { Source } from "./source.ts";

/** Sources of all kinds. They use the same statements as the kind's own calls. */
export const SOURCES: readonly Source[] = [
  identities,
  bankCards,
  nameRequests,
  deliveries,
  tickets,
  withdrawals,
  reviews,
  looks,
  earnings,
  strayPayments,
  proposals,
];

/** Returns the source of the things of a kind. */
export function sourceOf(kind: QueueKind): Source {
  const found = SOURCES.find(({ kinds }) => kinds.includes(kind));
  if (!found) throw new Error(`Nothing brings ${kind} into the queue`);
  return found;
}
