import { deskRefundRefusals } from "../../contract/desk/refund.ts";
import { Hono } from "hono";
import { refundItem } from "../../contract/desk/refund.ts";
import { personRefusals } from "../../contract/desk/user.ts";
import { body, refuse } from "../base/context.ts";
import { findPaidItem } from "../delivery/desk-statements.ts";
import { named } from "../base/named.ts";
import { noteDecision } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { queueMessage } from "../base/outbox.ts";
import { refundItems } from "./refund-items.ts";

export const deskRefunds = new Hono<OperatorEnv>();

deskRefunds.post("/:orderItemId/refund", named("orderItemId"), body(refundItem.body), async (c) => {
  const { shop, operator } = c.var;
  const { reason: note } = c.var.body;
  const found = await findPaidItem(shop.db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { item } = found;
  if (item.forgotten_at !== null) return refuse(c, personRefusals.forgotten);
  const { id, order_id: orderId } = item;
  const template = shop.settings.SMS_TEMPLATE_ITEM_REFUNDED;
  const [share] = await refundItems(shop, {
    orderId,
    isSelected: (candidate) => candidate.id === id,
    reason: "operator",
    note,
    also: (userId, now) => [
      noteDecision(
        shop.db,
        { operator, subject: "order_item", subjectId: id, verdict: "refunded", note },
        now,
      ),
      queueMessage(shop.db, { id: `refunded:${id}`, userId, template, token: orderId }, now),
    ],
  });
  if (!share) return refuse(c, deskRefundRefusals.refunded);
  const { walletToman: toWallet, gatewayToman: toCard } = share;
  return c.json({ message: "این محصول لغو شد و وجه آن بازگردانده می‌شود.", toWallet, toCard });
});
