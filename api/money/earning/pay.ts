import { runBatch } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import * as ledger from "../wallet/ledger.ts";
import { runJob } from "../../base/job.ts";
import {
  type DueEarningRow,
  askForLook,
  claimPayable,
  claimTwoPeople,
  findDueEarnings,
  putOffUnproved,
  settleEarning,
} from "./statements.ts";

const EARNINGS_PER_PAGE = 20;

/**
 * Pays cashback and referral income whose time for reporting problems is over. True when more may
 * be due.
 */
export async function payDueEarnings(shop: Shop): Promise<boolean> {
  const { INVITEE_TICKET_DAYS: ticketDays } = shop.settings;
  const found = findDueEarnings(shop.db, EARNINGS_PER_PAGE, shop.now(), ticketDays);
  const { results } = await found.all<DueEarningRow>();
  let paid = 0;
  for (const earning of results)
    if (await runJob(`earning ${earning.id}`, () => payEarning(shop, earning))) paid++;
  await putOffUnproved(shop.db, EARNINGS_PER_PAGE, shop.now()).run();
  // An earning that cannot be paid stays due, and waits for the next run.
  return results.length === EARNINGS_PER_PAGE && paid > 0;
}

/**
 * Pays a due earning into its owner's wallet, once. Cancels the income of an inviter who turned out
 * to be the buyer; income of an inviter who looks like the buyer is held for a look.
 */
async function payEarning({ db, now, settings }: Shop, earning: DueEarningRow): Promise<boolean> {
  const moment = now();
  const {
    id,
    kind,
    user_id: userId,
    order_item_id: ref,
    order_id: orderId,
    amount_toman: amountToman,
  } = earning;
  if (earning.needs_look === 1 && earning.is_same_person === 0)
    return runBatch(db, [
      claimPayable(db, earning, moment, settings.INVITEE_TICKET_DAYS),
      askForLook(db, id),
    ]);
  const isPaid = earning.is_same_person === 0;
  const to = ledger.shopperAccount(userId);
  // The batch is undone when another run was faster or a problem has just been reported.
  return runBatch(db, [
    claimPayable(db, earning, moment, settings.INVITEE_TICKET_DAYS),
    ...(isPaid && kind === "referral" ? [claimTwoPeople(db, id)] : []),
    settleEarning(db, id, isPaid ? "paid" : "cancelled", moment),
    ...(isPaid
      ? [
          ledger.bookTransfer(
            db,
            { kind, ref, from: ledger.SALES_ACCOUNT, to, amountToman, orderId },
            moment,
          ),
        ]
      : []),
  ]);
}
