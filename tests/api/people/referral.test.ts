import { describe, expect, test } from "vitest";
import type { z } from "zod";
import { NEWEST } from "../../../api/base/page.ts";
import { findInvitees } from "../../../api/people/referral/statements.ts";
import { getDiscountCodes } from "../../../contract/discount-code.ts";
import type { PageQuery } from "../../../contract/page.ts";
import { getReferrals } from "../../../contract/referral.ts";
import { requestCode, verifyCode } from "../../../contract/sign-in.ts";
import { updateProfile } from "../../../contract/user.ts";
import { readPages } from "../../support/read-pages.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop({ audit: true });

let numbers = 0;
/** Signs a phone in, optionally with a referral code. */
async function signIn(referralCode?: string, phone = `9${String(360_000_000 + ++numbers)}`) {
  const visitor = {
    "X-Visitor": `visitor-${String(++numbers)}`,
    "X-Client-Address": `10.1.0.${String(numbers)}`,
  };
  await shop.ask(requestCode, {
    body: { username: phone, ...(referralCode !== undefined && { referralCode }) },
    headers: visitor,
  });
  const [message] = await shop.sandbox.messages(phone);
  const otp = message?.code;
  const answers = await Promise.all(
    Array.from({ length: 4 }, () =>
      shop.askUntyped(verifyCode, { body: { username: phone, otp }, headers: visitor }),
    ),
  );
  const token = answers.find(({ status }) => status === 200)?.body.token;
  return { phone, ...shop.withToken(token ?? "", visitor) };
}
const read = async (shopper: TestShopper, query: z.input<typeof PageQuery> = {}) =>
  (await shopper.ask(getReferrals, { query })).body.referral;

const addInvitees = (shopper: TestShopper, count: number) => {
  const ids = JSON.stringify(Array.from({ length: count }, (_, index) => index));
  return shop.runStatements((db) => [
    db
      .prepare(
        `INSERT INTO user (id, phone, referral_code, inviter_id, created_at)
         SELECT 'of-' || ?1 || '-' || value, '92' || printf('%08d', value + ?3), ?1 || '-' || value, ?1,
           value / 3 FROM json_each(?2)`,
      )
      .bind(shopper.id, ids, ++numbers * 1_000),
    db
      .prepare(
        `INSERT INTO account (id, kind) SELECT 'shopper:of-' || ?1 || '-' || value, 'shopper'
         FROM json_each(?2)`,
      )
      .bind(shopper.id, ids),
  ]);
};

describe("an invitation", () => {
  test("counts once, gives the invitee a discount code and is shown to the inviter", async () => {
    const inviter = await shop.newShopper();
    const { code } = await read(inviter);
    const invitee = await signIn(code);
    const [gift] = (await invitee.ask(getDiscountCodes)).body;
    expect(gift).toEqual({
      id: expect.any(String) as string,
      code: expect.stringMatching(/^HEDIYE-[2-9A-HJKMNP-Z]{6}$/) as string,
      type: "percentage",
      value: 5,
      minPurchase: 0,
      maxDiscount: 200_000,
      expirationDate: null,
      isActive: true,
      isPublic: false,
    });
    const gifts = () =>
      shop.sql(
        `SELECT uses_max FROM discount_code
         WHERE code LIKE 'HEDIYE-%' AND owner_id = (SELECT id FROM user WHERE phone = ?1)`,
        invitee.phone,
      );
    expect(await gifts()).toEqual([{ uses_max: 1 }]);
    await invitee.ask(updateProfile, { body: { firstName: "سارا", lastName: "کریمی" } });
    expect(await read(inviter)).toEqual({
      code,
      totalRegistrations: 1,
      totalPurchases: 0,
      totalIncome: 0,
      pendingIncome: 0,
      incomeInReview: 0,
      invitees: [
        {
          firstName: "سارا",
          lastName: "کریمی",
          registrationDate: expect.any(String) as string,
          purchaseCount: 0,
          incomeForInviter: 0,
        },
      ],
      nextCursor: null,
    });
    await signIn(code, invitee.phone);
    expect(await read(inviter)).toMatchObject({ totalRegistrations: 1 });
    expect(await gifts()).toHaveLength(1);
  });

  test("with an unknown code gives nothing", async () => {
    for (const code of [undefined, "NOBODYS1"]) {
      const person = await signIn(code);
      const codes = (await person.ask(getDiscountCodes)).body;
      expect(codes.filter(({ isPublic }) => !isPublic)).toEqual([]);
    }
  });

  test("is visible to its inviter only", async () => {
    const [inviter, other] = [await shop.newShopper(), await shop.newShopper()];
    await addInvitees(inviter, 2);
    expect((await read(other)).invitees).toEqual([]);
    expect((await shop.ask(getReferrals)).status).toBe(401);
    expect(await inviter.ask(getReferrals, { query: { limit: "51" } })).toMatchObject({
      status: 422,
    });
  });
});

describe("many invitations", () => {
  test("are listed in complete pages", async () => {
    const inviter = await shop.newShopper();
    await addInvitees(inviter, 110);
    const pages = await readPages((query) => read(inviter, query));
    expect(
      pages.map(({ invitees, totalRegistrations }) => [invitees.length, totalRegistrations]),
    ).toEqual([
      [50, 110],
      [50, 110],
      [10, 110],
    ]);
    const dates = pages.flatMap(({ invitees }) => invitees.map((row) => row.registrationDate));
    expect(dates).toEqual(
      Array.from({ length: 110 }, (_, index) =>
        new Date(Math.floor((109 - index) / 3)).toISOString(),
      ),
    );
  });

  test("cost no more rows to read than a few", async () => {
    const [few, many] = [await shop.newShopper(), await shop.newShopper()];
    await addInvitees(few, 60);
    await addInvitees(many, 200);
    const cost = (shopper: TestShopper, after = NEWEST) =>
      shop.measure((db) => findInvitees(db, shopper.id, { limit: 51, after }));
    const [first, again, deep] = [
      await cost(few),
      await cost(many),
      await cost(many, { at: 25, id: "" }),
    ];
    expect(first.plan).toEqual([
      "SEARCH user USING INDEX user_of_inviter (inviter_id=? AND (created_at,id)<(?,?))",
    ]);
    expect(again.rowsRead).toBeLessThanOrEqual(first.rowsRead);
    expect(deep.rowsRead).toBeLessThanOrEqual(first.rowsRead);
  });
});
