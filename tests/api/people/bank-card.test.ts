import { maskPhone } from "../../../persian/identifiers.ts";
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, it } from "vitest";
import { findPendingCards } from "../../../api/people/bank-card/decide-statements.ts";
import {
  BANK_CARDS_MAX,
  addBankCard,
  chooseBankCard,
  deleteBankCard,
  getBankCards,
  setIban,
} from "../../../contract/bank-card.ts";
import { decideBankCard, listBankCards } from "../../../contract/desk/bank-card.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { newCardNumber } from "../../support/card-number.ts";
import { DAMAGED_SEALS, damageCard } from "../../support/damage.ts";
import { readDeskPages } from "../../support/desk-pages.ts";
import type { ShopperOptions } from "../../support/fill.ts";
import { png } from "../../support/images.ts";
import type { AnswerTo, TestShopper } from "../../support/shop.ts";
import { upload } from "../../support/upload.ts";
import { payWithdrawal } from "../../support/withdrawal.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { createIdentityRequest } from "../../../contract/identity.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { useSharedShop } from "../../support/use-shop.ts";
import { HOUR } from "../../support/time.ts";

const shop = useSharedShop();
afterEach(() => shop.turnClock(0));

type DeskCard = AnswerOf<typeof listBankCards>["bankCards"][number];

interface Card {
  id: string;
  cardNumber: string;
  status: string;
}

async function personWithImage(options: ShopperOptions = {}) {
  const shopper = await shop.newShopper({ cardStatus: "none", ...options });
  const answer = await upload(shop, shopper, png());
  return { shopper, cardImage: answer.body.imageUrl };
}

const add = (
  shopper: TestShopper,
  cardImage: string,
  cardNumber = newCardNumber(),
  cardOwner = "آزمون آزمون",
) => shopper.ask(addBankCard, { body: { cardNumber, cardOwner, cardImage } });
const list = async (shopper: TestShopper) => (await shopper.ask(getBankCards)).body.bankCards;
const setStatus = (cardId: string, status: string) =>
  shop.sql("UPDATE bank_card SET status = ?2 WHERE id = ?1", cardId, status);
const idOf = (answer: AnswerTo<typeof addBankCard>) => answer.body.bankCard.id;

describe("bank cards", () => {
  it("are an empty list with a message at first", async () => {
    const { shopper } = await personWithImage();
    const answer = await shopper.ask(getBankCards);
    expect(answer).toMatchObject({
      status: 200,
      body: { bankCards: [], message: "No bank cards found." },
    });
    expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
  });

  it("are registered, wait for an operator, and are shown to their owner in full", async () => {
    const { shopper, cardImage } = await personWithImage();
    const cardNumber = newCardNumber();
    const groups = toPersianDigits(cardNumber.replace(/(\d{4})(?=\d)/g, "$1\u2011\u00ad"));
    const written = `شماره کارت: \u2066(${groups})\u2069`;
    const answer = await add(shopper, cardImage, written, "\u202bعلي\tكريمی\u202c");
    const bankCard = {
      id: idOf(answer),
      cardNumber,
      cardOwner: "علی کریمی",
      cardBank: "بانک ملت",
      cardImage,
      iban: "",
      status: "pending",
      isDefault: false,
      waitsForIdentity: false,
      paysOutFrom: null,
      rejectionReason: null,
    };
    expect(answer).toMatchObject({
      status: 200,
      body: { message: "کارت بانکی با موفقیت افزوده شد.", bankCard },
    });
    const shown = await shopper.ask(getBankCards);
    expect(shown.body).toEqual({ bankCards: [bankCard], asksNationalCode: false });
  });

  it("are encrypted at rest, with a fingerprint of their number", async () => {
    const { shopper, cardImage } = await personWithImage();
    const cardNumber = newCardNumber();
    const id = idOf(await add(shopper, cardImage, cardNumber));
    const [row] = await shop.sql<{ number_sealed: string; number_fingerprint: string }>(
      "SELECT * FROM bank_card WHERE id = ?1",
      id,
    );
    expect(JSON.stringify(row)).not.toContain(cardNumber);
    expect(await shop.vault.open(row?.number_sealed ?? "", `bank_card:${id}`)).toBe(cardNumber);
    expect(row?.number_fingerprint).toBe(await shop.vault.fingerprint("card number", cardNumber));
  });

  it("are listed newest first, only the owner's", async () => {
    const [one, other] = [await personWithImage(), await personWithImage()];
    const numbers = [newCardNumber(), newCardNumber(), newCardNumber()];
    for (const number of numbers) await add(one.shopper, one.cardImage, number);
    await add(other.shopper, other.cardImage);
    expect((await list(one.shopper)).map((card) => card.cardNumber)).toEqual(numbers.toReversed());
    expect(await list(other.shopper)).toHaveLength(1);
  });

  it("are listed also when one cannot be decrypted, and that one can be deleted", async () => {
    const { shopper, cardImage } = await personWithImage();
    const numbers = [newCardNumber(), newCardNumber(), newCardNumber(), newCardNumber()];
    const ids: string[] = [];
    for (const number of numbers) ids.push(idOf(await add(shopper, cardImage, number)));
    for (const [index, seal] of DAMAGED_SEALS.entries())
      await damageCard(shop, ids[index] ?? "", seal);
    expect(await list(shopper)).toMatchObject([
      { id: ids[3], cardNumber: numbers[3], cardBank: "بانک ملت" },
      ...[2, 1, 0].map((index) => ({
        id: ids[index],
        cardNumber: "",
        cardBank: "",
        cardOwner: "آزمون آزمون",
        status: "pending",
      })),
    ]);
    expect((await shopper.ask(deleteBankCard, { params: { id: ids[0] ?? "" } })).status).toBe(200);
    expect(await list(shopper)).toHaveLength(3);
    // The log contains the ids of these cards and not their content.
    const log = () => readFile(shop.stack.logFile, "utf8");
    await expect.poll(log).toContain(`{"unopenableSeals":"bank_card","ids":["${ids[0] ?? ""}"]}`);
    for (const text of [...DAMAGED_SEALS, ...numbers]) expect(await log()).not.toContain(text);
  });

  it("are answered with 503 when the database fails", async () => {
    const { shopper } = await personWithImage();
    // A read is repeated once.
    for (const at of [1, 2]) {
      const faults = [at, at + 1].map((call) => ({ at: call, mode: "before" as const }));
      await shop.trouble({ faults });
      const answer = await shopper.ask(getBankCards);
      await shop.trouble({});
      expect(answer).toMatchObject({ status: 503, body: { code: "unavailable" } });
    }
  });

  it("need a session", async () => {
    for (const method of ["GET", "POST"]) {
      expect(await shop.call(method, "/bankcards")).toMatchObject({
        status: 401,
        body: { message: "Invalid token." },
      });
    }
  });
});

describe("an invalid card", () => {
  it.each([
    ["cardNumber", "6104337812345670", "شماره کارت را درست وارد کنید."],
    ["cardNumber", "610433", "شماره کارت را درست وارد کنید."],
    ["cardNumber", "", "لطفاً شماره کارت خود را وارد کنید."],
    ["cardNumber", 6104337812345678, "لطفاً شماره کارت خود را وارد کنید."],
    ["cardOwner", "", "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید."],
    ["cardOwner", "علی ۲", "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید."],
    ["cardOwner", "<b>علی</b>", "لطفاً نام و نام خانوادگی صاحب حساب را وارد کنید."],
    ["cardImage", "", "لطفا یک فایل انتخاب کنید"],
    ["cardImage", "https://evil.example/card.jpg", "لطفا یک فایل انتخاب کنید"],
    [
      "cardImage",
      "//evil.example/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA",
      "لطفا یک فایل انتخاب کنید",
    ],
    ["cardImage", "data:image/png;base64,AAAA", "لطفا یک فایل انتخاب کنید"],
    ["cardImage", null, "لطفا یک فایل انتخاب کنید"],
  ])("with a wrong %s is refused at that field: %j", async (field, value, sentence) => {
    const { shopper, cardImage } = await personWithImage();
    const right = { cardNumber: newCardNumber(), cardOwner: "آزمون آزمون", cardImage };
    const answer = await shopper.ask(addBankCard, { body: { ...right, [field]: value } });
    expect(answer).toMatchObject({
      status: 422,
      body: { code: "invalid", fields: { [field]: sentence } },
    });
    expect(await list(shopper)).toEqual([]);
  });

  it("is refused in the same way with another person's picture and with an unknown one", async () => {
    const [one, other] = [await personWithImage(), await personWithImage()];
    const answers = [
      await add(one.shopper, other.cardImage),
      await add(one.shopper, "/api/v1/uploads/AAAAAAAAAAAAAAAAAAAAAA"),
    ];
    for (const { status, body } of answers) {
      const message = "لطفا یک فایل انتخاب کنید";
      expect({ status, body }).toEqual({
        status: 422,
        body: { code: "image_not_found", message, fields: { cardImage: message } },
      });
    }
    expect(await list(one.shopper)).toEqual([]);
  });
});

describe("a registered card", () => {
  it("is not registered twice", async () => {
    const { shopper, cardImage } = await personWithImage();
    const cardNumber = newCardNumber();
    expect((await add(shopper, cardImage, cardNumber)).status).toBe(200);
    const message = "این شمارهٔ کارت قبلاً ثبت شده است.";
    expect(await add(shopper, cardImage, cardNumber)).toMatchObject({
      status: 409,
      body: { code: "card_taken", message, fields: { cardNumber: message } },
    });
    expect(await list(shopper)).toHaveLength(1);
  });

  it("is registered once when it is sent ten times at once", async () => {
    const { shopper, cardImage } = await personWithImage();
    const cardNumber = newCardNumber();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => add(shopper, cardImage, cardNumber)),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([
      200,
      ...Array.from({ length: 9 }, () => 409),
    ]);
    expect(await list(shopper)).toHaveLength(1);
  });

  it("may be registered by two people until one of them is verified", async () => {
    const [one, other, third] = [
      await personWithImage(),
      await personWithImage(),
      await personWithImage(),
    ];
    const cardNumber = newCardNumber();
    const id = idOf(await add(one.shopper, one.cardImage, cardNumber));
    expect((await add(other.shopper, other.cardImage, cardNumber)).status).toBe(200);
    await setStatus(id, "verified");
    expect(await add(third.shopper, third.cardImage, cardNumber)).toMatchObject({
      status: 409,
      body: { code: "card_taken" },
    });
    expect(await list(third.shopper)).toEqual([]);
  });

  it("may be registered again after it was deleted", async () => {
    const { shopper, cardImage } = await personWithImage();
    const cardNumber = newCardNumber();
    const id = idOf(await add(shopper, cardImage, cardNumber));
    await shop.sql("UPDATE bank_card SET deleted_at = 1 WHERE id = ?1", id);
    expect(await list(shopper)).toEqual([]);
    expect((await add(shopper, cardImage, cardNumber)).status).toBe(200);
  });
});

describe("too many cards", () => {
  it("are refused, also when they come at once", async () => {
    const { shopper, cardImage } = await personWithImage();
    const answers = await Promise.all(
      Array.from({ length: BANK_CARDS_MAX + 5 }, () => add(shopper, cardImage)),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(BANK_CARDS_MAX);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer).toMatchObject({ status: 409, body: { code: "too_many_cards" } });
    }
    expect(await list(shopper)).toHaveLength(BANK_CARDS_MAX);
  });

  it("leave room again when one is deleted", async () => {
    const { shopper, cardImage } = await personWithImage();
    for (let count = 0; count < BANK_CARDS_MAX; count++) await add(shopper, cardImage);
    await shop.sql(
      "UPDATE bank_card SET deleted_at = 1 WHERE id = ?1",
      (await list(shopper))[0]?.id,
    );
    expect((await add(shopper, cardImage)).status).toBe(200);
    expect((await add(shopper, cardImage)).status).toBe(409);
  });
});

describe("an IBAN", () => {
  const IBAN = "IR062960000000100324200001";
  const set = (shopper: TestShopper, id: string, iban: unknown) =>
    shopper.askUntyped(setIban, { params: { id }, body: { iban } });

  it("is read in any digits and stored sealed; payouts wait a day after each change", async () => {
    const shopper = await shop.newShopper();
    const { cardId } = shopper;
    const persian = `\u200fشبا: ＩＲ/${toPersianDigits(IBAN.slice(2).replace(/(\d{4})/g, "$1\u202f"))}.`;
    const answer = await set(shopper, cardId, persian);
    expect(answer).toMatchObject({ status: 200, body: { bankCard: { iban: IBAN } } });
    const [{ paysOutFrom } = { paysOutFrom: null }] = await list(shopper);
    expect(Date.parse(paysOutFrom ?? "") - Date.now()).toBeGreaterThan(23.9 * HOUR);
    const [row] = await shop.sql("SELECT * FROM bank_card WHERE id = ?1", cardId);
    expect(JSON.stringify(row)).not.toContain(IBAN.slice(4));
    await shop.turnClock(25 * HOUR);
    expect((await set(shopper, cardId, IBAN)).status).toBe(200);
    expect((await list(shopper))[0]?.paysOutFrom).toBe(paysOutFrom);
    expect(await set(shopper, cardId, "")).toMatchObject({ body: { bankCard: { iban: "" } } });
    expect((await list(shopper))[0]?.paysOutFrom).not.toBe(paysOutFrom);
    await shop.runJobs("sms");
    const texts = (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
    expect(texts).toHaveLength(2);
    expect(texts[0]).toContain(`شبای کارت با چهار رقم پایانی ${shopper.cardNumber.slice(-4)}`);
  });

  it("is refused with wrong check digits, for others' cards and unverified ones", async () => {
    const shopper = await shop.newShopper({ cardStatus: "pending" });
    const other = await shop.newShopper();
    for (const iban of ["IR072960000000100324200001", IBAN.slice(0, -1), "DE89370400440532013000"])
      expect(await set(other, other.cardId, iban)).toMatchObject({
        status: 422,
        body: { fields: { iban: "شمارهٔ شبا را درست وارد کنید." } },
      });
    expect(await set(shopper, other.cardId, IBAN)).toMatchObject({ status: 404 });
    expect(await set(shopper, shopper.cardId, IBAN)).toMatchObject({
      status: 409,
      body: { code: "card_not_verified" },
    });
    expect((await list(other))[0]?.iban).toBe("");
  });
});

describe("deleting a card", () => {
  const remove = (shopper: TestShopper, id: string) =>
    shopper.ask(deleteBankCard, { params: { id } });
  const defaults = async (shopper: TestShopper) => (await shopper.ask(getBankCards)).body.bankCards;
  const verify = (id: string) =>
    shop.desk(decideBankCard, { params: { id }, body: { status: "verified" } });

  it("hides it from its owner only and makes the oldest verified one the default", async () => {
    const [{ shopper, cardImage }, other] = [await personWithImage(), await personWithImage()];
    const ids = [];
    for (let count = 0; count < 4; count++) ids.push(idOf(await add(shopper, cardImage)));
    const [first = "", second = "", third = "", pending = ""] = ids;
    for (const id of [first, second, third]) expect((await verify(id)).status).toBe(200);
    expect(
      (await defaults(shopper)).filter((card) => card.isDefault).map((card) => card.id),
    ).toEqual([first]);
    const missing = { status: 404, body: { code: "card_not_found" } };
    expect(await remove(other.shopper, first)).toMatchObject(missing);
    expect(await remove(shopper, "none")).toMatchObject(missing);
    expect(await remove(shopper, first)).toMatchObject({
      status: 200,
      body: { message: "کارت بانکی از حساب شما حذف شد." },
    });
    expect(await remove(shopper, first)).toMatchObject(missing);
    expect(
      (await defaults(shopper)).filter((card) => card.isDefault).map((card) => card.id),
    ).toEqual([second]);
    for (const id of [third, second]) expect((await remove(shopper, id)).status).toBe(200);
    expect(await defaults(shopper)).toMatchObject([{ id: pending, isDefault: false }]);
    expect((await shop.ask(deleteBankCard, { params: { id: pending } })).status).toBe(401);
  });

  it("leaves its owner the choice of the default card among the verified ones", async () => {
    const [{ shopper, cardImage }, other] = [await personWithImage(), await personWithImage()];
    const choose = (by: TestShopper, id: string) => by.ask(chooseBankCard, { params: { id } });
    const [first, second, third] = [
      idOf(await add(shopper, cardImage)),
      idOf(await add(shopper, cardImage)),
      idOf(await add(shopper, cardImage)),
    ];
    for (const id of [first, second]) expect((await verify(id)).status).toBe(200);
    expect((await choose(shopper, second)).status).toBe(200);
    expect((await choose(shopper, second)).status).toBe(200);
    const rejectionReason = "نام دیگری بر کارت است";
    await shop.desk(decideBankCard, {
      params: { id: third },
      body: { status: "rejected", rejectionReason },
    });
    expect(await choose(shopper, third)).toMatchObject({
      status: 409,
      body: { code: "card_not_verified" },
    });
    for (const id of ["none", first])
      expect(await choose(other.shopper, id)).toMatchObject({
        status: 404,
        body: { code: "card_not_found" },
      });
    const cards = await defaults(shopper);
    expect(cards.filter((card) => card.isDefault).map((card) => card.id)).toEqual([second]);
    expect(cards.map((card) => [card.id, card.rejectionReason])).toEqual(
      expect.arrayContaining([
        [first, null],
        [third, rejectionReason],
      ]),
    );
  });

  it("is refused while a withdrawal to the card is open", async () => {
    const { shopper, cardImage } = await personWithImage({ balanceToman: 100_000 });
    const id = idOf(await add(shopper, cardImage));
    await verify(id);
    await shop.turnClock(25 * 60 * 60_000);
    const { body } = await shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
    expect(await remove(shopper, id)).toMatchObject({ status: 409, body: { code: "card_in_use" } });
    expect(await defaults(shopper)).toMatchObject([{ id, isDefault: true }]);
    await payWithdrawal(shop, body.withdrawal.id);
    expect((await remove(shopper, id)).status).toBe(200);
  });
});

describe("deciding on a card", () => {
  const decide = (id: string, verdict: unknown) =>
    shop.deskUntyped(decideBankCard, { params: { id }, body: verdict });

  it("shows the operator what is needed, tells the shopper by SMS, and happens once", async () => {
    const { shopper, cardImage } = await personWithImage();
    const [cardNumber, otherNumber] = [newCardNumber(), newCardNumber()];
    const [id, otherId] = [
      idOf(await add(shopper, cardImage, cardNumber)),
      idOf(await add(shopper, cardImage, otherNumber)),
    ];
    await shop.sql("UPDATE bank_card SET created_at = 0 WHERE id = ?1", id);
    const waiting = (await shop.desk(listBankCards)).body.bankCards;
    expect(waiting[0]).toMatchObject({
      id,
      person: { id: shopper.id, phone: maskPhone(shopper.phone) },
      cardMasked: `610433******${cardNumber.slice(-4)}`,
      cardOwner: "آزمون آزمون",
      cardBank: "بانک ملت",
      uploadId: cardImage.split("/").at(-1),
      status: "pending",
    });
    expect(JSON.stringify(waiting)).not.toContain(cardNumber);
    const verdicts = await Promise.all([
      decide(id, { status: "verified" }),
      decide(id, { status: "rejected", rejectionReason: "نام دیگری بر کارت است" }),
      decide(id, { status: "verified" }),
    ]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    expect(
      (await decide(otherId, { status: "rejected", rejectionReason: "نام دیگری بر کارت است" }))
        .status,
    ).toBe(200);
    expect((await decide(otherId, { status: "verified" })).body).toMatchObject({ code: "decided" });
    expect((await decide("none", { status: "verified" })).status).toBe(404);
    expect((await decide(otherId, { status: "perhaps" })).status).toBe(422);
    await shop.runJobs();
    const texts = (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
    const added = texts.filter((text) => text.includes("کارت بانکی تازه‌ای در حساب شما ثبت شد"));
    expect([texts.length, added.length], "one message about two cards").toEqual([3, 1]);
    expect(texts.join()).toContain(`${otherNumber.slice(-4)} رد شد`);
    expect(
      await shop.sql(
        "SELECT operator, note FROM desk_decision WHERE subject_id = ?1 AND verdict <> 'viewed'",
        otherId,
      ),
    ).toEqual([{ operator: "local", note: "نام دیگری بر کارت است" }]);
  });

  it("waits for the identity, from whose approval the promised time is counted", async () => {
    const { shopper, cardImage } = await personWithImage({ isVerified: false });
    const id = idOf(await add(shopper, cardImage));
    expect(await list(shopper)).toMatchObject([{ waitsForIdentity: true, paysOutFrom: null }]);
    const rowOf = async () =>
      (await readDeskPages<DeskCard>(shop, listBankCards, "bankCards")).find(
        (row) => row.id === id,
      );
    expect(await rowOf()).toMatchObject({ promisedFrom: null, person: { provenOwner: null } });
    expect(await decide(id, { status: "verified" })).toMatchObject({
      status: 409,
      body: {
        code: "identity_first",
        message: "هویت این شخص هنوز تأیید نشده است. کارت پس از آن تأیید می‌شود.",
      },
    });
    const image = (await upload(shop, shopper, png())).body.imageUrl;
    const filed = await shopper.ask(createIdentityRequest, {
      body: {
        IdentificationDocumentImage: image,
        cardNumber: newCardNumber(),
        cardOwner: "آزمون آزمون",
      },
    });
    await shop.turnClock(2 * HOUR);
    const params = { id: filed.body.authorization.id };
    await shop.desk(decideIdentityRequest, { params, body: { status: "verified" } });
    const row = await rowOf();
    const waited = Date.parse(row?.promisedFrom ?? "") - Date.parse(row?.createdAt ?? "");
    expect(Math.round(waited / HOUR)).toBe(2);
    expect((await list(shopper)).map((card) => card.waitsForIdentity)).toEqual([false, false]);
    expect((await decide(id, { status: "verified" })).status).toBe(200);
  });

  it("needs the proven owner's name on the card, or a reason and a second person", async () => {
    const { shopper, cardImage } = await personWithImage();
    const [id, own] = [
      idOf(await add(shopper, cardImage, newCardNumber(), "دزد شب")),
      idOf(await add(shopper, cardImage, newCardNumber(), "آزمون‌آزمون")),
    ];
    expect(await decide(id, { status: "verified" })).toMatchObject({
      status: 409,
      body: { code: "owner_differs" },
    });
    expect((await decide(id, { status: "verified", overrideReason: "" })).status).toBe(422);
    const overrideReason = "نام پس از ازدواج؛ شناسنامه را دیدم";
    expect(await decide(id, { status: "verified", overrideReason })).toMatchObject({
      status: 200,
      body: { proposalId: expect.any(String) as string },
    });
    expect((await list(shopper)).map(({ status }) => status)).toEqual(["pending", "pending"]);
    expect((await decide(own, { status: "verified" })).status).toBe(200);
    expect(
      await shop.sql(
        `SELECT note FROM desk_decision WHERE subject_id IN (?1, ?2) AND verdict <> 'viewed'
         ORDER BY rowid`,
        id,
        own,
      ),
    ).toEqual([{ note: overrideReason }, { note: null }]);
  });

  it("works when another card is undecryptable, which can only be rejected", async () => {
    const { shopper, cardImage } = await personWithImage();
    const numbers = [newCardNumber(), newCardNumber(), newCardNumber(), newCardNumber()];
    const ids: string[] = [];
    for (const number of numbers) ids.push(idOf(await add(shopper, cardImage, number)));
    for (const [index, seal] of DAMAGED_SEALS.entries())
      await damageCard(shop, ids[index] ?? "", seal);
    const waiting = await readDeskPages<Card>(shop, listBankCards, "bankCards");
    expect(waiting.filter(({ id }) => ids.includes(id))).toMatchObject([
      ...ids
        .slice(0, 3)
        .map((id) => ({
          id,
          cardMasked: "",
          cardBank: "",
          cardOwner: "آزمون آزمون",
          person: { id: shopper.id },
        })),
      {
        id: ids[3],
        cardMasked: `610433******${numbers[3]?.slice(-4) ?? ""}`,
        cardBank: "بانک ملت",
      },
    ]);
    for (const id of ids.slice(0, 3)) {
      expect(await decide(id, { status: "verified" })).toMatchObject({
        status: 409,
        body: {
          code: "card_unreadable",
          message:
            "شمارهٔ این کارت خوانده نمی‌شود و نمی‌توان آن را سنجید. این مورد را فقط می‌توان رد کرد.",
        },
      });
    }
    expect((await list(shopper)).map(({ status }) => status)).toEqual(ids.map(() => "pending"));
    const [first = ""] = ids;
    const rejected = { status: "rejected", rejectionReason: "شمارهٔ کارت آسیب دیده است" };
    expect((await decide(first, rejected)).status).toBe(200);
    for (const verdict of [rejected, { status: "verified" }])
      expect(await decide(first, verdict)).toMatchObject({
        status: 409,
        body: { code: "decided" },
      });
    expect((await decide(ids[3] ?? "", { status: "verified" })).status).toBe(200);
    await shop.runJobs();
    const texts = (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
    const added = `کارت تازه‌ای با چهار رقم پایانی ${numbers[3]?.slice(-4) ?? ""} به حساب شما افزوده شد`;
    expect(texts.toSorted()).toEqual([
      expect.stringContaining("کارت بانکی تازه‌ای در حساب شما ثبت شد"),
      "ارمغان\nکارت بانکی شما با چهار رقم پایانی نامشخص رد شد.",
      expect.stringContaining(added),
    ]);
  });

  it("verifies a number for one person only", async () => {
    const [one, other, third] = [
      await personWithImage(),
      await personWithImage(),
      await personWithImage(),
    ];
    const cardNumber = newCardNumber();
    const [id, otherId, thirdId] = [
      idOf(await add(one.shopper, one.cardImage, cardNumber)),
      idOf(await add(other.shopper, other.cardImage, cardNumber)),
      idOf(await add(third.shopper, third.cardImage, cardNumber, "نام کس دیگری")),
    ];
    expect((await decide(id, { status: "verified" })).status).toBe(200);
    expect(await decide(otherId, { status: "verified" })).toMatchObject({
      status: 409,
      body: { code: "card_taken" },
    });
    expect(
      (await decide(otherId, { status: "rejected", rejectionReason: "کارت شخص دیگری است" })).status,
    ).toBe(200);
    // A reason allows another name on the card, but not a card that is verified for another person.
    const overrideReason = "نام پیش از ازدواج است";
    expect(await decide(thirdId, { status: "verified", overrideReason })).toMatchObject({
      status: 409,
      body: { code: "card_taken" },
    });
  });

  it("refuses a number that proved another person's identity, even after deletion", async () => {
    const [one, other] = [await personWithImage(), await personWithImage()];
    const cardNumber = newCardNumber();
    const early = idOf(await add(other.shopper, other.cardImage, cardNumber));
    const id = idOf(await add(one.shopper, one.cardImage, cardNumber));
    await shop.sql(
      `UPDATE identity_request
       SET card_number_fingerprint = (SELECT number_fingerprint FROM bank_card WHERE id = ?1)
       WHERE user_id = ?2 AND status = 'verified'`,
      id,
      one.shopper.id,
    );
    expect((await one.shopper.ask(deleteBankCard, { params: { id } })).status).toBe(200);
    const third = await personWithImage();
    expect(await add(third.shopper, third.cardImage, cardNumber)).toMatchObject({
      status: 409,
      body: { code: "card_taken" },
    });
    expect(await decide(early, { status: "verified" })).toMatchObject({
      status: 409,
      body: { code: "card_taken" },
    });
    expect(
      (await decide(early, { status: "rejected", rejectionReason: "کارت شخص دیگری است" })).status,
    ).toBe(200);
    expect((await add(one.shopper, one.cardImage, cardNumber)).status).toBe(200);
  });

  it("reads one page of pending cards and no decided ones", async () => {
    const { shopper } = await personWithImage();
    await shop.sql(
      `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status,
         created_at)
       SELECT printf('waiting-%03d', value), ?1, '', 'f' || value, 'سارا',
         iif(value % 2, 'pending', 'rejected'), value FROM json_each(?2)`,
      shopper.id,
      JSON.stringify(Array.from({ length: 400 }, (_, index) => index)),
    );
    const cost = await shop.measure((db) =>
      findPendingCards(db, { at: 100, id: "waiting-100" }, 51),
    );
    expect(cost.rows[0]).toMatchObject({ id: "waiting-101" });
    expect([cost.rows.length, cost.detours, cost.rowsRead <= 300]).toEqual([51, [], true]);
  });
});
