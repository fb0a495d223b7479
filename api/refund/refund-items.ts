import { readTogether, runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { takeBackEarnings } from "../earning/statements.ts";
import { queueMessage } from "../base/outbox.ts";
import * as ledger from "../wallet/ledger.ts";
import { type RefundShare, splitRefunds } from "./rules.ts";
import * as statements from "./statements.ts";

/** Number of attempts at a refund that keeps losing races. */
const ATTEMPTS = 4;
/** An item takes up to eleven statements, and a call to D1 at most a hundred. */
const ITEMS_PER_BATCH = 8;

export interface RefundRequest {
  orderId: string;
  /** Set when only the owner may request the refund. */
  ownerId?: string;
  /** Selects among the items that are not cancelled yet. */
  isSelected: (item: statements.RefundItemRow) => boolean;
  reason: statements.RefundReason;
  note?: string;
  /** Checks before each attempt whether the refund is still due. */
  isDue?: () => Promise<boolean>;
  /** Further statements of each batch, such as claims and messages with an id of their own. */
  also?: (userId: string, now: number) => D1PreparedStatement[];
}

/**
 * Cancels items of a paid order and returns their price the way it was paid: money, codes, units
 * and earnings of an item in one batch, eight items at a time. The card's part is sent to the
 * gateway later, by the jobs. Returns the shares per item; empty when no item was selected.
 */
export async function refundItems(shop: Shop, request: RefundRequest): Promise<RefundShare[]> {
  const shares = await refundSome(shop, request);
  if (shares.length < ITEMS_PER_BATCH) return shares;
  return [...shares, ...(await refundItems(shop, request))];
}

async function refundSome(shop: Shop, request: RefundRequest): Promise<RefundShare[]> {
  const { db, now } = shop;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (request.isDue && !(await request.isDue())) return [];
    const [[order], left] = await readTogether<
      [statements.RefundOrderRow, statements.RefundItemRow]
    >(db, [
      statements.findRefundOrder(db, request.orderId, request.ownerId ?? null),
      statements.findRefundItems(db, request.orderId),
    ]);
    const items = left.filter(request.isSelected).slice(0, ITEMS_PER_BATCH);
    if (!order || items.length === 0) return [];
    const shares = splitRefunds(
      items.map((item) => ({
        id: item.id,
        totalToman: item.total_toman,
        paidRewardToman: item.paid_reward_toman,
      })),
      {
        gatewayLeftToman: order.gateway_toman - order.gateway_back_toman,
        balanceToman: order.balance_toman,
      },
    );
    if (await runBatch(db, carryOut(shop, request, order, items, shares, now()))) return shares;
  }
  throw new Error(`A refund of order ${request.orderId} could not be made`);
}

function carryOut(
  shop: Shop,
  request: RefundRequest,
  order: statements.RefundOrderRow,
  items: statements.RefundItemRow[],
  shares: RefundShare[],
  now: number,
): D1PreparedStatement[] {
  const { db } = shop;
  const hasRewards = items.some((item) => item.paid_reward_toman > 0);
  return [
    ...statements.claimRefundOrder(db, order, hasRewards ? order.balance_toman : 0),
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
  item: statements.RefundItemRow,
  share: RefundShare,
  now: number,
): D1PreparedStatement[] {
  const id = crypto.randomUUID();
  const { walletToman, gatewayToman } = share;
  const { id: orderId, user_id: userId } = order;
  const from =
    item.delivery_status === "delivered" ? ledger.SALES_ACCOUNT : ledger.clearingAccount(orderId);
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
    reason: request.reason,
    note: request.note ?? null,
  };
  const message = {
    id: `refund_wallet:${id}`,
    userId,
    template: settings.SMS_TEMPLATE_WALLET_CREDIT,
    token: String(walletToman),
  };
  return [
    ...statements.cancelItem(db, item),
    ...statements.shelveItem(db, item),
    statements.insertRefund(db, refund, now),
    ...(walletToman > 0 ? [ledger.bookTransfer(db, wallet, now)] : []),
    ...(gatewayToman > 0
      ? [ledger.openAccount(db, card.to, "clearing"), ledger.bookTransfer(db, card, now)]
      : []),
    ...takeBackEarnings(db, item.id, orderId, now),
    ...(share.isTooSmallForCard ? [queueMessage(db, message, now)] : []),
  ];
}
