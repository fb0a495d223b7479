import { expect, test } from "vitest";
import { addBankCard, getBankCards, setIban } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { decideNameRequest } from "../../../contract/desk/name-request.ts";
import { signPersonOut } from "../../../contract/desk/user.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { signOutEverywhere, verifyCode } from "../../../contract/sign-in.ts";
import {
  getProfile,
  requestEmailVerification,
  updateProfile,
  verifyEmail,
} from "../../../contract/user.ts";
import { getBalance } from "../../../contract/wallet.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../../contract/withdrawal.ts";
import { png } from "../../support/images.ts";
import { withCheckDigit } from "../../support/people.ts";
import { typeSecondCode } from "../../support/second-code.ts";
import type { TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { takeInHand } from "../../support/withdrawal.ts";
import { papers } from "../../torture/guards/papers.ts";
import { HOUR, MINUTE } from "../../support/time.ts";

/** A thief has the SIM of an account for a while: what the thief can do, and what remains of it. */

const THIEFS_MAIL = "thief@armaghan.example";

const shop = useShop({ audit: true });

/** Signs in to a phone from the given browser. */
async function signIn(phone: string, visitor: string, address: string) {
  const headers = { "X-Visitor": visitor, "X-Client-Address": address };
  const token = await shop.signIn(phone, headers);
  const { ask } = shop.withToken(token, headers);
  return { phone, token, visitor, headers, ask };
}

test("a stolen phone: the money stays, and ending all sessions takes the account back", async () => {
  const account = await shop.newShopper({ balanceToman: 500_000 });
  const { phone } = account;
  const orderId = await account.buy(await shop.newProduct({ priceToman: 100_000, rewardToman: 0 }));
  const [itemId = ""] = await shop.itemsOf(orderId);
  const home = await signIn(phone, "the-browser-at-home", "10.30.0.1");
  await typeSecondCode(shop, home, { headers: home.headers });
  await shop.turnClock(5 * MINUTE);

  // The thief can sign in from a new browser, but needs a second code for everything valuable.
  const thief = await signIn(phone, "the-browser-of-the-thief", "10.30.9.9");
  const content = { params: { orderId, orderItemId: itemId } };
  const needed = { status: 403, body: { code: "second_code_needed" } };
  const toOwn = { body: { amount: 200_000 } } as const;
  const cardNumber = withCheckDigit("610433000009001");
  const cardOwner = "دزد شب";
  const iban = { params: { id: account.cardId }, body: { iban: "IR820540102680020817909002" } };
  for (const answer of [
    await thief.ask(getOrderItemContent, content),
    await thief.ask(requestWithdrawal, toOwn),
    await thief.ask(setIban, iban),
    await thief.ask(signOutEverywhere),
    await upload(shop, thief, png()),
  ])
    expect(answer).toMatchObject(needed);

  // The thief has the SIM and types the second code.
  await typeSecondCode(shop, thief, { headers: thief.headers });
  const cardImage = (await upload(shop, thief, png())).body.imageUrl;
  const card = { cardNumber, cardOwner, cardImage };
  const added = (await thief.ask(addBankCard, { body: card })).body.bankCard;
  const verified = { params: { id: added.id }, body: { status: "verified" } } as const;
  expect(await shop.desk(decideBankCard, verified)).toMatchObject({
    body: { code: "owner_differs" },
  });
  expect(
    await thief.ask(requestWithdrawal, { body: { amount: 200_000, cardNumber } }),
  ).toMatchObject({ body: { code: "card_not_verified" } });
  const names = { firstName: "دزد", lastName: "شب" };
  expect(await thief.ask(updateProfile, { body: names })).toMatchObject({
    body: { code: "name_locked" },
  });
  // After the thief's change of the IBAN of the owner's card, withdrawals wait a day.
  expect((await thief.ask(setIban, iban)).status).toBe(200);
  const { withdrawal } = (await thief.ask(requestWithdrawal, toOwn)).body;
  expect(withdrawal.dueAt).not.toBeNull();
  expect(await takeInHand(shop, withdrawal.id)).toMatchObject({ body: { code: "not_due" } });
  await thief.ask(updateProfile, { body: { email: THIEFS_MAIL } });
  expect((await thief.ask(requestEmailVerification)).status).toBe(200);
  await shop.runJobs();
  const [mail] = await shop.sandbox.mail(THIEFS_MAIL);
  const token = new URL(mail?.link ?? "").searchParams.get("token") ?? "";
  expect((await shop.ask(verifyEmail, { body: { token } })).status).toBe(200);
  await thief.ask(updateProfile, { body: { wantsCodesByEmail: true } });

  // The owner gets an SMS about each step, and can end all sessions from the browser at home.
  const told = async () =>
    (await shop.sandbox.messages(phone)).map(({ text }) => text.split("\n")[1]?.split(".")[0]);
  await shop.runJobs();
  expect(await told()).toEqual(
    expect.arrayContaining([
      "مرورگر تازه‌ای وارد حساب شما شد",
      "کارت بانکی تازه‌ای در حساب شما ثبت شد",
      "برداشت از کیف پول شما درخواست شد",
    ]),
  );
  await shop.turnClock(2 * HOUR);
  expect((await home.ask(signOutEverywhere)).status).toBe(200);
  expect((await thief.ask(getProfile)).status).toBe(401);
  expect((await home.ask(getProfile)).status).toBe(401);
  const back = await signIn(phone, "the-browser-at-home", "10.30.0.1");
  await typeSecondCode(shop, back, { headers: back.headers });
  expect((await back.ask(getProfile)).body.user).toMatchObject({
    isEmailVerified: false,
    wantsCodesByEmail: false,
    firstName: "آزمون",
  });
  const { bankCards } = (await back.ask(getBankCards)).body;
  expect(bankCards.find(({ id }) => id === account.cardId)).toMatchObject({
    iban: "",
    isDefault: true,
  });
  // The thief's card and withdrawal ended with the sessions, and taking the withdrawal back again
  // does nothing.
  expect(bankCards.map(({ id }) => id)).toEqual([account.cardId]);
  expect((await back.ask(getBalance)).body).toMatchObject({ balance: 400_000 });
  const params = { id: withdrawal.id };
  expect((await back.ask(takeBackWithdrawal, { params })).status).toBe(200);
  expect((await back.ask(getBalance)).body).toMatchObject({ balance: 400_000 });
  // The thief has the browser but no longer the phone: the old code is refused.
  const before = await shop.sandbox.messages(phone);
  expect(
    await shop.ask(verifyCode, {
      body: { username: phone, otp: before.at(-1)?.code ?? "0000" },
      headers: thief.headers,
    }),
  ).toMatchObject({ status: 401 });
  await shop.turnClock(0);
});

test("purchases far above those of earlier days are reported by SMS once a day, usual ones are not", async () => {
  const shopper = await shop.newShopper({ balanceToman: 40_000_000 });
  const product = await shop.newProduct({ priceToman: 1_000_000, stock: 40 });
  const buy = async (quantity: number) => {
    await shopper.buy(product, quantity);
    await shop.runJobs("sms");
    const texts = (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
    return texts.filter((text) => text.includes("خریدی بزرگ‌تر از همیشه")).length;
  };
  expect(await buy(2), "2,000,000").toBe(0);
  expect(await buy(1), "many small ones count together").toBe(1);
  expect(await buy(5), "once a day").toBe(1);
  await shop.turnClock(2 * 24 * HOUR);
  expect(await buy(5), "as much as before").toBe(1);
  expect(await buy(1), "more than ever").toBe(2);
  await shop.turnClock(0);
});

test.each([
  ["by the shopper", (shopper: TestShopper) => shopper.ask(signOutEverywhere)],
  ["at the desk", ({ id }: TestShopper) => shop.desk(signPersonOut, { params: { id } })],
])(
  "ending all sessions takes back withdrawals that are not in hand, and leaves the others: %s",
  async (_, end) => {
    const shopper = await shop.newShopper({ balanceToman: 900_000 });
    const ask = async (amount: number) =>
      (await shopper.ask(requestWithdrawal, { body: { amount } })).body.withdrawal.id;
    const inHand = await ask(200_000);
    await takeInHand(shop, inHand);
    const [one, other] = [await ask(100_000), await ask(150_000)];
    expect(await shopper.balance()).toBe(450_000);
    expect((await end(shopper)).status).toBe(200);
    const wallet = "SELECT credits_toman - debits_toman AS toman FROM account WHERE id = ?1";
    expect(await shop.sql(wallet, `shopper:${shopper.id}`)).toEqual([{ toman: 700_000 }]);
    expect(
      await shop.sql(
        "SELECT id, state FROM withdrawal WHERE user_id = ?1 ORDER BY state, id",
        shopper.id,
      ),
    ).toEqual([
      { id: inHand, state: "pending" },
      ...[one, other].toSorted().map((id) => ({ id, state: "taken_back" })),
    ]);
  },
);

test("papers and a name request that a thief sent cannot be approved once all sessions end", async () => {
  const [unproven, proven] = [
    await shop.newShopper({ isVerified: false, cardStatus: "none" }),
    await shop.newShopper(),
  ];
  const sent = await papers(shop, unproven);
  const identity = (await sent.proveIdentity()).body.authorization.id;
  const card = (await sent.addCard()).body.bankCard.id;
  const wish = { firstName: "دزد", lastName: "شب", reason: "نامم عوض شد" };
  const name = (await proven.ask(createNameRequest, { body: wish })).body.nameRequest.id;
  for (const shopper of [unproven, proven])
    expect((await shopper.ask(signOutEverywhere)).status).toBe(200);

  const why = "با خروج از همهٔ دستگاه‌ها کنار گذاشته شد. اگر خودتان فرستاده بودید، دوباره بفرستید.";
  const verified = { status: "verified" } as const;
  const decided = { status: 409, body: { code: "decided" } };
  expect(
    await shop.desk(decideIdentityRequest, { params: { id: identity }, body: verified }),
  ).toMatchObject(decided);
  expect(
    await shop.desk(decideNameRequest, {
      params: { id: name },
      body: { ...verified, reason: "سند را دیدم" },
    }),
  ).toMatchObject(decided);
  expect(
    await shop.sql(
      `SELECT status, rejection_reason FROM identity_request WHERE id = ?1
       UNION ALL SELECT status, rejection_reason FROM name_request WHERE id = ?2
       UNION ALL SELECT iif(deleted_at IS NULL, status, 'deleted'), NULL FROM bank_card WHERE id = ?3`,
      identity,
      name,
      card,
    ),
  ).toEqual([
    { status: "rejected", rejection_reason: why },
    { status: "rejected", rejection_reason: why },
    { status: "deleted", rejection_reason: null },
  ]);
});
