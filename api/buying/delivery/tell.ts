import type { Shop } from "../../base/context.ts";
import { queueEmail, queueMessage } from "../../base/outbox.ts";

interface Delivery {
  orderId: string;
  userId: string;
  /** The items that this batch delivers. */
  itemIds: readonly string[];
  /** True when the buyer is on a page that shows the delivery, so that no SMS is needed. */
  isAwaited: boolean;
}

/** Part of a batch that delivers items: queues the SMS and the e-mail to the buyer. */
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
