import { readTogether, runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { takeBackEarnings } from "../../money/earning/statements.ts";
import { queueMessage } from "../../base/outbox.ts";
import * as ledger from "../../money/wallet/ledger.ts";
import { DAY_MS } from "../../base/time.ts";
import { type RefundShare, shareOfUnits, splitRefunds, withheldBy, withhold } from "./rules.ts";
import * as statements from "./statements.ts";

/** How often a refund is tried when other requests change the order meanwhile. */
const ATTEMPTS = 4;
/**
 * The maximum number of items in one batch: an item takes up to twelve statements, and a call to D1
 * at most a hundred.
 */
const ITEMS_PER_BATCH = 7;

export interface RefundRequest {
  orderId: string;
  /** Set when only the owner may request the refund. */
  ownerId?: string;
  /** Selects among the items that are not cancelled yet. */
  isSelected: (item: statements.RefundItemRow) => boolean;
  /**
   * The codes to refund, when only one item is selected. Missing when all remaining units of the
   * selected items are refunded.
   */
  codes?: readonly statements.CodeInHandRow[];
  reason: statements.RefundReason;
  /**
   * Returns true when the shares are still those that were shown; otherwise nothing is refunded.
   */
  isAgreed?: (shares: readonly RefundShare[]) => boolean;
  note?: string;
  /** Checks before each attempt whether the refund is still due. */
  isDue?: () => Promise<boolean>;
  /** Further statements of each batch, such as claims and messages with an id of their own. */
  also?: (userId: string, now: number) => D1PreparedStatement[];
}

/**
 * Refunds items of a paid order, or single codes of one item, the way they were paid. One batch
 * books the money and updates codes, units and earnings of at most seven items. The jobs send the
 * card's part to the gateway later. Returns the shares per item; empty when nothing was left to
 * refund, or when `isAgreed` refused the shares.
 */
export async function refundItems(shop: Shop, request: RefundRequest): Promise<RefundShare[]> {
  const shares = await refundSome(shop, request);
  if (shares.length < ITEMS_PER_BATCH) return shares;
  const { isAgreed: _, ...rest } = request;
  return [...shares, ...(await refundItems(shop, rest))];
}

/** Returns the shares that a refund would have now; empty when there is nothing to refund. */
export async function planRefund(
  shop: Shop,
  request: RefundRequest,
): Promise<{ shares: RefundShare[]; units: (readonly number[])[]; isCardSpared: boolean }> {
  const plan = await readPlan(shop, request, shop.now());
  return plan
    ? {
        shares: split(shop, request, plan.order, plan.items),
        units: plan.items.map(({ units }) => units),
        isCardSpared: plan.isCardSpared,
      }
    : { shares: [], units: [], isCardSpared: false };
}

interface RefundPlan {
  order: statements.RefundOrderRow;
  items: ReturnedItem[];
  /**
   * True when the buyer gave up so many orders today that further refunds do not go to the card.
   */
  isCardSpared: boolean;
}

async function readPlan(
  { db, settings }: Shop,
  request: RefundRequest,
  now: number,
): Promise<RefundPlan | null> {
  const [[order], left] = await readTogether(db, [
    statements.findRefundOrder(db, request.orderId, request.ownerId ?? null, now - DAY_MS),
    statements.findRefundItems(db, request.orderId),
  ]);
  const items = left
    .filter(request.isSelected)
    .map((item) => ({ ...item, units: unitsOf(item, request) }));
  if (!order || items.some(({ units }) => units.length === 0) || items.length === 0) return null;
  return { order, items, isCardSpared: isCardSpared(order, request, settings) };
}

/**
 * True when the wallet gets the card's part of a refund, because the buyer has given up several
 * orders today and the gateway takes a fee for each payment and each refund. Money paid without
 * papers only ever returns to its card.
 */
function isCardSpared(
  order: statements.RefundOrderRow,
  { reason }: RefundRequest,
  { CARD_REFUNDS_PER_DAY }: Shop["settings"],
): boolean {
  return (
    reason === "shopper" &&
    order.is_card_only === 0 &&
    order.gateway_toman > 0 &&
    order.cards_back >= CARD_REFUNDS_PER_DAY
  );
}

function split(
  { settings }: Shop,
  request: RefundRequest,
  order: statements.RefundOrderRow,
  items: readonly ReturnedItem[],
): RefundShare[] {
  const isGivenUp = request.reason === "shopper";
  const priced = items.map((item) => ({
    id: item.id,
    totalToman: shareOfUnits(item.total_toman, item.quantity, item.units),
    paidRewardToman: shareOfUnits(item.paid_reward_toman, item.quantity, item.units),
  }));
  const refundToman = priced.reduce((sum, { totalToman }) => sum + totalToman, 0);
  const beforeCode = items.reduce(
    (sum, item) => sum + item.sale_price_toman * item.units.length,
    0,
  );
  const withheldToman = withheldBy(
    {
      minPurchaseToman: order.min_purchase_toman,
      countedToman: order.counted_toman - (isGivenUp ? beforeCode : 0),
      discountLeftToman: order.discount_left_toman - (beforeCode - refundToman),
      withheldToman: order.withheld_toman,
    },
    { isGivenUp, refundToman },
  );
  return splitRefunds(withhold(priced, withheldToman), {
    gatewayLeftToman: isCardSpared(order, request, settings)
      ? 0
      : order.gateway_toman - order.gateway_back_toman,
    balanceToman: order.balance_toman,
    isCardOnly: order.is_card_only === 1,
  });
}

async function refundSome(shop: Shop, request: RefundRequest): Promise<RefundShare[]> {
  const { db, now } = shop;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (request.isDue && !(await request.isDue())) return [];
    const moment = now();
    const plan = await readPlan(shop, request, moment);
    if (!plan) return [];
    const { order } = plan;
    if (request.isAgreed && !request.isAgreed(split(shop, request, order, plan.items))) return [];
    // When one batch cannot take all items, the most expensive come last, so that the last refund
    // is large enough for the discount that it withholds.
    const inOrder =
      plan.items.length > ITEMS_PER_BATCH
        ? plan.items.toSorted((one, other) => one.total_toman - other.total_toman)
        : plan.items;
    const items = inOrder.slice(0, ITEMS_PER_BATCH);
    const shares = split(shop, request, order, items);
    if (await runBatch(db, carryOut(shop, request, order, items, shares, moment))) return shares;
  }
  throw new Error(`A refund of order ${request.orderId} could not be made`);
}

type ReturnedItem = statements.RefundItemRow & { units: readonly number[] };

/** Returns the units to refund: all that were not refunded yet, or those of the named codes. */
function unitsOf(item: statements.RefundItemRow, { codes }: RefundRequest): readonly number[] {
  const left = JSON.parse(item.left_units) as number[];
  if (!codes) return left;
  const named = codes.map(({ position }) => position);
  // If one of the named codes was refunded meanwhile, none of them is refunded.
  return named.every((position) => left.includes(position)) ? named : [];
}

function carryOut(
  shop: Shop,
  request: RefundRequest,
  order: statements.RefundOrderRow,
  items: ReturnedItem[],
  shares: RefundShare[],
  now: number,
): D1PreparedStatement[] {
  const { db } = shop;
  const hasRewards = items.some((item) => item.paid_reward_toman > 0);
  return [
    ...statements.claimRefundOrder(db, order, hasRewards ? order.balance_toman : 0, now - DAY_MS),
    ...items.flatMap((item, index) => {
      const share = shares[index];
      return share ? giveBack(shop, request, order, item, share, now) : [];
    }),
    ...statements.closeOrder(db, order.id, now),
    ...(request.also?.(order.user_id, now) ?? []),
  ];
}

function giveBack(
  { db, settings }: Shop,
  request: RefundRequest,
  order: statements.RefundOrderRow,
  item: ReturnedItem,
  share: RefundShare,
  now: number,
): D1PreparedStatement[] {
  const id = crypto.randomUUID();
  const { walletToman, gatewayToman, withheldToman } = share;
  const { id: orderId, user_id: userId } = order;
  const isSold = item.delivery_status === "delivered";
  const clearing = ledger.clearingAccount(orderId);
  // A withheld discount is booked as a sale. When it is returned, it is taken from the sales
  // account.
  const from = isSold || withheldToman < 0 ? ledger.SALES_ACCOUNT : clearing;
  const soldToman = withheldToman < 0 ? walletToman + gatewayToman + withheldToman : withheldToman;
  const sale = {
    kind: "sale",
    ref: id,
    from: clearing,
    to: ledger.SALES_ACCOUNT,
    amountToman: soldToman,
    orderId,
  } as const;
  const booked = { ref: id, from, orderId };
  const wallet = {
    kind: "refund_wallet",
    to: ledger.shopperAccount(userId),
    amountToman: walletToman,
    ...booked,
  } as const;
  const card = {
    kind: "refund_gateway",
    to: ledger.refundAccount(id),
    amountToman: gatewayToman,
    ...booked,
  } as const;
  const refund = {
    id,
    itemId: item.id,
    orderId,
    userId,
    walletToman,
    gatewayToman,
    withheldToman,
    reason: request.reason,
    note: request.note ?? null,
  };
  const message = {
    id: `refund_wallet:${id}`,
    userId,
    template: settings.SMS_TEMPLATE_WALLET_CREDIT,
    token: String(walletToman),
  };
  const codeIds = (request.codes ?? []).map((code) => code.id);
  return [
    statements.insertRefund(db, refund, now),
    ...statements.giveUnitsBack(db, item, { refundId: id, units: item.units, codeIds }),
    ...statements.shelveUnits(db, item, id),
    ...(!isSold && soldToman > 0 ? [ledger.bookTransfer(db, sale, now)] : []),
    ...(walletToman > 0 ? [ledger.bookTransfer(db, wallet, now)] : []),
    ...(gatewayToman > 0
      ? [ledger.openAccount(db, card.to, "clearing"), ledger.bookTransfer(db, card, now)]
      : []),
    ...takeBackEarnings(
      db,
      { refundId: id, itemId: item.id, orderId, quantity: item.quantity, units: item.units },
      now,
    ),
    ...(share.isTooSmallForCard ? [queueMessage(db, message, now)] : []),
  ];
}
