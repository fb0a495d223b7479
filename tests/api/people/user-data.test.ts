import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { emptyCart } from "../../../contract/cart.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { answerTicket } from "../../../contract/desk/ticket.ts";
import { exportPerson, forgetPerson, signPersonOut } from "../../../contract/desk/user.ts";
import { byTwo } from "../../support/second-person.ts";
import { giveCode } from "../../../contract/gift.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import {
  cancelOrder,
  createOrder,
  getOrderItemContent,
  getOrders,
} from "../../../contract/order.ts";
import { createRating } from "../../../contract/rating.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { createTicket } from "../../../contract/ticket.ts";
import {
  getProfile,
  requestEmailVerification,
  updateProfile,
  verifyEmail,
} from "../../../contract/user.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { makeDossierKeys, openDossier } from "../../../scripts/dossier/dossier.mjs";
import { root } from "../../../scripts/run/root.mjs";
import { damageCard } from "../../support/damage.ts";
import { runDesk } from "../../support/desk-command.ts";
import { png } from "../../support/images.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { payWithdrawal } from "../../support/withdrawal.ts";
import { useShop } from "../../support/use-shop.ts";
import { giftOf, unreadCode } from "../../torture/gifts.ts";
import { traces } from "../../torture/guards/all.ts";
import { DAY, MINUTE } from "../../support/time.ts";

/** The rights of a person: sign-out everywhere, an export of their data, and being forgotten. */

/** Words that occur only in this person's data. */
const WORDS = [
  "شهرزاد",
  "جاودانی",
  "shahrzad@example.com",
  "کدم در حساب نمی‌نشیند",
  "خریدی بسیار خوب بود",
  "198.51.100.0",
  "پرونده‌ای ناخوانا",
] as const;

const shop = useShop({ audit: true });
afterEach(() => shop.turnClock(0));

const desk = (...words: string[]) => runDesk(shop, words);
const forget = (id: string) =>
  byTwo(shop, forgetPerson, { params: { id }, body: { reason: "به درخواست خودش" } });
/** The body of an answer that must be a success. */
async function success<Body>(answer: Promise<{ status: number; body: Body }>): Promise<Body> {
  const { status, body } = await answer;
  expect([status, body]).toEqual([200, body]);
  return body;
}

/** Does everything that leaves personal data behind. */
async function liveHere(
  shopper: TestShopper,
): Promise<{ orderId: string; itemId: string; code: string; image: string }> {
  await success(
    shopper.ask(updateProfile, {
      body: { firstName: WORDS[0], lastName: WORDS[1], email: WORDS[2] },
    }),
  );
  await success(shopper.ask(requestEmailVerification));
  await shop.runJobs();
  const [mail] = await shop.sandbox.mail(WORDS[2]);
  const token = new URL(mail?.link ?? "").searchParams.get("token") ?? "";
  await success(shop.ask(verifyEmail, { body: { token } }));
  const { imageUrl: image } = await success(upload(shop, shopper, png()));
  const proof = {
    cardNumber: shopper.cardNumber,
    cardOwner: `${WORDS[0]} ${WORDS[1]}`,
    IdentificationDocumentImage: image,
  };
  const filed = await success(shopper.ask(createIdentityRequest, { body: proof }));
  await success(
    shop.desk(decideIdentityRequest, {
      params: { id: filed.authorization.id },
      body: { status: "rejected", rejectionReason: WORDS[6] },
    }),
  );
  const again = await success(shopper.ask(createIdentityRequest, { body: proof }));
  await success(
    shop.desk(decideIdentityRequest, {
      params: { id: again.authorization.id },
      body: { status: "verified" },
    }),
  );
  await shopper.put(await shop.newProduct({ rewardToman: 0 }));
  const { orderId } = await success(shopper.ask(createOrder, { body: {} }));
  const [itemId = ""] = await shop.itemsOf(orderId);
  const read = await shopper.ask(getOrderItemContent, {
    params: { orderId, orderItemId: itemId },
    headers: { "X-Client-Address": WORDS[5] },
  });
  const [code = ""] = read.body;
  await success(
    shopper.ask(createRating, {
      body: { orderItemId: itemId, stars: 4, comment: `${WORDS[4]} و ممنونم.` },
    }),
  );
  const ticket = {
    title: "پرسش",
    description: `${WORDS[3]}، چه کنم؟`,
    imageUrl: (await success(upload(shop, shopper, png()))).imageUrl,
  };
  const opened = await success(shopper.ask(createTicket, { body: ticket }));
  await success(
    shop.desk(answerTicket, {
      params: { id: opened.ticket.id },
      body: { content: `${WORDS[0]} گرامی، کشور حساب را بررسی کنید.` },
    }),
  );
  await shop.put(...traces.flatMap((of) => of(shopper)));
  await shopper.put(await shop.newProduct());
  return { orderId, itemId, code, image };
}

/** Every row of every table, as text. */
async function everything(): Promise<string> {
  const tables = await shop.sql<{ name: string }>(
    "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%STRICT%' ORDER BY name",
  );
  return JSON.stringify(await shop.readAll(tables.map(({ name }) => `SELECT * FROM ${name}`)));
}

describe("a person", () => {
  /** Asserts that the data for the law is in one sealed dossier, which no row refers to. */
  async function expectDossier(all: string) {
    const dossiers = await shop.sql<Record<string, string>>("SELECT * FROM dossier");
    expect(dossiers).toHaveLength(1);
    const [{ id = "", sealed = "", delete_at: deleteAt, ...more } = {}] = dossiers;
    expect(more).toEqual({});
    expect(all.split(id)).toHaveLength(2);
    expect(Number(deleteAt) - Date.now()).toBeGreaterThan((5 * 365 + 36) * DAY);
    const secrets = readFileSync(join(shop.stack.dataDir, "secrets.json"), "utf8");
    const { DOSSIER_PRIVATE_KEY: key } = JSON.parse(secrets) as { DOSSIER_PRIVATE_KEY: string };
    expect(() => openDossier(makeDossierKeys().DOSSIER_PRIVATE_KEY, sealed)).toThrow(
      "unable to authenticate data",
    );
    const opened = openDossier(key, sealed);
    const card = { cardNumber: shopper.cardNumber };
    expect(opened).toMatchObject({
      person: {
        phone: shopper.phone,
        first_name: WORDS[0],
        last_name: WORDS[1],
        email: WORDS[2],
        proven_owner: `${WORDS[0]} ${WORDS[1]}`,
      },
      bankCards: [{ ...card, id: shopper.cardId, status: "verified" }],
      identityRequests: [{ ...card, status: "verified" }, card],
      withdrawals: [{ amount_toman: 200_000, state: "paid", card_id: shopper.cardId }],
      payments: [{ authority: expect.any(String) as string, card_id: shopper.cardId }],
    });
    expect(opened["orders"]).toHaveLength(4);
    expect(opened["orders"]).toContainEqual(
      expect.objectContaining({
        id: lived.orderId,
        total_toman: 100_000,
        number: expect.any(String) as string,
      }),
    );
    expect(JSON.stringify(opened)).not.toContain('sealed"');
    // The owner's program finds the dossier in a printout of the database, and opens it with a key.
    const file = join(shop.stack.dataDir, "owners.key");
    writeFileSync(file, key);
    const program = (...words: string[]) =>
      execFileSync(process.execPath, ["scripts/command.mjs", "dossier", "open", file, ...words], {
        cwd: root,
        input: JSON.stringify(dossiers),
        encoding: "utf8",
      });
    expect(JSON.parse(program(shopper.phone))).toEqual(opened);
    expect(program("9990000000")).toBe("");
    writeFileSync(file, makeDossierKeys().DOSSIER_PRIVATE_KEY);
    expect(program()).toBe("");
  }

  let shopper: TestShopper;
  let inviter: TestShopper;
  let lived: Awaited<ReturnType<typeof liveHere>>;
  beforeAll(async () => {
    inviter = await shop.newShopper();
    shopper = await shop.newShopper({
      balanceToman: 500_000,
      isVerified: false,
      inviterId: inviter.id,
    });
    lived = await liveHere(shopper);
  });

  it("is signed out everywhere by an operator, and that is recorded", async () => {
    const other = await shop.newShopper();
    const found = await desk("findPerson", `phone=0${other.phone}`, "--only=person.id");
    expect(found.output).toBe(`${other.id}\n`);
    expect(await desk("signPersonOut", other.id)).toEqual({
      code: 0,
      output: "این شخص از همهٔ دستگاه‌ها خارج شد.\n",
    });
    expect((await other.ask(getBalance)).status).toBe(401);
    expect((await shopper.ask(getBalance)).status).toBe(200);
    expect(
      await shop.sql(
        "SELECT operator, verdict FROM desk_decision WHERE subject = 'person' AND subject_id = ?1 AND verdict <> 'found'",
        other.id,
      ),
    ).toEqual([{ operator: "local", verdict: "signed_out" }]);
    expect((await desk("findPerson", "phone=09120000000")).output).toBe(
      "مورد درخواستی پیدا نشد.\n",
    );
    for (const answer of [
      await shop.desk(signPersonOut, { params: { id: "nobody" } }),
      await shop.desk(exportPerson, { params: { id: "nobody" } }),
      await byTwo(shop, forgetPerson, { params: { id: "nobody" }, body: { reason: "به درخواست" } }),
    ])
      expect(answer.status).toBe(404);
  });

  it("gets all their stored data and no other person's", async () => {
    const { output, code } = await desk("exportPerson", shopper.id, "--json");
    expect(code).toBe(0);
    const { data, isWhole } = JSON.parse(output) as {
      data: Record<string, Record<string, unknown>[]>;
      isWhole: boolean;
    };
    expect(isWhole).toBe(true);
    for (const word of [...WORDS, shopper.phone]) expect(output).toContain(word);
    expect(data).toMatchObject({
      profile: [{ phone: shopper.phone, wasInvited: 1 }],
      bankCards: [{ cardNumber: shopper.cardNumber }],
      identityRequests: [
        { cardNumber: shopper.cardNumber, status: "verified" },
        { status: "rejected" },
      ],
      orders: [{ id: lived.orderId, state: "paid" }],
      codesRead: [{ channel: "page" }],
      wallet: [{ balanceToman: 400_000 }],
      ratings: [{ stars: 4 }],
      tickets: [{ status: "Owner Responded" }],
      images: [{}, {}],
    });
    const [card] = await shop.sql<{ number_sealed: string }>(
      "SELECT number_sealed FROM bank_card WHERE id = ?1",
      shopper.cardId,
    );
    await damageCard(shop, shopper.cardId);
    const { output: withoutNumber } = await desk("exportPerson", shopper.id, "--json");
    expect(JSON.parse(withoutNumber)).toMatchObject({
      data: { ...data, bankCards: [{ ...data["bankCards"]?.[0], cardNumber: null }] },
    });
    await damageCard(shop, shopper.cardId, card?.number_sealed);
    // Sections without rows of this person; tests/unit/personal-data.test.ts checks the tables.
    const empty = Object.keys(data).filter((name) => data[name]?.length === 0);
    expect(empty).toEqual([
      "knownBrowsers",
      "signInCodes",
      "ibans",
      "cartAnswers",
      "payments",
      "refunds",
      "discountCodes",
      "withdrawals",
      "earnings",
    ]);
    for (const secret of [
      inviter.id,
      inviter.phone,
      lived.code,
      "sealed",
      "hash",
      "fingerprint",
      "local",
      shopper.token,
    ])
      expect(output).not.toContain(secret);
  });

  it("is not forgotten while something is open, and the answer names it", async () => {
    const refused = async (...details: string[]) => {
      const answer = await forget(shopper.id);
      expect(answer).toMatchObject({
        status: 409,
        body: { code: "still_open", details: details.join("، ") },
      });
    };
    const money = "کیف پول خالی نیست";
    await refused(money);
    await success(shopper.ask(requestWithdrawal, { body: { amount: 200_000 } }));
    await refused(money, "برداشتی در انتظار است");
    const [withdrawal] = await shop.sql<{ id: string }>(
      "SELECT id FROM withdrawal WHERE user_id = ?1",
      shopper.id,
    );
    await success(payWithdrawal(shop, withdrawal?.id ?? ""));
    await success(shopper.ask(emptyCart));
    await shopper.put(await shop.newProduct({ deliveryType: "manual", priceToman: 200_000 }));
    const { orderId } = await success(shopper.ask(createOrder, { body: {} }));
    await refused("سفارشی در راه است");
    await success(shopper.ask(cancelOrder, { params: { orderId }, body: {} }));
    await refused(money);
    await shopper.put(await shop.newProduct({ priceToman: 200_000, rewardToman: 5_000 }));
    await success(shopper.ask(createOrder, { body: {} }));
    await refused("درآمدی هنوز نگه داشته شده است");
    await shop.turnClock(DAY + MINUTE);
    await shop.runJobs();
    await refused(money);
    // A payment is checked for a day after it lapsed, since it may still bring money.
    await shopper.put(await shop.newProduct({ priceToman: 205_000 }));
    expect((await shopper.initiate({ isUsedWallet: true })).status).toBe(200);
    await refused("سفارشی در راه است", "پرداختی هنوز پیگیری می‌شود");
  });

  it("is not forgotten while the SMS of a gift waits to be sent", async () => {
    const { shopper: giver, codeId } = await unreadCode(shop);
    const gift = { ...giftOf(codeId), sendsSms: true, phone: "09121112233" };
    const opensAt = new Date(Date.now() + 3 * DAY).toISOString();
    await success(giver.ask(giveCode, { body: { ...gift, opensAt } }));
    const waits = "پیامک هدیه‌ای هنوز فرستاده نشده است";
    const details = async () => String((await forget(giver.id)).body.details);
    expect(await details()).toContain(waits);
    await shop.turnClock(4 * DAY);
    await shop.runJobs("sms");
    expect(await details()).not.toContain(waits);
  });

  it("is forgotten: no row contains their data any more, and the books stay", async () => {
    const [payment] = await shop.sql<{ authority: string; id: string }>(
      "SELECT id, authority FROM payment WHERE user_id = ?1",
      shopper.id,
    );
    for (const minutes of [16, 22, 40, 110, 480, 2000, 4000]) {
      await shop.turnClock(DAY + minutes * MINUTE);
      await shop.runJobs();
    }
    await success(shopper.ask(emptyCart));
    await shopper.put(await shop.newProduct({ priceToman: 5_000 }));
    await success(shopper.ask(createOrder, { body: {} }));
    const before = await everything();
    const words = [
      ...WORDS,
      shopper.phone,
      await shop.vault.fingerprint("card number", shopper.cardNumber),
    ];
    for (const word of words) expect(before).toContain(word);
    expect(await forget(shopper.id)).toMatchObject({
      status: 409,
      body: {
        code: "money_moved_lately",
        details: expect.stringMatching(/^تا \S+ \S+ \S+$/) as string,
      },
    });
    await shop.turnClock(36 * DAY);
    const answers = await Promise.all([forget(shopper.id), forget(shopper.id), forget(shopper.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    // A restore reads from the log whom it has to forget again.
    await expect
      .poll(() => readFileSync(shop.stack.logFile, "utf8"))
      .toContain(`{"effect":"person","id":"${shopper.id}"}`);
    expect(await forget(shopper.id)).toMatchObject({ status: 409, body: { code: "forgotten" } });
    await shop.runJobs();
    const after = await everything();
    for (const word of words) expect([word, after.includes(word)]).toEqual([word, false]);
    await expectDossier(after);
    expect((await shopper.ask(getProfile)).status).toBe(401);
    expect(await shop.sql("SELECT id FROM upload WHERE user_id = ?1", shopper.id)).toEqual([]);
    expect(await shop.sql("SELECT stars FROM rating WHERE user_id = ?1", shopper.id)).toEqual([
      { stars: 4 },
    ]);
    expect((await desk("findPerson", `phone=${shopper.phone}`)).code).toBe(1);
    expect(
      await shop.sql(
        "SELECT count(*) AS count FROM orders WHERE user_id = ?1 AND paid_at IS NOT NULL",
        shopper.id,
      ),
    ).toEqual([{ count: 4 }]);
    await expect(
      shop.sql("UPDATE user SET first_name = 'x' WHERE id = ?1", shopper.id),
    ).rejects.toThrow("who was forgotten stays so");

    // Late money of a forgotten person goes to review.
    expect(
      await shop.desk(refundItem, {
        params: { orderItemId: lived.itemId },
        body: { opened: true, reason: "اشتباه" },
      }),
    ).toMatchObject({ status: 409, body: { code: "forgotten" } });
    await shop.sandbox.pay(payment?.authority ?? "");
    await shop.runJobs();
    expect(await shop.sql("SELECT state FROM payment WHERE id = ?1", payment?.id)).toEqual([
      { state: "review" },
    ]);
    await expect(
      shop.sql(
        `INSERT INTO transfer (id, kind, debit_account_id, credit_account_id, amount_toman,
           created_at)
         VALUES ('opening:late', 'opening', 'shop:capital', 'shopper:' || ?1, 5, 0)`,
        shopper.id,
      ),
    ).rejects.toThrow("who was forgotten stays so");
  });

  it("can come back as a new person with the same phone and card", async () => {
    await success(shop.ask(requestCode, { body: { username: shopper.phone } }));
    const [message] = await shop.sandbox.messages(shopper.phone);
    const { token } = await success(
      shop.ask(verifyCode, { body: { username: shopper.phone, otp: message?.code ?? "" } }),
    );
    const [user] = await shop.sql<{ id: string; first_name: string }>(
      "SELECT id, first_name FROM user WHERE phone = ?1",
      shopper.phone,
    );
    expect(user).toMatchObject({ first_name: "" });
    expect(user?.id).not.toBe(shopper.id);
    const returned = shop.withToken(token ?? "");
    expect((await returned.ask(getOrders)).body).toMatchObject({ orders: [] });
    const { imageUrl } = await success(upload(shop, { token: token ?? "" }, png()));
    const papers = {
      cardNumber: shopper.cardNumber,
      cardOwner: "شخص تازه",
      IdentificationDocumentImage: imageUrl,
    };
    const filed = await success(returned.ask(createIdentityRequest, { body: papers }));
    await success(
      shop.desk(decideIdentityRequest, {
        params: { id: filed.authorization.id },
        body: { status: "verified" },
      }),
    );
    // A code does not sign in as the forgotten person.
    const [gone] = await shop.sql<{ phone: string }>(
      "SELECT phone FROM user WHERE id = ?1",
      shopper.id,
    );
    await success(shop.askUntyped(requestCode, { body: { username: gone?.phone } }));
    const [code] = await shop.sandbox.messages(gone?.phone ?? "");
    expect(
      (
        await shop.askUntyped(verifyCode, {
          body: { username: gone?.phone, otp: code?.code ?? "" },
        })
      ).status,
    ).toBe(401);
    const invitee = await shop.newShopper({ inviterId: shopper.id, balanceToman: 500_000 });
    await invitee.put(await shop.newProduct({ priceToman: 300_000 }));
    await success(invitee.ask(createOrder, { body: {} }));
    expect(
      await shop.sql("SELECT id FROM earning WHERE user_id = ?1 AND kind = 'referral'", shopper.id),
    ).toEqual([]);
  });
});
