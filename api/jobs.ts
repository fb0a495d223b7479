import { forgetTicketImages } from "./buying/ticket/images.ts";
import type { Shop } from "./base/context.ts";
import { aroundCalls } from "./base/database.ts";
import { tellAlerts } from "./desk/alert/send.ts";
import { noteRuns, runJob } from "./base/job.ts";
import { logWork } from "./base/log-work.ts";
import { type Writers, countDueSms, sendDueMessages } from "./base/send-messages.ts";
import { writeDeliveredEmail } from "./buying/delivery/delivered-email.ts";
import { payDueEarnings } from "./money/earning/pay.ts";
import { writeAccountSms } from "./people/account-event/tell.ts";
import { workOnInquiries } from "./people/inquiry/work.ts";
import { writeGiftSms } from "./buying/gift/sms.ts";
import { addImports } from "./desk/import/add-pages.ts";
import { reencrypt } from "./desk/key/reencrypt.ts";
import { refundOverdueLooks } from "./buying/look/refund-overdue.ts";
import { checkDuePayments, settleUnverified } from "./buying/payment/check-due.ts";
import { followRates } from "./goods/price/follow-rates.ts";
import { publishDuePlans } from "./goods/price/publish-due.ts";
import { tellAlone } from "./desk/operator/tell-alone.ts";
import { readRates } from "./goods/rate/read-rates.ts";
import { cancelForProfiles } from "./buying/refund/profile.ts";
import { followSentRefunds, sendDueRefunds } from "./buying/refund/through-gateway.ts";
import { tellOfRestock, writeRestockSms } from "./goods/restock/tell.ts";
import { indexCatalogue } from "./goods/search/index-catalogue.ts";
import { watchStock } from "./goods/stock/watch.ts";
import { readBalances } from "./buying/supply/balance.ts";
import { workOnSupply } from "./buying/supply/work.ts";
import { tidy } from "./tidy.ts";
import { removeDueImages, sweepObjects } from "./people/upload/remove.ts";
import { writeVerificationEmail } from "./people/user/verification-email.ts";

const ALERTS_PER_PAGE = 20;
const IMAGES_PER_RUN = 100;
const OBJECTS_PER_RUN = 200;
const SEALS_PER_RUN = 200;

const writers: Writers = {
  email: { "order-delivered": writeDeliveredEmail, "email-verification": writeVerificationEmail },
  sms: ({ settings }, { template }) =>
    ({
      [settings.SMS_TEMPLATE_GIFT]: writeGiftSms,
      [settings.SMS_TEMPLATE_ACCOUNT]: writeAccountSms,
      [settings.SMS_TEMPLATE_BACK_IN_STOCK]: writeRestockSms,
    })[template],
};

/** Each job does a page of its work, and returns true when more may be due. */
const jobs = {
  payments: checkDuePayments,
  unverified: settleUnverified,
  refunds: sendDueRefunds,
  "refunds under way": followSentRefunds,
  // Restock alerts only fill the part of a page that other due SMS leave free, so that many alerts
  // do not delay the other messages.
  restock: async (shop) =>
    tellOfRestock(shop, ALERTS_PER_PAGE - (await countDueSms(shop, ALERTS_PER_PAGE))),
  sms: (shop) => sendDueMessages(shop, "sms", writers),
  "e-mail": (shop) => sendDueMessages(shop, "email", writers),
  "supplier balance": readBalances,
  supplies: workOnSupply,
  inquiries: workOnInquiries,
  profiles: cancelForProfiles,
  looks: refundOverdueLooks,
  earnings: payDueEarnings,
  imports: addImports,
  stock: watchStock,
  search: async ({ db }) => !(await indexCatalogue(db)),
  images: (shop) => removeDueImages(shop, IMAGES_PER_RUN, forgetTicketImages),
  "stray objects": (shop) => sweepObjects(shop, OBJECTS_PER_RUN),
  rates: readRates,
  "planned prices": publishDuePlans,
  "prices by rate": followRates,
  alerts: tellAlerts,
  waits: tellAlone,
  seals: (shop) => reencrypt(shop, SEALS_PER_RUN),
  tidy,
} satisfies Record<string, (shop: Shop) => Promise<boolean | void>>;
export type JobName = keyof typeof jobs;
export const everyJob = Object.keys(jobs) as JobName[];

/**
 * Jobs of a track run one after the other; the tracks run concurrently, so that a provider that
 * does not answer delays only its own track.
 */
const tracks = {
  payments: ["payments"],
  refunds: ["profiles", "looks", "unverified", "refunds", "refunds under way"],
  alerts: ["waits", "alerts"],
  prices: ["rates", "planned prices", "prices by rate"],
  supplies: ["supplier balance", "supplies"],
  inquiries: ["inquiries"],
  messages: ["restock", "sms", "e-mail"],
  rest: ["earnings", "imports", "stock", "search", "images", "stray objects", "seals", "tidy"],
} satisfies Record<string, readonly JobName[]>;
export type Track = keyof typeof tracks;
const everyTrack = Object.keys(tracks) as Track[];

/** How long a run works. A new run begins every minute. */
const RUN_MS = 40_000;
/**
 * The number of calls to the database after which no further page begins. Cloudflare allows 1,000
 * in one invocation, and one page makes fewer than a hundred.
 */
const CALLS_MAX = 900 - 100;

/**
 * Runs the due jobs; called each minute. A job must not fail when it runs twice, concurrently or
 * late. Each call of `invoke` runs a track in an invocation of its own; it resolves to true when
 * the track has more to do.
 */
export async function runTracks(
  invoke: (track: Track, until: number) => Promise<boolean>,
  now: () => number,
): Promise<void> {
  const until = now() + RUN_MS;
  const work = async (track: Track) => {
    while (await invoke(track, until));
  };
  // Payments get a second invocation, because after a flash sale they wait longest.
  await Promise.all(
    ["payments" as const, ...everyTrack].map((track) =>
      runJob(`track ${track}`, () => work(track)),
    ),
  );
}

/**
 * Runs a track until its work is done, the time `until` (UTC milliseconds) is reached or the calls
 * to the database are used up; each of its jobs runs at least once. Returns true only when the
 * calls were used up. With `names`, runs only these jobs.
 */
export async function runTrack(
  shop: Shop,
  track: Track,
  until: number,
  names: readonly JobName[] = tracks[track],
): Promise<boolean> {
  let calls = 0;
  const counted: Shop = {
    ...shop,
    db: aroundCalls(shop.db, (call) => {
      calls++;
      return call();
    }),
  };
  const isSpent = () => calls >= CALLS_MAX || shop.now() >= until;
  const failed = new Set<JobName>();
  const runPage = async (name: JobName) => {
    const startedAt = shop.now();
    const hasMore = await runJob(name, async () => (await jobs[name](counted)) ?? false);
    const outcome = hasMore === undefined ? "failed" : hasMore ? "more" : "done";
    logWork({ job: name }, outcome, shop.now() - startedAt);
    if (hasMore === undefined) failed.add(name);
    return hasMore === true;
  };
  const own = tracks[track].filter((name) => names.includes(name));
  let waiting: JobName[] = [];
  for (const name of own) if (await runPage(name)) waiting.push(name);
  while (waiting.length > 0 && !isSpent()) {
    const [name, ...others] = waiting as [JobName, ...JobName[]];
    waiting = (await runPage(name)) ? [...others, name] : others;
  }
  const succeeded = own.filter((name) => !failed.has(name));
  await runJob("noting the runs", () => noteRuns(counted.db, succeeded, shop.now()));
  return waiting.length > 0 && shop.now() < until;
}

/** Runs jobs in one invocation, track by track. */
export async function runJobs(shop: Shop, names?: readonly JobName[]): Promise<void> {
  const until = shop.now() + RUN_MS;
  for (const track of everyTrack) while (await runTrack(shop, track, until, names));
}
