import { type ExecutionContext, Hono } from "hono";
import { routePath } from "hono/route";
import {
  CATALOGUE_MAX_BYTES,
  importCatalogue,
  previewCatalogue,
} from "../contract/desk/catalogue-file.ts";
import { pictureRefusals } from "../contract/desk/picture.ts";
import { PICTURES } from "../contract/picture-sizes.ts";
import { DESK_PATH } from "../contract/desk/endpoints.ts";
import { BASE_PATH, endpoints } from "../contract/endpoints.ts";
import { refusals } from "../contract/endpoint.ts";
import { accountEvents } from "./people/account-event/routes.ts";
import { authCalls } from "./people/sign-in/routes.ts";
import { authorizes } from "./people/identity/routes.ts";
import { bankcards } from "./people/bank-card/routes.ts";
import { carts } from "./buying/cart/routes.ts";
import { catalogue } from "./goods/catalogue/routes.ts";
import {
  type Bindings,
  type Shop,
  type ShopEnv,
  admit,
  limitBodyTo,
  refuse,
  refuseClosed,
} from "./base/context.ts";
import { readFirst } from "./base/batch.ts";
import { findClosure } from "./base/closure.ts";
import { withDeadline, withEffects, withRepetition } from "./base/database.ts";
import { databaseErrorOf } from "./base/database-errors.ts";
import { logError } from "./base/log-error.ts";
import { logWork } from "./base/log-work.ts";
import { publicShop } from "./health/shop.ts";
import { dashboard } from "./dashboard/routes.ts";
import { desk } from "./desk/routes.ts";
import { discountCodes } from "./buying/discount-code/routes.ts";
import { welcome } from "./buying/cart/welcome.ts";
import { gifts } from "./buying/gift/routes.ts";
import { keepBack } from "./buying/gift/session-end.ts";
import { deskHealth } from "./health/desk.ts";
import { health } from "./health/routes.ts";
import { type JobName, type Track, runJobs, runTrack } from "./jobs.ts";
import { nameRequests } from "./people/name-request/routes.ts";
import { openapi } from "./openapi/routes.ts";
import { orders } from "./buying/order/routes.ts";
import { payments } from "./buying/payment/routes.ts";
import { pictures } from "./goods/picture/routes.ts";
import { createBot } from "./outside/bot.ts";
import { openGateways } from "./outside/gateways.ts";
import { createKavenegar } from "./outside/kavenegar.ts";
import { openRates } from "./outside/rates.ts";
import { createResend } from "./outside/resend.ts";
import { openInquiries } from "./outside/inquiries.ts";
import { createFetch } from "./outside/relay.ts";
import { openSuppliers } from "./outside/suppliers.ts";
import { referrals } from "./people/referral/routes.ts";
import { ratings } from "./buying/rating/routes.ts";
import { restockAlerts } from "./goods/restock/routes.ts";
import { searches } from "./goods/search/routes.ts";
import { readSettings } from "./base/settings.ts";
import { secondCodes } from "./people/second-code/routes.ts";
import { sessions } from "./people/session/routes.ts";
import { tickets } from "./buying/ticket/routes.ts";
import { torob } from "./goods/torob/routes.ts";
import { transactions } from "./money/transaction/routes.ts";
import { uploads } from "./people/upload/routes.ts";
import { users } from "./people/user/routes.ts";
import { createVault } from "./base/vault.ts";
import { wallets } from "./money/wallet/routes.ts";
import { withdrawals } from "./money/withdrawal/routes.ts";

const JSON_MAX_BYTES = 64 * 1024;
/** Calls whose body is a whole catalogue. */
const CATALOGUE_PATHS = [previewCatalogue, importCatalogue].map(({ path }) => DESK_PATH + path);
/** Calls whose body is a form with pictures of a subcategory. */
const PICTURE_PATH = new RegExp(
  `^${DESK_PATH}/(?:subcategories/[^/]+/(?:share-)?|products/[^/]+/questions/[^/]+/)picture$`,
);
const PICTURES_MAX_BYTES = PICTURES.share.maxBytes + 4 * 1024;
/** How long a request waits before it is tried again. */
const REPEAT_AFTER_MS = 200;
const UPLOADS_PATH = `${BASE_PATH}/uploads`;

/**
 * Hosts of callers that come through the edge (its service binding) or from the local machine. With
 * any other host, the shop has a public address of its own, where callers could forge the edge's
 * headers.
 */
const INSIDE_HOSTS = /^(?:shop\.internal|localhost|127\.0\.0\.1|\[::1\])$/;

// Health imports the list of all jobs, and some jobs import the desk, so the desk cannot import
// health. It is mounted here, after the middleware of the desk.
desk.route("/health", deskHealth);

interface Time {
  /** UTC milliseconds. */
  now: () => number;
  wait: (waitMs: number) => Promise<void>;
}

/**
 * Creates the shop around one clock. `fetch` answers /api/v1 and /desk/v1, `runJobs` runs due jobs.
 */
export function createShop(time: Time) {
  const app = new Hono<ShopEnv>();
  /** Requests that failed because of a database error that passes by itself. */
  const interrupted = new WeakSet<Request>();

  app.use(async (c, next) => {
    const startedAt = time.now();
    await next();
    const call = `${c.req.method} ${routePath(c, -1)}`;
    logWork({ call }, c.get("refusal") ?? c.res.status, time.now() - startedAt);
  });
  app.use(async (c, next) => {
    if (!INSIDE_HOSTS.test(new URL(c.req.url).hostname)) return refuse(c, refusals.notFound);
    return next();
  });
  app.use(async (c, next) => {
    c.set("shop", openShop(c.env, time));
    await next();
    c.header("X-Content-Type-Options", "nosniff");
    // The time by the shop's clock: pages use it to decide which times are «امروز».
    c.header("Date", new Date(time.now()).toUTCString());
    if (!c.res.headers.has("Cache-Control")) c.header("Cache-Control", "no-store");
  });
  const limitBody = limitBodyTo(JSON_MAX_BYTES, refusals.tooLarge);
  const limitFile = limitBodyTo(CATALOGUE_MAX_BYTES, refusals.tooLarge);
  const limitPicture = limitBodyTo(PICTURES_MAX_BYTES, pictureRefusals.pictureTooLarge);
  // Uploads have their own size limit, which is checked after they got a slot in their lane.
  app.use((c, next) => {
    if (c.req.path === UPLOADS_PATH) return next();
    if (PICTURE_PATH.test(c.req.path)) return limitPicture(c, next);
    return (CATALOGUE_PATHS.includes(c.req.path) ? limitFile : limitBody)(c, next);
  });

  app.route(BASE_PATH, shopperCalls());
  app.route(DESK_PATH, desk);

  app.notFound((c) => refuse(c, refusals.notFound));
  app.onError((error, c) => {
    const reference = crypto.randomUUID();
    const databaseError = databaseErrorOf(error);
    const isFull = databaseError?.means === "full";
    if (databaseError?.means === "passing") interrupted.add(c.req.raw);
    logError(
      {
        reference,
        method: c.req.method,
        route: routePath(c, -1),
        ...(isFull && { databaseFull: true }),
      },
      error,
    );
    if (databaseError !== null || isKeyMissing(error)) return refuse(c, refusals.unavailable);
    const message = "خطایی در سرور رخ داد. لطفاً دوباره تلاش کنید.";
    return c.json({ message, error: message, code: "internal", reference }, 500);
  });

  /**
   * Answers a request, and tries it once more when the database was interrupted. The idempotency key
   * makes sure that a decision which was carried out before the interruption is not repeated.
   */
  async function answerTwice(request: Request, env: Bindings, context: ExecutionContext) {
    if (!request.headers.has("Idempotency-Key")) return app.fetch(request, env, context);
    const again = request.clone();
    const first = await app.fetch(request, env, context);
    if (!interrupted.has(request)) return first;
    await time.wait(REPEAT_AFTER_MS);
    const second = await app.fetch(again, env, context);
    // A refusal may come from what the first attempt left behind, so the caller is told to retry.
    return second.ok ? second : first;
  }

  return {
    /**
     * Answers a request. The work continues when the caller disconnects, so a payment whose browser
     * lost its connection is verified at once, and not minutes later by the jobs.
     */
    fetch(request: Request, env: Bindings, context: ExecutionContext) {
      const answer = answerTwice(request, env, context);
      context.waitUntil(answer);
      return answer;
    },
    runJobs: (env: Bindings, names?: readonly JobName[]) => runJobs(openShop(env, time), names),
    runTrack: (env: Bindings, track: Track, until: number) =>
      runTrack(openShop(env, time), track, until),
  };
}

function shopperCalls() {
  const calls = new Hono<ShopEnv>();
  for (const call of endpoints)
    if (call.access === "shopper") calls.on(call.method, call.path, admit(call));
  for (const call of endpoints)
    if (call.sells === true && call.access === "anyone")
      calls.on(call.method, call.path, async (c, next) => {
        const { db, now } = c.var.shop;
        const closure = await readFirst(findClosure(db, now()));
        return closure ? refuseClosed(c, closure, now()) : next();
      });
  calls.route("/auth/second", secondCodes);
  calls.route("/auth", authCalls({ welcome, endMore: keepBack }));
  calls.route("/sessions", sessions);
  calls.route("/account-events", accountEvents);
  calls.route("/authorizes", authorizes);
  calls.route("/users/name-requests", nameRequests);
  calls.route("/users", users);
  calls.route("/wallets", wallets);
  calls.route("/transactions", transactions);
  calls.route("/withdrawals", withdrawals);
  calls.route("/dashboard", dashboard);
  calls.route("/referrals", referrals);
  calls.route("/discount-codes", discountCodes);
  calls.route("/bankcards", bankcards);
  calls.route("/uploads", uploads);
  calls.route("/carts", carts);
  calls.route("/orders", orders);
  calls.route("/payments", payments);
  calls.route("/pictures", pictures);
  calls.route("/ratings", ratings);
  calls.route("/search", searches);
  calls.route("/restock-alerts", restockAlerts);
  calls.route("/tickets", tickets);
  calls.route("/gifts", gifts);
  calls.route("/torob", torob);
  calls.route("/shop", publicShop);
  calls.route("/health", health);
  calls.route("/openapi.json", openapi);
  calls.route("/", catalogue);
  return calls;
}

const opened = new WeakMap<Bindings, Shop>();

function openShop(env: Bindings, { now, wait }: Time): Shop {
  const known = opened.get(env);
  if (known) return known;
  const settings = readSettings(env);
  const { EMAIL_ORIGIN: origin, EMAIL_API_KEY: apiKey, EMAIL_FROM: from } = settings;
  const timeoutMs = settings.PROVIDER_TIMEOUT_MS;
  const fetch = createFetch(settings);
  const shop: Shop = {
    db: withDeadline(withRepetition(withEffects(env.DB), wait), wait),
    uploads: env.UPLOADS,
    settings,
    vault: createVault(settings),
    gateways: openGateways(settings, now, fetch),
    suppliers: openSuppliers(settings, now, fetch),
    inquiries: openInquiries(settings, fetch),
    sms: createKavenegar({
      origin: settings.KAVENEGAR_ORIGIN,
      apiKey: settings.KAVENEGAR_API_KEY,
      timeoutMs,
      fetch,
    }),
    email:
      apiKey === undefined || from === undefined
        ? null
        : createResend({ origin, apiKey, from, timeoutMs, fetch }),
    rates: openRates(settings, fetch),
    bot:
      settings.BOT_TOKEN === undefined
        ? null
        : createBot({ origin: settings.BOT_ORIGIN, token: settings.BOT_TOKEN, timeoutMs, fetch }),
    now,
  };
  opened.set(env, shop);
  return shop;
}

/**
 * True for an encryption key that this instance does not have. While a new key is rolled out, one
 * instance may already encrypt with it and another may not have it yet.
 */
function isKeyMissing(error: Error): boolean {
  return error.message.startsWith("No key of version");
}
