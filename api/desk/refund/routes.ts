import { type Context, Hono } from "hono";
import { deskCodeRefusals } from "../../../contract/desk/code.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { deskRefundRefusals, refundItem } from "../../../contract/desk/refund.ts";
import { personRefusals } from "../../../contract/desk/user.ts";
import { runBatch, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import { named } from "../../base/named.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { type OpeningRow, isKnown, sayOpening, showOpening } from "../../buying/code/openings.ts";
import { findPaidItem } from "../../buying/delivery/deliver-statements.ts";
import { mayPutBack } from "../giving/prices.ts";
import { propose } from "../proposal/propose.ts";
import { changeOf, readGiven, readWish, refundAsWished } from "./by-operator.ts";
import {
  REFUND_OPENED,
  claimNoRefundAsked,
  findAskedRefund,
} from "../../buying/refund/open-proposal.ts";
import { claimUnknown } from "./unknown.ts";
import { proposalWords } from "../../base/open-proposal.ts";

export const deskRefunds = new Hono<OperatorEnv>();

deskRefunds.post("/:orderItemId/refund", named("orderItemId"), body(refundItem.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { reason, codeIds, opened: isOpeningKnown } = c.var.body;
  const found = await findPaidItem(db, c.var.name);
  if ("refusal" in found) return refuse(c, found.refusal);
  const { item } = found;
  if (item.forgotten_at !== null) return refuse(c, personRefusals.forgotten);
  const wish = await readWish(db, item, codeIds, reason);
  if (!wish) return refuse(c, deskCodeRefusals.gone);
  const subject = { itemId: item.id, codeIds: codeIds ?? null };
  const readAsked = () => readFirst(findAskedRefund(db, subject, shop.now()));
  const given = await readGiven(db, item.id, codeIds);
  if (given.some(isKnown)) {
    if (!isOpeningKnown) return refuseOpened(c, given);
    const proposal = propose(
      db,
      operator,
      {
        action: REFUND_OPENED,
        subject: "order_item",
        subjectId: item.id,
        details: { reason, codeIds },
        note: wish.note,
      },
      shop.now(),
    );
    if (!(await runBatch(db, proposal.statements))) return refuse(c, deskRefusals.alreadyProposed);
    return c.json({
      message: "این بازپرداخت نوشته شد و پس از تأیید نفر دوم انجام می‌شود.",
      toWallet: null,
      toCard: null,
      codes: given.map(showOpening),
      proposalId: proposal.id,
    });
  }
  const asked = await readAsked();
  if (asked) return refuse(c, deskRefusals.waitsForSecond, { details: proposalWords(asked) });
  const giving = await mayPutBack(c.var, { id: item.id, codeIds, note: reason }, shop.now());
  if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
  const { verdict, ...change } = changeOf(wish);
  // If somebody opens a code in the meantime, a second person is needed, even if this operator knew
  // of other openings.
  const share = await refundAsWished(shop, wish, {
    isDue: async () =>
      !(await readGiven(db, item.id, codeIds)).some(isKnown) && (await readAsked()) === null,
    also: (now) => [
      ...giving.statements,
      claimUnknown(db, item.id, now),
      claimNoRefundAsked(db, subject, now),
      noteDecision({ db, operator, moment: now }, "order_item", item.id, verdict, {
        note: wish.note,
        ...change,
      }),
    ],
  });
  if (!share) {
    const since = await readGiven(db, item.id, codeIds);
    const askedSince = await readAsked();
    if (askedSince)
      return refuse(c, deskRefusals.waitsForSecond, { details: proposalWords(askedSince) });
    if (since.some(isKnown)) return refuseOpened(c, since);
    return refuse(c, wish.codes ? deskCodeRefusals.gone : deskRefundRefusals.refunded);
  }
  return c.json({
    message: wish.codes
      ? "وجه این کد بازگردانده می‌شود."
      : "این محصول لغو شد و وجه آن بازگردانده می‌شود.",
    toWallet: share.walletToman,
    toCard: share.gatewayToman,
    codes: given.map(showOpening),
    proposalId: null,
  });
});

/** Refuses with a list of the opened codes, so that the operator knows about them. */
const refuseOpened = (c: Context, given: readonly OpeningRow[]): Response =>
  refuse(c, deskRefundRefusals.opened, {
    details: given.filter(isKnown).map(sayOpening).join("\n"),
  });
