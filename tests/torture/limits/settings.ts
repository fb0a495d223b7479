import { expect, vi } from "vitest";
import { checkDiscount, setQuantity } from "../../../contract/cart.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import { createOrder } from "../../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../../contract/payment.ts";
import { search } from "../../../contract/search.ts";
import { CODE_TRIES_MAX } from "../../../contract/sign-in.ts";
import { uploadImage } from "../../../contract/upload.ts";
import { requestEmailVerification, updateProfile } from "../../../contract/user.ts";
import { findWork } from "../../../src/stores/find-work.ts";
import { person } from "../../support/fill.ts";
import { newNationalCode } from "../../support/national-code.ts";
import { checkOut } from "./buying.ts";
import { type Limit, constant, endsAfter, expectAnswer, letters, setting } from "./limit.ts";
import { type Shopper, type Stage } from "./stage.ts";
import { imageOf } from "./upload.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

/** Limits that are settings. The numbers are the defaults of api/base/settings.ts. */

const { phone } = person(1);
const phoneOf = (count: number) => person(count).phone;
const addressOf = (count: number) =>
  `10.1.${String(count % 250)}.${String(Math.floor(count / 250))}`;

/** Inserts `count` codes of other people, each with `guesses` wrong guesses. */
async function othersAsked(stage: Stage, count: number, guesses: number): Promise<void> {
  await stage.shop.sql(
    `INSERT INTO sign_in_code
       (id, phone, visitor_hash, address_hash, is_known_browser, code_hmac, tries, created_at,
        expires_at)
     WITH RECURSIVE other (number) AS (
       SELECT 1 UNION ALL SELECT number + 1 FROM other WHERE number < ?1)
     SELECT 'other-' || number, '900' || number, number, number, 0, number, ?2, ?3, ?3 + 120000
     FROM other`,
    count,
    guesses,
    stage.now(),
  );
}

/** Asserts that the last code allows one guess, and others only for work. */
async function hasOneTry(stage: Stage): Promise<void> {
  const { right, wrong } = stage.lastCode();
  await endsAfter(
    1,
    (count) => stage.enter(phone, count === 1 ? wrong : right),
    "work_needed",
    "wrong_code",
  );
}

/** Places orders of several people at once and returns the codes of the answers. */
async function orderAtOnce(stage: Stage, people: number, each: number): Promise<unknown[]> {
  const shoppers = [];
  const productId = await stage.newProduct();
  for (let count = 0; count < people; count++) {
    const shopper = await stage.newShopper({ balanceToman: 0 });
    shoppers.push(shopper);
    await shopper.ask(setQuantity, { body: { productId, quantity: 1 } });
  }
  const orders = shoppers.flatMap(({ ask }) =>
    Array.from({ length: each }, () => ask(createOrder, { body: {} })),
  );
  return (await Promise.all(orders)).map(({ body }) => body.code);
}

/** Starts a top-up for each of several people. Returns the calls that come back from the bank. */
async function startTopUps(stage: Stage, people: number) {
  const calls = [];
  for (let count = 0; count < people; count++) {
    const { ask, cardNumber } = await stage.newShopper();
    const body = { purpose: "wallet_topup" as const, amount: 100_000, cardNumber };
    const started = await ask(initiatePayment, { body });
    const authority = started.body.url?.split("/").at(-1) ?? "";
    calls.push(() => ask(verifyPayment, { body: { authority } }));
  }
  return calls;
}

const INQUIRIES = { INQUIRY_FACTS: "phone,card,iban", INQUIRY_TOKEN: "near" };

/** Sends an identity request, and rejects it unless `isDecided` is false. */
async function proveIdentity(
  stage: Stage,
  { id, ask, cardNumber }: Shopper,
  image: string,
  isDecided = true,
): Promise<void> {
  expectAnswer(
    await ask(createIdentityRequest, {
      body: {
        IdentificationDocumentImage: image,
        cardNumber,
        cardOwner: "سارا کریمی",
        nationalCode: newNationalCode(),
        birthDate: "1370/05/12",
      },
    }),
  );
  if (isDecided)
    await stage.shop.sql(
      "UPDATE identity_request SET status = 'rejected', decided_at = 1 WHERE user_id = ?1",
      id,
    );
}

/** Begins an upload whose image does not arrive. Returns the function that ends it. */
async function startUpload(stage: Stage): Promise<() => Promise<unknown>> {
  const { token } = await stage.newShopper();
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "multipart/form-data" };
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const url = `https://shop.internal${BASE_PATH}${uploadImage.path}`;
  // Node requires `duplex`, which the types of Workers do not have.
  const options = { method: "POST", headers, body: readable, duplex: "half" };
  const answer = stage.shop.fetch(new Request(url, options));
  return () => Promise.all([writable.close(), answer]);
}

export const limitsOfSettings: Limit[] = [
  setting("SEARCHES_PER_ADDRESS_MINUTE", async (stage) => {
    const searchFrom = (address: string) => (count: number) =>
      stage.anyone(search, {
        query: { query: letters(1 + (count % 90)) },
        headers: { "X-Client-Address": address },
      });
    await endsAfter(600, searchFrom("2001:db8::1"), "too_many");
    expectAnswer(await searchFrom("2001:db8::2")(1), "too_many");
    expectAnswer(await searchFrom("10.0.0.1")(1));
    stage.pass(MINUTE);
    expectAnswer(await searchFrom("2001:db8::1")(1));
  }),
  setting("SENDS_PER_PHONE_HOUR", async (stage) => {
    const askAgain = (count: number) => {
      stage.pass(MINUTE);
      return stage.requestCode(phone, { address: addressOf(count) });
    };
    await endsAfter(5, askAgain, "too_many");
  }),
  setting("SENDS_PER_PHONE_DAY", async (stage) => {
    const askAgain = (count: number) => {
      stage.pass(HOUR);
      return stage.requestCode(phone, { address: addressOf(count) });
    };
    await endsAfter(10, askAgain, "too_many");
  }),
  setting("SENDS_PER_KNOWN_BROWSER_DAY", async (stage) => {
    expectAnswer(await stage.requestCode(phone));
    expectAnswer(await stage.enter(phone, stage.lastCode().right));
    await othersAsked(stage, 2_000, 0);
    const askAgain = () => {
      stage.pass(2 * HOUR);
      return stage.requestCode(phone);
    };
    // Further codes count like those of unknown browsers, for which the day's budget is spent.
    await endsAfter(3, askAgain, "work_needed");
  }),
  setting("LETTERS_PER_EMAIL_DAY", async (stage) => {
    const askAgain = async () => {
      const { ask } = await stage.newShopper();
      expectAnswer(await ask(updateProfile, { body: { email: "flooded@shop.example" } }));
      return ask(requestEmailVerification);
    };
    await endsAfter(3, askAgain, "too_many");
  }),
  setting("SENDS_PER_ADDRESS_MINUTE", async (stage) => {
    await endsAfter(10, (count) => stage.requestCode(phoneOf(count)), "work_needed");
  }),
  setting("SENDS_PER_PHONE_NETWORK_DAY", async (stage) => {
    const askAgain = (count: number) => {
      stage.pass(HOUR);
      return stage.requestCode(phone, { address: `10.2.2.${String(count)}` });
    };
    await endsAfter(3, askAgain, "too_many");
  }),
  setting("SENDS_PER_ADDRESS_DAY", async (stage) => {
    const askAgain = (count: number) => {
      stage.pass(MINUTE);
      return stage.requestCode(phoneOf(count));
    };
    await endsAfter(400, askAgain, "work_needed");
  }),
  setting("SENDS_PER_NETWORK_DAY", async (stage) => {
    const askAgain = (count: number) => {
      stage.pass(MINUTE);
      return stage.requestCode(phoneOf(count), { address: `10.3.3.${String(count % 250)}` });
    };
    await endsAfter(500, askAgain, "work_needed");
  }),
  setting("SENDS_PER_DAY", async (stage) => {
    await othersAsked(stage, 999, 0);
    await endsAfter(
      1,
      (count) => stage.requestCode(phoneOf(count), { address: addressOf(count) }),
      "work_needed",
    );
  }),
  setting("SENDS_BUDGETS_MAX", async (stage) => {
    await othersAsked(stage, 10_000 - 666 - 1, 0);
    await endsAfter(
      1,
      async (count) => {
        const who = { address: addressOf(count) };
        const { body } = await stage.requestCode(phoneOf(count), who);
        return stage.requestCode(phoneOf(count), { ...who, work: findWork(body.details ?? "") });
      },
      "too_many",
    );
  }),
  setting("WRONG_GUESSES_PER_PHONE_DAY", async (stage) => {
    for (let code = 0; code < 15 / CODE_TRIES_MAX; code++) {
      expectAnswer(await stage.requestCode(phone, { address: addressOf(code) }));
      const { wrong } = stage.lastCode();
      for (let guess = 0; guess < CODE_TRIES_MAX; guess++)
        expectAnswer(await stage.enter(phone, wrong), "wrong_code");
      stage.pass(MINUTE);
    }
    expectAnswer(await stage.requestCode(phone));
    await hasOneTry(stage);
  }),
  setting("WRONG_GUESSES_PER_DAY", async (stage) => {
    await othersAsked(stage, 500, 1);
    expectAnswer(await stage.requestCode(phone));
    await hasOneTry(stage);
  }),
  setting("BUY_WITHOUT_PAPERS_TOMAN", async (stage) => {
    const shopper = await stage.newShopper({ isVerified: false, cardStatus: "none" });
    expectAnswer(await checkOut(shopper, await stage.newProduct()), "card_not_found");
  }),
  {
    ...setting("INQUIRIES_PER_PERSON_DAY", async (stage) => {
      const shopper = await stage.newShopper({ isVerified: false, cardStatus: "none" });
      const image = await imageOf(shopper);
      for (let count = 0; count < 4; count++) await proveIdentity(stage, shopper, image);
      expect(await stage.shop.sql("SELECT id FROM inquiry")).toHaveLength(3);
    }),
    vars: INQUIRIES,
  },
  {
    ...setting("INQUIRY_QUESTIONS_PER_DAY", async (stage) => {
      const shopper = await stage.newShopper({ isVerified: false, cardStatus: "none" });
      await stage.shop.sql(
        `INSERT INTO rate_limit (kind, who, window_start, count)
         VALUES ('inquiry question', 'all', ?1, 600)`,
        stage.now(),
      );
      await proveIdentity(stage, shopper, await imageOf(shopper), false);
      await vi.waitFor(async () => {
        expect(await stage.shop.sql("SELECT reason FROM inquiry")).toEqual([{ reason: "ceiling" }]);
      }, 30_000);
    }),
    vars: INQUIRIES,
  },
  setting("GATEWAY_TRIES_PER_MINUTE", async (stage) => {
    const { ask, cardNumber } = await stage.newShopper();
    const body = { purpose: "wallet_topup" as const, amount: 1, cardNumber };
    await endsAfter(60, () => ask(initiatePayment, { body }), "too_many", "amount_out_of_range");
  }),
  setting("ORDER_TRIES_PER_MINUTE", async (stage) => {
    const { ask } = await stage.newShopper();
    await endsAfter(60, () => ask(createOrder, { body: {} }), "too_many", "no_active_cart");
  }),
  setting("DISCOUNT_TRIES_PER_MINUTE", async (stage) => {
    const guess = (count: number) =>
      stage.anyone(checkDiscount, { body: { code: `GUESS-${String(count)}` } });
    await endsAfter(10, guess, "too_many", "wrong_discount_code");
  }),
  setting("CHECKOUTS_AT_ONCE", async (stage) => {
    const [last, ...others] = await startTopUps(stage, 5);
    let asked = 0;
    // The bank does not answer the first hundred requests.
    vi.stubGlobal("fetch", (...call: Parameters<typeof fetch>) =>
      ++asked > 100 ? stage.bank.fetch(...call) : new Promise(() => {}),
    );
    for (const one of others) for (let count = 0; count < 25; count++) void one();
    await vi.waitFor(() => {
      expect(asked).toBe(100);
    }, 30_000);
    if (last) expectAnswer(await last(), "unavailable");
  }),
  setting("UPLOADS_AT_ONCE", async (stage) => {
    const ends = [];
    for (let count = 0; count < 5; count++) ends.push(await startUpload(stage));
    const shopper = await stage.newShopper();
    const codes = [];
    for (let count = 0; count < 5; count++) codes.push((await shopper.upload()).body.code);
    for (const end of ends) await end();
    expect(codes).toContain("unavailable");
  }),
  // One person gets a quarter of the places of a lane.
  constant("api/base/lane.ts", "SHARE_OF_ONE", "1", async (stage) => {
    expect(await orderAtOnce(stage, 1, 50)).toContain("too_many");
  }),
];
