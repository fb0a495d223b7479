import { maskPhone } from "../../../persian/identifiers.ts";
import { describe, expect, it } from "vitest";
import { NEWEST, OLDEST } from "../../../api/base/page.ts";
import { findPendingRequests } from "../../../api/people/identity/decide-statements.ts";
import { findRequests } from "../../../api/people/identity/statements.ts";
import { decideIdentityRequest, listIdentityRequests } from "../../../contract/desk/identity.ts";
import {
  checkIdentity,
  createIdentityRequest,
  getIdentityRequests,
} from "../../../contract/identity.ts";
import { addBankCard, deleteBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { createOrder, getOrderItemContent } from "../../../contract/order.ts";
import { initiatePayment } from "../../../contract/payment.ts";
import { getProfile, updateProfile } from "../../../contract/user.ts";
import { MELLI, newCardNumber } from "../../support/card-number.ts";
import { DAMAGED_SEALS } from "../../support/damage.ts";
import { readDeskPages } from "../../support/desk-pages.ts";
import { png } from "../../support/images.ts";
import type { AnswerTo, TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { useSharedShop } from "../../support/use-shop.ts";

const shop = useSharedShop();

interface Request {
  id: string;
  status: string;
  rejectionReason: string | null;
}

async function person() {
  const shopper = await shop.newShopper({ isVerified: false, balanceToman: 1_000_000 });
  return { shopper, image: (await upload(shop, shopper, png())).body.imageUrl };
}

const file = (
  shopper: TestShopper,
  image: string,
  cardNumber = newCardNumber(MELLI),
  extra: Record<string, unknown> = {},
) =>
  shopper.ask(createIdentityRequest, {
    body: { IdentificationDocumentImage: image, cardNumber, cardOwner: "سارا کریمی", ...extra },
  });
const list = async (shopper: TestShopper) =>
  (await shopper.ask(getIdentityRequests)).body.authorizations;
const isActive = async (shopper: TestShopper) =>
  (await shopper.ask(checkIdentity)).body.hasActiveAuthorization;
const decide = (id: string, verdict: unknown) =>
  shop.deskUntyped(decideIdentityRequest, { params: { id }, body: verdict });
const idOf = (answer: AnswerTo<typeof createIdentityRequest>) => answer.body.authorization.id;
const smsOf = async (shopper: TestShopper) => {
  await shop.runJobs();
  return (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
};

describe("an identity request", () => {
  it("is decided by an operator, and a verified shopper may buy", async () => {
    const { shopper, image } = await person();
    expect([await list(shopper), await isActive(shopper)]).toEqual([[], false]);
    const cardNumber = newCardNumber(MELLI);
    const filed = await file(shopper, image, cardNumber);
    expect(filed).toMatchObject({
      status: 200,
      body: {
        message: "درخواست احراز هویت با موفقیت ثبت شد.",
        authorization: { status: "pending" },
      },
    });
    expect(await isActive(shopper)).toBe(true);
    const id = idOf(filed);
    const waiting = (await shop.desk(listIdentityRequests)).body.authorizations;
    expect(waiting.find((request) => request["id"] === id)).toEqual({
      id,
      createdAt: expect.any(String) as string,
      status: "pending",
      rejectionReason: null,
      person: {
        id: shopper.id,
        firstName: "آزمون",
        lastName: "آزمون",
        phone: maskPhone(shopper.phone),
        provenOwner: null,
      },
      cardMasked: `603799******${cardNumber.slice(-4)}`,
      cardOwner: "سارا کریمی",
      uploadId: image.split("/").at(-1),
    });
    expect(await decide(id, { status: "rejected" })).toMatchObject({
      status: 422,
      body: { code: "invalid" },
    });
    const rejected = await decide(id, { status: "rejected", rejectionReason: "تصویر خوانا نیست" });
    expect(rejected).toMatchObject({ status: 200, body: { message: "درخواست احراز هویت رد شد." } });
    expect(await list(shopper)).toMatchObject([
      { id, status: "rejected", rejectionReason: "تصویر خوانا نیست" },
    ]);
    expect((await shopper.ask(getProfile)).body.user).toMatchObject({
      isVerified: false,
      identity: { status: "rejected", rejectionReason: "تصویر خوانا نیست" },
    });
    expect(await isActive(shopper)).toBe(false);
    await shopper.put(await shop.newProduct());
    expect((await shopper.ask(createOrder, { body: {} })).body).toMatchObject({
      code: "identity_needed",
    });

    const again = idOf(await file(shopper, image, cardNumber));
    expect((await list(shopper)).map((request) => request.status)).toEqual(["pending", "rejected"]);
    expect(await decide(again, { status: "verified" })).toMatchObject({
      status: 200,
      body: { message: "هویت تأیید شد." },
    });
    expect((await shopper.ask(getProfile)).body).toMatchObject({
      user: { isVerified: true, identity: { status: "verified", rejectionReason: null } },
    });
    expect((await shopper.ask(createOrder, { body: {} })).status).toBe(200);
    const [yes, no] = (await smsOf(shopper)).filter((text) => text.includes("هویت"));
    expect([yes, no]).toEqual([expect.stringMatching(/تأیید شد/), expect.stringMatching(/رد شد/)]);
    expect(yes).toContain(cardNumber.slice(-4));
    expect(
      await shop.sql(
        `SELECT operator, verdict, note FROM desk_decision
         WHERE subject = 'identity_request' AND subject_id IN (?1, ?2)
           AND verdict <> 'viewed' ORDER BY created_at`,
        id,
        again,
      ),
    ).toEqual([
      { operator: "local", verdict: "rejected", note: "تصویر خوانا نیست" },
      { operator: "local", verdict: "verified", note: null },
    ]);
    const [row] = await shop.sql("SELECT * FROM identity_request WHERE id = ?1", again);
    expect(JSON.stringify(row)).not.toContain(cardNumber);
  });

  it("can be open only once, however often it is sent", async () => {
    const { shopper, image } = await person();
    const answers = await Promise.all(Array.from({ length: 8 }, () => file(shopper, image)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "authorization_active" } });
    }
    expect(await list(shopper)).toHaveLength(1);
    await decide((await list(shopper))[0]?.id ?? "", { status: "verified" });
    expect(await file(shopper, image)).toMatchObject({
      status: 409,
      body: { code: "authorization_active" },
    });
  });

  it("can be decided when another one is undecryptable, which can only be rejected", async () => {
    const made = [];
    for (const seal of DAMAGED_SEALS) {
      const [unread, other] = [await person(), await person()];
      const id = idOf(await file(unread.shopper, unread.image));
      await shop.sql("UPDATE identity_request SET card_number_sealed = ?2 WHERE id = ?1", id, seal);
      made.push({ id, shopper: unread.shopper, cardMasked: "" });
      const cardNumber = newCardNumber(MELLI);
      const cardMasked = `603799******${cardNumber.slice(-4)}`;
      made.push({
        id: idOf(await file(other.shopper, other.image, cardNumber)),
        shopper: other.shopper,
        cardMasked,
      });
    }
    const waiting = await readDeskPages<Request>(shop, listIdentityRequests, "authorizations");
    const ids = made.map(({ id }) => id);
    expect(waiting.filter(({ id }) => ids.includes(id))).toMatchObject(
      made.map(({ id, shopper, cardMasked }) => ({ id, cardMasked, person: { id: shopper.id } })),
    );
    const rejected = { status: "rejected", rejectionReason: "شمارهٔ کارت آسیب دیده است" };
    for (const { id, shopper, cardMasked } of made) {
      const answer = await decide(id, { status: "verified" });
      if (cardMasked !== "") expect(answer.status).toBe(200);
      else {
        expect(answer).toMatchObject({ status: 409, body: { code: "card_unreadable" } });
        expect(await list(shopper)).toMatchObject([{ status: "pending" }]);
        expect((await decide(id, rejected)).status).toBe(200);
        expect(await list(shopper)).toMatchObject([
          { status: "rejected", rejectionReason: "شمارهٔ کارت آسیب دیده است" },
        ]);
      }
      const verified = `هویت شما با کارت با چهار رقم پایانی ${cardMasked.slice(-4)} تأیید شد`;
      expect(await smsOf(shopper)).toEqual([
        expect.stringContaining(cardMasked === "" ? "با چهار رقم پایانی نامشخص رد شد" : verified),
      ]);
    }
  });

  it("needs a card that has not proved another identity", async () => {
    const [one, other, third] = [await person(), await person(), await person()];
    const cardNumber = newCardNumber(MELLI);
    const ids = [
      idOf(await file(one.shopper, one.image, cardNumber)),
      idOf(await file(other.shopper, other.image, cardNumber)),
    ];
    const verdicts = await Promise.all(ids.map((id) => decide(id, { status: "verified" })));
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(verdicts.find(({ status }) => status === 409)?.body).toMatchObject({
      code: "card_taken",
    });
    const message = "این شمارهٔ کارت قبلاً استفاده شده است.";
    const used = {
      status: 409,
      body: { code: "card_used", message, fields: { cardNumber: message } },
    };
    expect(await file(third.shopper, third.image, cardNumber)).toMatchObject(used);
    expect(await list(third.shopper)).toEqual([]);
  });

  it("accepts only the shopper's own image", async () => {
    const [one, other] = [await person(), await person()];
    const message = "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید";
    const missing = {
      status: 422,
      body: { code: "image_not_found", fields: { IdentificationDocumentImage: message } },
    };
    expect(await file(one.shopper, other.image)).toMatchObject(missing);
    expect(await file(one.shopper, "/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA")).toMatchObject(
      missing,
    );
    expect(await list(one.shopper)).toEqual([]);
  });

  it.each([
    ["IdentificationDocumentImage", "", "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید"],
    [
      "IdentificationDocumentImage",
      "https://evil.example/x.png",
      "لطفاً تصویر مدرک شناسایی خود را بارگذاری کنید",
    ],
    ["cardNumber", "6037991234567890", "شماره کارت را درست وارد کنید."],
    ["cardNumber", "", "لطفاً شماره کارت خود را وارد کنید."],
    ["cardOwner", "سارا ۲", "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید."],
  ])("with a wrong %s is refused at that field: %j", async (field, value, sentence) => {
    const { shopper, image } = await person();
    expect(await file(shopper, image, undefined, { [field]: value })).toMatchObject({
      status: 422,
      body: { code: "invalid", fields: { [field]: sentence } },
    });
  });

  it("needs first and last name, so that no order waits for a missing one", async () => {
    const { shopper, image } = await person();
    for (const extra of [{ cardOwner: "سارا" }, { firstName: "ساراکریمی" }])
      expect(await file(shopper, image, undefined, extra)).toMatchObject({
        status: 422,
        body: { fields: { cardOwner: "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید." } },
      });
  });

  it("is visible to its signed-in owner only", async () => {
    for (const path of ["/authorizes", "/authorizes/status/checkstatus"]) {
      expect((await shop.call("GET", path)).status).toBe(401);
    }
    expect((await shop.askUntyped(createIdentityRequest, { body: {} })).status).toBe(401);
    const [one, other] = [await person(), await person()];
    await file(one.shopper, one.image);
    expect([await list(other.shopper), await isActive(other.shopper)]).toEqual([[], false]);
  });
});

describe("an approved identity", () => {
  /** A person who has only signed in. */
  const newcomer = async () => {
    const shopper = await shop.newShopper({
      isVerified: false,
      cardStatus: "none",
      hasNames: false,
      balanceToman: 1_000_000,
    });
    return { shopper, image: (await upload(shop, shopper, png())).body.imageUrl };
  };
  const cards = async (shopper: TestShopper) => (await shopper.ask(getBankCards)).body.bankCards;
  const names = async (shopper: TestShopper) => {
    const { firstName, lastName } = (await shopper.ask(getProfile)).body.user;
    return [firstName, lastName];
  };
  const approve = (id: string) => decide(id, { status: "verified" });

  it("verifies its card as the default one and fills the names, so that the shopper can buy at once", async () => {
    const { shopper, image } = await newcomer();
    const cardNumber = newCardNumber(MELLI);
    const id = idOf(await file(shopper, image, cardNumber));
    expect([await cards(shopper), await names(shopper)]).toEqual([[], ["", ""]]);
    expect((await approve(id)).status).toBe(200);
    expect(await cards(shopper)).toMatchObject([
      {
        cardNumber,
        cardOwner: "سارا کریمی",
        cardBank: "بانک ملی ایران",
        status: "verified",
        isDefault: true,
      },
    ]);
    expect(await names(shopper)).toEqual(["سارا", "کریمی"]);
    expect(
      await shop.sql(
        "SELECT 1 FROM desk_decision WHERE verdict <> 'viewed' AND subject IN ('bank_card', 'identity_request') AND subject_id IN (SELECT id FROM bank_card WHERE user_id = ?1 UNION SELECT ?2)",
        shopper.id,
        id,
      ),
    ).toHaveLength(1);

    const product = await shop.newProduct();
    await shopper.put(product);
    const started = await shopper.ask(initiatePayment, {
      body: { purpose: "cart_checkout", cardNumber, isUsedWallet: false },
    });
    expect(started.status).toBe(200);
    const orderId = await shopper.buy(await shop.newProduct());
    const order = await shopper.order(orderId);
    expect(order).toMatchObject({ shouldShow: true });
    const orderItemId = order.OrderItems[0]?.id ?? "";
    const read = await shopper.ask(getOrderItemContent, { params: { orderId, orderItemId } });
    expect([read.status, read.body]).toEqual([200, [expect.stringMatching(/^CODE-/)]]);
    const [{ due } = { due: 0 }] = await shop.sql<{ due: number | null }>(
      "SELECT profile_due_at AS due FROM orders WHERE id = ?1",
      orderId,
    );
    expect(due).toBeNull();
  });

  it("is announced by SMS with the next step and a link, and a rejection with its reason", async () => {
    const { url } = shop.stack;
    const origin = `http://localhost:${new URL(url).port}`;
    const [buyer, visitor] = [await newcomer(), await newcomer()];
    await buyer.shopper.put(await shop.newProduct());
    const reason = "تاریخ روی برگه_دست‌نویس خوانده نمی‌شود و\nگوشهٔ کارت بانکی بریده شده است";
    const rejected = { status: "rejected", rejectionReason: reason.replace("\n", " ") };
    await decide(idOf(await file(buyer.shopper, buyer.image)), rejected);
    expect(await smsOf(buyer.shopper)).toEqual([
      expect.stringMatching(
        new RegExp(
          `رد شد: تاریخ روی برگه دست‌نویس خوانده نمی‌شود و گوشهٔ کارت…\\n.* ${origin}/authentication$`,
        ),
      ),
    ]);
    await approve(idOf(await file(buyer.shopper, buyer.image)));
    await approve(idOf(await file(visitor.shopper, visitor.image)));
    expect((await smsOf(buyer.shopper))[0]).toContain(
      `تأیید شد. سبد شما آمادهٔ پرداخت است: ${origin}/cart`,
    );
    expect((await smsOf(visitor.shopper))[0]).toContain(`می‌توانید بخرید: ${origin}/`);
  });

  it("sets the names that were sent, or the proven ones if other names were sent", async () => {
    const { shopper, image } = await newcomer();
    const cardOwner = "سيد علي‌رضا موسوي";
    const sent = { cardOwner, firstName: "سید علیرضا", lastName: "موسوی" };
    expect(await file(shopper, image, undefined, { ...sent, lastName: "کریمی" })).toMatchObject({
      status: 422,
      body: {
        code: "invalid",
        fields: { lastName: "نام و نام خانوادگی باید همان نام صاحب حساب باشد." },
      },
    });
    await approve(idOf(await file(shopper, image, undefined, sent)));
    expect(await names(shopper)).toEqual(["سید علیرضا", "موسوی"]);

    const [named, same] = [await person(), await person()];
    await approve(idOf(await file(named.shopper, named.image)));
    expect(await names(named.shopper)).toEqual(["سارا", "کریمی"]);
    await same.shopper.ask(updateProfile, { body: { firstName: "سا را", lastName: "کریمی" } });
    await approve(idOf(await file(same.shopper, same.image)));
    expect(await names(same.shopper)).toEqual(["سا را", "کریمی"]);
  });

  it("verifies a card that waits or was rejected, without a second row, and leaves the default as it is", async () => {
    for (const cardStatus of ["pending", "rejected"] as const) {
      const shopper = await shop.newShopper({ isVerified: false, cardStatus });
      const { imageUrl } = (await upload(shop, shopper, png())).body;
      await approve(idOf(await file(shopper, imageUrl, shopper.cardNumber)));
      expect(await cards(shopper)).toMatchObject([
        { id: shopper.cardId, status: "verified", cardOwner: "سارا کریمی", isDefault: true },
      ]);
    }
    const { shopper, image } = await person();
    const another = newCardNumber(MELLI);
    await approve(idOf(await file(shopper, image, another)));
    expect(await cards(shopper)).toMatchObject([
      { cardNumber: another, status: "verified", isDefault: false },
      { id: shopper.cardId, cardOwner: "آزمون آزمون", status: "verified", isDefault: true },
    ]);
  });

  it("adds its card when the owner had removed it, and writes the proven name on a verified one", async () => {
    const { shopper, image } = await person();
    await shopper.ask(deleteBankCard, { params: { id: shopper.cardId } });
    await approve(idOf(await file(shopper, image, shopper.cardNumber)));
    const [card, ...others] = await cards(shopper);
    expect([card?.cardNumber, card?.isDefault, others]).toEqual([shopper.cardNumber, true, []]);

    const old = await person();
    await approve(idOf(await file(old.shopper, old.image, old.shopper.cardNumber)));
    expect(await cards(old.shopper)).toMatchObject([
      { id: old.shopper.cardId, cardOwner: "سارا کریمی", status: "verified", isDefault: true },
    ]);
  });

  it("is impossible with a card that is verified for somebody else", async () => {
    const one = await newcomer();
    const shopper = await shop.newShopper({ hasNames: false, cardStatus: "none" });
    const other = { shopper, image: (await upload(shop, shopper, png())).body.imageUrl };
    const owner = await shop.newShopper({ isVerified: false });
    expect(await file(one.shopper, one.image, owner.cardNumber)).toMatchObject({
      status: 409,
      body: { code: "card_used" },
    });
    const cardNumber = newCardNumber(MELLI);
    const cardImage = other.image;
    const added = await other.shopper.ask(addBankCard, {
      body: { cardNumber, cardOwner: "سارا کریمی", cardImage },
    });
    const id = idOf(await file(one.shopper, one.image, cardNumber));
    await shop.desk(decideBankCard, {
      params: { id: added.body.bankCard.id },
      body: { status: "verified" },
    });
    expect(await approve(id)).toMatchObject({ status: 409, body: { code: "card_taken" } });
    expect([await cards(one.shopper), await names(one.shopper)]).toEqual([[], ["", ""]]);
    expect((await list(one.shopper))[0]?.status).toBe("pending");
  });

  it("leaves one verified card when its card is decided at the same moment", async () => {
    const shopper = await shop.newShopper({ isVerified: false, cardStatus: "pending" });
    const { imageUrl } = (await upload(shop, shopper, png())).body;
    const id = idOf(await file(shopper, imageUrl, shopper.cardNumber));
    const params = { id: shopper.cardId };
    const rejected = { status: "rejected" as const, rejectionReason: "ناخوانا" };
    const [identity] = await Promise.all([
      approve(id),
      shop.desk(decideBankCard, { params, body: rejected }),
      shop.desk(decideBankCard, { params, body: { status: "verified" } }),
    ]);
    expect(identity.status).toBe(200);
    expect(await cards(shopper)).toMatchObject([{ status: "verified", isDefault: true }]);
  });
});

describe("deciding on an identity", () => {
  it("happens once, whichever operator is faster", async () => {
    const { shopper, image } = await person();
    const id = idOf(await file(shopper, image));
    const verdicts = await Promise.all([
      decide(id, { status: "verified" }),
      decide(id, { status: "rejected", rejectionReason: "ناخوانا" }),
      decide(id, { status: "verified" }),
    ]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    for (const { body } of verdicts.filter(({ status }) => status === 409))
      expect(body).toMatchObject({ code: "decided" });
    expect(
      await shop.sql(
        "SELECT 1 FROM desk_decision WHERE subject_id = ?1 AND verdict <> 'viewed'",
        id,
      ),
    ).toHaveLength(1);
    expect((await decide("none", { status: "verified" })).status).toBe(404);
  });

  it("reads one page of requests, however many there are", async () => {
    const { shopper } = await person();
    await shop.sql(
      `INSERT INTO identity_request (id, user_id, card_number_sealed, card_number_fingerprint,
         card_owner, status, created_at, decided_at)
       SELECT printf('old-%03d', value), ?1, '', '', 'سارا', 'rejected', value / 2, 1
       FROM json_each(?2)`,
      shopper.id,
      JSON.stringify(Array.from({ length: 200 }, (_, index) => index)),
    );
    const first = await shopper.ask(getIdentityRequests, { query: { limit: "2" } });
    expect(first.body.authorizations.map(({ id }) => id)).toEqual(["old-199", "old-198"]);
    const second = await shopper.ask(getIdentityRequests, {
      query: { limit: "2", cursor: first.body.nextCursor ?? "" },
    });
    expect(second.body.authorizations.map(({ id }) => id)).toEqual(["old-197", "old-196"]);
    const cost = await shop.measure((db) => findRequests(db, shopper.id, NEWEST, 51));
    expect([cost.rows.length, cost.detours, cost.rowsRead <= 60]).toEqual([51, [], true]);
    const pending = await shop.measure((db) => findPendingRequests(db, OLDEST, 51));
    expect([pending.detours, pending.rowsRead <= 8 * pending.rows.length + 10]).toEqual([[], true]);
  });
});
