import type { Shop } from "./base/context.ts";
import { sealAnew } from "./key/seal-anew.ts";
import { writeDeliveredEmail } from "./delivery/delivered-email.ts";
import { payEarning } from "./earning/pay.ts";
import { type DueEarningRow, findDueEarnings, putOffUnproved } from "./earning/statements.ts";
import { checkPayment } from "./payment/check.ts";
import { CHECK_LEASE_MS, scheduleNextCheck } from "./payment/schedule.ts";
import {
  type QueuedPaymentRow,
  oldestFirst,
  takeDuePayments,
  takeUnsettled,
} from "./payment/due-statements.ts";
import type { PaymentRow } from "./payment/statements.ts";
import { noteStrays } from "./payment/stray-statements.ts";
import { cancelForProfile, findProfileDue } from "./refund/profile.ts";
import { followSentRefunds, sendDueRefunds } from "./refund/through-gateway.ts";
import { tellOfRestock } from "./restock/tell.ts";
import { indexCatalogue } from "./search/index-catalogue.ts";
import { removeDueImages, sweepObjects } from "./upload/remove.ts";
import { writeVerificationEmail } from "./user/verification-email.ts";
import { runJob } from "./base/run-job.ts";
import { type EmailWriters, countDueMessages, sendDueMessages } from "./base/outbox.ts";
import { DAY_MS } from "./base/time.ts";

const PAYMENTS_PER_RUN = 20;
const PROFILES_PER_RUN = 20;
const REFUNDS_PER_RUN = 10;
const EARNINGS_PER_RUN = 50;
const MESSAGES_PER_RUN = 20;
const IMAGES_PER_RUN = 100;
const OBJECTS_PER_RUN = 200;
const SEALS_PER_RUN = 200;

const emailWriters: EmailWriters = {
  "order-delivered": writeDeliveredEmail,
  "email-verification": writeVerificationEmail,
};

const jobs = {
  payments: checkDuePayments,
  unverified: settleUnverified,
  profiles: cancelForProfiles,
  refunds: (shop: Shop) => sendDueRefunds(shop, REFUNDS_PER_RUN),
  "refunds under way": (shop: Shop) => followSentRefunds(shop, REFUNDS_PER_RUN),
  earnings: payDueEarnings,
  // Restock alerts get only what other messages leave of a run, so that a large crowd of alerts
  // does not delay them.
  restock: async (shop: Shop) =>
    tellOfRestock(shop, MESSAGES_PER_RUN - (await countDueMessages(shop, MESSAGES_PER_RUN))),
  messages: (shop: Shop) => sendDueMessages(shop, MESSAGES_PER_RUN, emailWriters),
  search: ({ db }: Shop) => indexCatalogue(db),
  images: (shop: Shop) => removeDueImages(shop, IMAGES_PER_RUN),
  "stray objects": (shop: Shop) => sweepObjects(shop, OBJECTS_PER_RUN),
  seals: (shop: Shop) => sealAnew(shop, SEALS_PER_RUN),
  tidy,
};
export type JobName = keyof typeof jobs;
const everyJob = Object.keys(jobs) as JobName[];

/**
 * Runs the due jobs; called each minute. Each job may run twice, concurrently or late. A job that
 * fails does not stop the others.
 */
export async function runJobs(shop: Shop, names: readonly JobName[] = everyJob): Promise<void> {
  for (const name of names) await runJob(name, () => jobs[name](shop));
}

/** Checks payments whose browser did not return. */
async function checkDuePayments(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const { results } = await takeDuePayments(
    db,
    now(),
    CHECK_LEASE_MS,
    PAYMENTS_PER_RUN,
  ).all<QueuedPaymentRow>();
  for (const payment of oldestFirst(results))
    await runJob(`payment ${payment.id}`, () => checkAndReschedule(shop, payment));
}

/** Settles payments that the bank took and the shop has not verified yet, even if they are late. */
async function settleUnverified(shop: Shop): Promise<void> {
  const listed = await shop.gateway.listUnverified();
  if (!listed || listed.length === 0) return;
  await runJob("stray payments", () => noteStrayPayments(shop, listed));
  const authorities = listed.map(({ authority }) => authority);
  const taken = takeUnsettled(shop.db, authorities, shop.now(), CHECK_LEASE_MS, PAYMENTS_PER_RUN);
  const { results } = await taken.all<QueuedPaymentRow>();
  for (const payment of oldestFirst(results))
    await runJob(`payment ${payment.id}`, () => checkAndReschedule(shop, payment));
}

/** Records stray payments for an operator: the shop cannot tell whose money it is. */
async function noteStrayPayments(
  { db, now }: Shop,
  listed: { authority: string; amountToman: number }[],
): Promise<void> {
  const [strays] = await db.batch<{ authority: string }>(noteStrays(db, listed, now()));
  const authorities = (strays?.results ?? []).map(({ authority }) => authority);
  if (authorities.length > 0)
    console.error(JSON.stringify({ paymentsUnknownToTheShop: authorities }));
}

/** Pays cashback and referral income whose time for reporting problems is over. */
async function payDueEarnings(shop: Shop): Promise<void> {
  const { results } = await findDueEarnings(
    shop.db,
    EARNINGS_PER_RUN,
    shop.now(),
  ).all<DueEarningRow>();
  for (const earning of results)
    await runJob(`earning ${earning.id}`, () => payEarning(shop, earning));
  await putOffUnproved(shop.db, EARNINGS_PER_RUN, shop.now()).run();
}

/** Cancels orders whose buyers have not completed their profile in time. */
async function cancelForProfiles(shop: Shop): Promise<void> {
  const { results } = await findProfileDue(shop.db, PROFILES_PER_RUN, shop.now()).all<{
    id: string;
  }>();
  for (const { id } of results)
    await runJob(`profile of order ${id}`, () => cancelForProfile(shop, id));
}

async function checkAndReschedule(shop: Shop, payment: PaymentRow): Promise<void> {
  await scheduleNextCheck(
    shop,
    payment.id,
    await checkPayment(shop, payment, { mayStillPay: true }),
  );
}

/**
 * Deletes rows that have no use any more. Limits compare timestamps, so late tidying is harmless.
 */
async function tidy({ db, now }: Shop): Promise<void> {
  await db.batch([
    db.prepare("DELETE FROM rate_limit WHERE window_start < ?1").bind(now() - DAY_MS),
    db.prepare("DELETE FROM sign_in_code WHERE created_at < ?1").bind(now() - 2 * DAY_MS),
    db.prepare("DELETE FROM email_verification WHERE expires_at < ?1").bind(now() - DAY_MS),
    db.prepare("DELETE FROM session WHERE expires_at < ?1").bind(now() - DAY_MS),
    // Their links have expired. They still hold an encrypted token.
    db
      .prepare("DELETE FROM outbox WHERE template = 'email-verification' AND created_at < ?1")
      .bind(now() - 2 * DAY_MS),
  ]);
}
