import { readTogether, runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { takeBackEarnings } from "../earning/statements.ts";
import { queueMessage } from "../base/outbox.ts";
import * as ledger from "../wallet/ledger.ts";
import { type RefundShare, splitRefunds } from "./rules.ts";
import * as statements from "./statements.ts";

/** A decision that lost a race is made anew this many times. */
const ATTEMPTS = 4;

export interface RefundWish {
  orderId: string;
  /** Where only the owner may ask. */
  ownerId?: string;
  /** Which of the items that are not cancelled yet. */
  isMeant: (item: statements.RefundItemRow) => boolean;
  reason: statements.RefundReason;
  note?: string;
  /** Asked again before each try: whether there is still a reason. */
  isDue?: () => Promise<boolean>;
  /** What belongs to the same decision, such as what it relied on, and who is told. */
  also?: (userId: string, now: number) => D1PreparedStatement[];
}

/**
 * Cancels items of a paid order and gives their price back the way it was paid, in one batch: money, codes, units and earnings.
 * What is to go to the card waits for the jobs, which ask the gateway. Returns what went where; nothing when nothing was meant.
 */
export async function refundItems(shop: Shop, wish: RefundWish): Promise<RefundShare[]> {
  const { db, now } = shop;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (wish.isDue && !(await wish.isDue())) return [];
    const [[order], left] = await readTogether<
      [statements.RefundOrderRow, statements.RefundItemRow]
    >(db, [
      statements.findRefundOrder(db, wish.orderId, wish.ownerId ?? null),
      statements.findRefundItems(db, wish.orderId),
    ]);
    const items = left.filter(wish.isMeant);
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
    if (await runBatch(db, carryOut(shop, wish, order, items, shares, now()))) return shares;
  }
  throw new Error(`A refund of order ${wish.orderId} could not be made`);
}

function carryOut(
  shop: Shop,
  wish: RefundWish,
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
      return share ? giveBack(shop, wish, order, item, share, now) : [];
    }),
    ...statements.closeOrder(db, order.id, now),
    ...(wish.also?.(order.user_id, now) ?? []),
  ];
}

function giveBack(
  { db, settings }: Shop,
  wish: RefundWish,
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
    reason: wish.reason,
    note: wish.note ?? null,
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
