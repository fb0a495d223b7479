import { readAll, readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import { deskCodeRefusals } from "../../../contract/desk/code.ts";
import { type Consequences, getConsequences } from "../../../contract/desk/consequences.ts";
import { mayReadCost } from "../../../contract/desk/caller.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { deskRefundRefusals } from "../../../contract/desk/refund.ts";
import { personRefusals } from "../../../contract/desk/user.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { batchName } from "../../../persian/batch-name.ts";
import { type Shop, query, refuse } from "../../base/context.ts";
import { noteView } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { openNumber } from "../../base/open-number.ts";
import { countFreeCodes } from "../../buying/code/replace-statements.ts";
import { isKnown } from "../../buying/code/openings.ts";
import { planReplacement } from "../code/plan-replacement.ts";
import { type WaitingItemRow, findPaidItem } from "../../buying/delivery/deliver-statements.ts";
import { findTakenBack } from "../../money/earning/statements.ts";
import { proposalWords } from "../../base/open-proposal.ts";
import { type AskedRefundRow, findAskedRefund } from "../../buying/refund/open-proposal.ts";
import { planRefund } from "../../buying/refund/refund-items.ts";
import { type StoryCodeRow, findStoryCodes, findStoryPayment } from "./story-statements.ts";

/** Previews the effects of a decision about an item. */
export const deskConsequences = new Hono<OperatorEnv>();

deskConsequences.get("/:orderItemId/consequences", query(getConsequences.query), async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const found = await findPaidItem(db, c.req.param("orderItemId"));
  if ("refusal" in found) return refuse(c, refusals.notFound);
  const { item } = found;
  await noteView({ db, operator, moment: now() }, "order_item", item.id).run();
  const codeIds = c.var.query.codes?.split(",") ?? null;
  const codes = await readAll(findStoryCodes(db, item.order_id));
  const own = codes.filter(({ order_item_id: id }) => id === item.id);
  const [only] = codeIds?.length === 1 ? codeIds : [];
  const subject = { itemId: item.id, codeIds };
  const asked = await readFirst(findAskedRefund(db, subject, now()));
  const shut = asked && { obstacle: blockedBy(asked) };
  const replace = only === undefined ? null : await replacing(c.var, item.id, only);
  const refund = await weighRefund(shop, item, own, codeIds);
  const consequences = {
    replace: replace && { ...replace, ...shut },
    refund: { ...refund, ...(mayReadCost(operator) ? {} : { lostCost: null }), ...shut },
  };
  return c.json({ consequences });
});

function blockedBy(asked: AskedRefundRow) {
  const { code, message } = deskRefusals.waitsForSecond;
  return { code, message: `${message} ${proposalWords(asked)}` };
}

async function replacing(
  { shop: { db, now }, operator }: Pick<OperatorEnv["Variables"], "shop" | "operator">,
  itemId: string,
  codeId: string,
): Promise<Consequences["replace"]> {
  const moment = now();
  const plan = await planReplacement(db, codeId, moment);
  if (plan?.old.order_item_id !== itemId) return null;
  const { old, free, isByHand } = plan;
  const isCostOpen = mayReadCost(operator);
  const nameOf = ({
    supplier,
    batch_at: createdAt,
  }: {
    supplier: string | null;
    batch_at: number;
  }) => batchName({ supplier: isCostOpen ? supplier : null, createdAt });
  const counted = await readFirst(countFreeCodes(db, old.product_id, moment));
  return {
    obstacle: wordsOf(plan.obstacle),
    isByHand,
    batchId: free?.batch_id ?? null,
    batchName: free ? nameOf(free) : null,
    cost: isCostOpen ? (free?.unit_cost_toman ?? null) : null,
    freeCount: isByHand ? 0 : (counted?.count ?? 0),
    oldBatchId: old.batch_id,
    oldBatchName: nameOf(old),
    oldCost: isCostOpen ? old.unit_cost_toman : null,
  };
}

/**
 * Computes the effects of a refund of an item, or of some of its codes, without changing anything.
 */
export async function weighRefund(
  shop: Shop,
  item: WaitingItemRow,
  own: readonly StoryCodeRow[],
  codeIds: readonly string[] | null,
): Promise<Consequences["refund"]> {
  const { db } = shop;
  const inHand = own.filter((code) => code.is_in_hand === 1);
  const given = inHand.filter(({ id }) => codeIds?.includes(id) ?? true);
  const isGone =
    codeIds !== null &&
    (given.length !== new Set(codeIds).size || item.delivery_status !== "delivered");
  const plan = isGone
    ? null
    : await planRefund(shop, {
        orderId: item.order_id,
        isSelected: ({ id }) => id === item.id,
        ...(codeIds && { codes: given }),
        reason: "operator",
      });
  const [share] = plan?.shares ?? [];
  const taken = share
    ? await readFirst(
        findTakenBack(db, {
          itemId: item.id,
          quantity: item.quantity,
          units: plan?.units[0] ?? [],
          walletToman: share.walletToman,
        }),
      )
    : null;
  // Codes that nobody knows go back on sale, except those that were delivered by hand.
  const isLost = (code: StoryCodeRow) => item.delivery_type === "manual" || isKnown(code);
  const lost = given.filter(isLost);
  return {
    obstacle: wordsOf(obstacleOf(item, { isGone, hasShare: share !== undefined })),
    toCard: share?.gatewayToman ?? 0,
    toWallet: share?.walletToman ?? 0,
    cardEnd: (share?.gatewayToman ?? 0) > 0 ? await endOfCard(shop, item.order_id) : null,
    rewardCancelled: taken?.cancelled_toman ?? 0,
    rewardTakenBack: taken?.taken_back_toman ?? 0,
    codesToShelf: given.length - lost.length,
    codesLost: lost.length,
    lostCost: lost.reduce((sum, code) => sum + code.unit_cost_toman, 0),
    needsSecondPerson: given.some(isKnown),
  };
}

function obstacleOf(
  item: WaitingItemRow,
  { isGone, hasShare }: { isGone: boolean; hasShare: boolean },
): Refusal | null {
  if (item.forgotten_at !== null) return personRefusals.forgotten;
  if (isGone) return deskCodeRefusals.gone;
  return hasShare ? null : deskRefundRefusals.refunded;
}

async function endOfCard({ db, vault }: Shop, orderId: string): Promise<string | null> {
  const payment = await readFirst(findStoryPayment(db, orderId));
  if (!payment || payment.number_sealed === "") return null;
  const { card_id: id, number_sealed: sealed } = payment;
  return (await openNumber(vault, "bank_card", { id, sealed }))?.slice(-4) ?? null;
}

const wordsOf = (refusal: Refusal | null) =>
  refusal && { code: refusal.code, message: refusal.message };
