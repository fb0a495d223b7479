import type { Shop } from "../base/context.ts";
import { queueEmail, queueMessage } from "../base/outbox.ts";

interface Delivery {
  orderId: string;
  userId: string;
  /** Those that are delivered at this moment. */
  itemIds: readonly string[];
  /** Whether the buyer looks at a page that says so; then no SMS does. */
  isAwaited: boolean;
}

/** Part of the batch that delivers items: an SMS unless the buyer looks on, and an e-mail to whoever has confirmed an address. */
export function tellDelivered(
  { db, settings, email }: Shop,
  delivery: Delivery,
  now: number,
): D1PreparedStatement[] {
  const { orderId, userId, itemIds, isAwaited } = delivery;
  const [first] = itemIds;
  if (first === undefined) return [];
  const sms = {
    id: `delivered:${first}`,
    userId,
    template: settings.SMS_TEMPLATE_ORDER_DELIVERED,
    token: orderId,
  };
  const letter = {
    id: `delivered-email:${first}`,
    userId,
    template: "order-delivered" as const,
    token: itemIds.join(" "),
  };
  return [
    ...(isAwaited ? [] : [queueMessage(db, sms, now)]),
    ...(email === null ? [] : [queueEmail(db, letter, now)]),
  ];
}
