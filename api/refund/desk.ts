import { deskCodeRefusals } from "../../contract/desk/code.ts";
import { deskRefundRefusals } from "../../contract/desk/refund.ts";
import { type Context, Hono } from "hono";
import { refundItem } from "../../contract/desk/refund.ts";
import { personRefusals } from "../../contract/desk/user.ts";
import { body, refuse } from "../base/context.ts";
import { findPaidItem } from "../delivery/desk-statements.ts";
import { named } from "../base/named.ts";
import { noteDecision } from "../base/decisions.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { queueMessage } from "../base/outbox.ts";
import { refundItems } from "./refund-items.ts";
import { type OpeningRow, findOpenings, showOpening } from "../code/openings.ts";
import { type CodeInHandRow, claimUnopened, findCodesInHand } from "./statements.ts";

export const deskRefunds = new Hono<OperatorEnv>();

deskRefunds.post("/:orderItemId/refund", named("orderItemId"), body(refundItem.body), async (c) => {
  const { shop, operator } = c.var;
  const { reason, codeIds, opened: isOpeningKnown } = c.var.body;
  const found = await findPaidItem(shop.db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { item } = found;
  if (item.forgotten_at !== null) return refuse(c, personRefusals.forgotten);
  const { id, order_id: orderId } = item;
  const codes = codeIds && (await findNamed(shop.db, id, codeIds));
  if (codes === null) return refuse(c, deskCodeRefusals.gone);
  const given = await readGiven(shop.db, id, codeIds);
  if (!isOpeningKnown && given.some(isOpened)) return refuseOpened(c, given);
  const numbers = codes?.map(({ position }) => position).join(", ");
  const note = numbers === undefined ? reason : `کد ${numbers}: ${reason}`;
  const verdict = codes ? "code_refunded" : "refunded";
  // A unit is refunded once; its code may be sold, and refunded, again.
  const messageId = `refunded:${id}${numbers === undefined ? "" : `:${numbers}`}`;
  const template = shop.settings.SMS_TEMPLATE_ITEM_REFUNDED;
  const [share] = await refundItems(shop, {
    orderId,
    isSelected: (candidate) => candidate.id === id,
    ...(codes && { codes }),
    isDue: async () =>
      (!codeIds || (await findNamed(shop.db, id, codeIds)) !== null) &&
      (isOpeningKnown || !(await readGiven(shop.db, id, codeIds)).some(isOpened)),
    reason: "operator",
    note,
    also: (userId, now) => [
      ...(isOpeningKnown ? [] : [claimUnopened(shop.db, id, now)]),
      noteDecision(
        shop.db,
        {
          operator,
          subject: "order_item",
          subjectId: id,
          verdict,
          note,
          before: item.delivery_status,
          // An item that gives single codes back stays delivered.
          after: codes ? item.delivery_status : "cancelled",
        },
        now,
      ),
      queueMessage(shop.db, { id: messageId, userId, template, token: orderId }, now),
    ],
  });
  if (!share) {
    const since = await readGiven(shop.db, id, codeIds);
    if (!isOpeningKnown && since.some(isOpened)) return refuseOpened(c, since);
    return refuse(c, codes ? deskCodeRefusals.gone : deskRefundRefusals.refunded);
  }
  const { walletToman: toWallet, gatewayToman: toCard } = share;
  return c.json({
    message: codes
      ? "وجه این کد بازگردانده می‌شود."
      : "این محصول لغو شد و وجه آن بازگردانده می‌شود.",
    toWallet,
    toCard,
    codes: given.map(showOpening),
  });
});

const isOpened = ({ opened_at: at }: OpeningRow) => at !== null;

/** Reads what is to be given back, with its openings: the named codes, or all that are left. */
async function readGiven(
  db: D1Database,
  itemId: string,
  codeIds: readonly string[] | undefined,
): Promise<OpeningRow[]> {
  const { results } = await findOpenings(db, itemId).all<OpeningRow>();
  return results.filter(
    ({ id, is_in_hand: isInHand }) => isInHand === 1 && (codeIds?.includes(id) ?? true),
  );
}

/** Refuses with what was opened, so that the operator decides with open eyes. */
function refuseOpened(c: Context, given: readonly OpeningRow[]): Response {
  const details = given.filter(isOpened).map((row) => {
    const { position, openedAt, timesOpened, networks } = showOpening(row);
    return `کد ${String(position)}: ${String(openedAt)}، ${String(timesOpened)} بار، از ${networks.join("، ")}`;
  });
  return refuse(c, deskRefundRefusals.opened, { details: details.join("\n") });
}

/** Returns the named codes of an item; null unless its buyer has all of them. */
async function findNamed(
  db: D1Database,
  itemId: string,
  codeIds: readonly string[],
): Promise<CodeInHandRow[] | null> {
  const { results } = await findCodesInHand(db, itemId).all<CodeInHandRow>();
  const named = results.filter(({ id }) => codeIds.includes(id));
  return named.length === new Set(codeIds).size ? named : null;
}
