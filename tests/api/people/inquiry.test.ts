import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addBankCard, deleteBankCard, getBankCards } from "../../../contract/bank-card.ts";
import { decideBankCard } from "../../../contract/desk/bank-card.ts";
import { listDecisions } from "../../../contract/desk/decision.ts";
import { freeze, revokeBankCard, revokeIdentity } from "../../../contract/desk/freeze.ts";
import { decideIdentityRequest } from "../../../contract/desk/identity.ts";
import { showInquiries } from "../../../contract/desk/inquiry.ts";
import { getQueuePane } from "../../../contract/desk/queue.ts";
import {
  checkIdentity,
  createIdentityRequest,
  getIdentityRequests,
} from "../../../contract/identity.ts";
import { exportPerson } from "../../../contract/desk/user.ts";
import { getProfile } from "../../../contract/user.ts";
import { requestWithdrawal } from "../../../contract/withdrawal.ts";
import { MELLI, newCardNumber } from "../../support/card-number.ts";
import { png } from "../../support/images.ts";
import { byTwo } from "../../support/second-person.ts";
import { newNationalCode } from "../../support/national-code.ts";
import type { FaultPlan, KnownPerson } from "../../support/sandbox.ts";
import { upload } from "../../support/upload.ts";
import { useShop } from "../../support/use-shop.ts";
import { MINUTE } from "../../support/time.ts";

/** A shop that sends inquiries to a provider before an operator decides about an identity. */
const shop = useShop({
  audit: true,
  shopVars: {
    INQUIRY_FACTS: "phone,card,iban",
    INQUIRY_QUESTIONS_PER_DAY: "150",
    PROVIDER_TIMEOUT_MS: "600",
  },
});
const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
beforeEach(() => shop.sql("DELETE FROM rate_limit"));
afterEach(async () => {
  await shop.turnClock(0);
  await shop.sandbox.clearFaults();
  warn.mockClear();
});

const IBAN = "IR062960000000100324200001";
const OWNER = "سارا کریمی";
const REVOKED_BEFORE = "تأیید این شخص یا این کارت پیش‌تر پس گرفته شده است";
const BIRTH = "\u200f۱۳۷۰ / ۵ / ۱۲";

let pictures = 0;

/** A person and their form. The provider knows the same facts, unless `known` says otherwise. */
async function newcomer(known: Partial<KnownPerson> = {}) {
  const shopper = await shop.newShopper({
    isVerified: false,
    cardStatus: "none",
    balanceToman: 200_000,
  });
  const { imageUrl } = (await upload(shop, shopper, png({ width: 3 + ++pictures }))).body;
  const cardNumber = newCardNumber(MELLI);
  const nationalCode = newNationalCode();
  await shop.sandbox.knows({
    phone: `0${shopper.phone}`,
    nationalCode,
    birthDate: "1370/05/12",
    cardNumber,
    name: OWNER,
    iban: IBAN,
    ...known,
  });
  const form = {
    IdentificationDocumentImage: imageUrl,
    cardNumber,
    cardOwner: OWNER,
    nationalCode,
    birthDate: BIRTH,
  };
  return { shopper, form, cardNumber, nationalCode };
}
type Newcomer = Awaited<ReturnType<typeof newcomer>>;

async function send({ shopper, form }: Pick<Newcomer, "shopper" | "form">): Promise<string> {
  const answer = await shopper.ask(createIdentityRequest, { body: form });
  expect(answer).toMatchObject({ status: 200, body: { authorization: { status: "pending" } } });
  return answer.body.authorization.id;
}
const statusOf = async ({ shopper }: Pick<Newcomer, "shopper">) =>
  (await shopper.ask(getIdentityRequests)).body.authorizations[0]?.status;
const inquiryOf = async (id: string) =>
  (
    await shop.sql<{ state: string; reason: string | null; attempts: number }>(
      "SELECT state, reason, attempts FROM inquiry WHERE request_id = ?1 OR card_id = ?1",
      id,
    )
  )[0];
const ends = (id: string, state: string, reason: string | null = null) =>
  expect.poll(() => inquiryOf(id)).toMatchObject({ state, reason });
/** Waits until an attempt ended without a clear answer: the next is due before the lease ends. */
const hasTried = (id: string) =>
  expect
    .poll(() =>
      shop.sql(
        `SELECT 1 FROM inquiry WHERE (request_id = ?1 OR card_id = ?1) AND attempts = 1
             AND next_attempt_at BETWEEN created_at + ?2 AND created_at + 1.8 * ?2`,
        id,
        MINUTE,
      ),
    )
    .toHaveLength(1);
/** Lists the questions that the provider got about a person. */
const questionsOf = async ({ shopper, cardNumber }: Pick<Newcomer, "shopper" | "cardNumber">) =>
  (await shop.sandbox.inquiries()).filter(
    (question) =>
      question["cardNumber"] === cardNumber || question["mobile"] === `0${shopper.phone}`,
  );
const checksOf = async (id: string, kind: "identity" | "bank_card" = "identity") =>
  (await shop.desk(getQueuePane, { params: { kind, id } })).body.pane.checks.map(
    ({ text }) => text,
  );
const fails = (call: FaultPlan["call"], kind: FaultPlan["kind"], more: Partial<FaultPlan> = {}) =>
  shop.sandbox.plan({ provider: "zibal-inquiry", call, kind, ...more });

test("three clear answers approve an identity in seconds like an operator, and no number is kept", async () => {
  const somebody = await newcomer();
  const { shopper, cardNumber, nationalCode } = somebody;
  expect((await shopper.ask(checkIdentity)).body).toMatchObject({ asksNationalCode: true });
  const id = await send(somebody);
  await ends(id, "approved");

  expect(await statusOf(somebody)).toBe("verified");
  expect((await shopper.ask(getProfile)).body.user).toMatchObject({
    isVerified: true,
    firstName: "سارا",
    lastName: "کریمی",
  });
  const { bankCards } = (await shopper.ask(getBankCards)).body;
  expect(bankCards).toMatchObject([
    { cardNumber, status: "verified", isDefault: true, iban: IBAN },
  ]);
  await shop.runJobs("sms");
  const [message] = await shop.sandbox.messages(shopper.phone);
  expect(message?.text).toContain("هویت");
  const { decisions } = (
    await shop.desk(listDecisions, { query: { about: id, operator: "inquiry:zibal" } })
  ).body;
  expect(decisions).toMatchObject([
    { subject: "identity_request", verdict: "verified", before: "pending", after: "verified" },
  ]);

  const questions = await questionsOf(somebody);
  expect(questions).toEqual([
    { cardNumber },
    { cardNumber, nationalCode, birthDate: "1370/05/12" },
    { mobile: `0${shopper.phone}`, nationalCode },
  ]);
  await shop.runJobs("inquiries");
  expect(await questionsOf(somebody)).toHaveLength(3);
  expect(await shop.sql("SELECT * FROM inquiry WHERE request_id = ?1", id)).toEqual([
    expect.objectContaining({ person_sealed: "", owner_said: OWNER }),
  ]);
  expect(JSON.stringify(await shop.sql("SELECT * FROM inquiry"))).not.toContain(nationalCode);
  // An export of the person's data mentions the inquiry, but not the answers of a bank.
  const exported = JSON.stringify(
    (await shop.desk(exportPerson, { params: { id: shopper.id } })).body,
  );
  expect(exported).toContain('"approved"');
  expect(exported).not.toContain("owner_said");
});

test("a withdrawal to the IBAN that the bank named can be paid at once", async () => {
  const somebody = await newcomer();
  await ends(await send(somebody), "approved");
  const asked = await somebody.shopper.ask(requestWithdrawal, { body: { amount: 100_000 } });
  expect(asked.body.withdrawal).toMatchObject({ dueAt: null });
});

test.each([
  ["Arabic letters and a half-space", "سارا كري\u200cمي", "approved", null],
  ["another spelling", "ساره کریمی", "left", "name"],
  ["another person", "مینا رضایی", "left", "name"],
])("the bank's name for the card's owner is compared: %s", async (_, name, state, reason) => {
  const somebody = await newcomer({ name });
  const id = await send(somebody);
  await ends(id, state, reason);
  expect(await statusOf(somebody)).toBe(state === "approved" ? "verified" : "pending");
  if (state === "left")
    expect(await checksOf(id)).toContain(`استعلام: بانک نام صاحب کارت را «${name}» گفت`);
});

test("a no leaves the request to the desk, shows the reason only there, and ends the questions", async () => {
  const phone = await newcomer({ phone: "09120000000" });
  const card = await newcomer({ nationalCode: newNationalCode() });
  await shop.sandbox.knows({
    phone: `0${card.shopper.phone}`,
    nationalCode: card.nationalCode,
    birthDate: "1370/05/12",
    cardNumber: newCardNumber(MELLI),
    name: OWNER,
    iban: IBAN,
  });
  const born = await newcomer({ birthDate: "1371/05/12" });
  const ids = [await send(phone), await send(card), await send(born)] as const;
  for (const id of ids) await ends(id, "left", "no");
  expect(await Promise.all([phone, card, born].map(statusOf))).toEqual(Array(3).fill("pending"));
  expect((await questionsOf(phone)).length).toBe(1);
  expect((await questionsOf(card)).length).toBe(2);
  expect(await checksOf(ids[0])).toContain("استعلام: شمارهٔ موبایل به نام صاحب این کد ملی نیست");
  expect(await checksOf(ids[1])).toContain("استعلام: کارت از آنِ صاحب این کد ملی نیست");
  expect(JSON.stringify((await phone.shopper.ask(getIdentityRequests)).body)).not.toContain(
    "استعلام",
  );
  // An operator decides.
  const verdict = { params: { id: ids[0] }, body: { status: "verified" as const } };
  expect((await shop.desk(decideIdentityRequest, verdict)).status).toBe(200);
  expect(await statusOf(phone)).toBe("verified");
});

test.each([
  ["phone", "html"],
  ["phone", "timeout"],
  ["card", "http_500"],
  ["card", "wrong_types"],
  ["iban", "code", { code: 429 }],
  ["iban", "code", { code: 45 }],
  ["iban", "old_state"],
] as const)(
  "%s: %s leaves the answer unknown, and a later attempt asks only the remaining questions",
  async (...fault) => {
    const [call, kind, more] = fault;
    await fails(call, kind, more);
    const somebody = await newcomer();
    const id = await send(somebody);
    await hasTried(id);
    expect(await statusOf(somebody)).toBe("pending");
    const before = (await questionsOf(somebody)).length;
    await shop.turnClock(2 * MINUTE);
    await Promise.all([shop.runJobs("inquiries"), shop.runJobs("inquiries")]);
    await ends(id, "approved");
    // The question that failed and those after it.
    const missing = { phone: 3, card: 2, iban: 1 }[call];
    expect((await questionsOf(somebody)).length - before).toBe(missing);
  },
);

test.each([
  ["a masked name", "other_shape", "name"],
  ["the owner of another card", "wrong_amount", "name"],
  ["no such card", "code", "no"],
] as const)("%s does not count as a yes", async (_, kind, reason) => {
  await newcomer({ name: "رضا محمدی" });
  await fails("iban", kind, { code: 44 });
  const somebody = await newcomer();
  await ends(await send(somebody), "left", reason);
  expect(await statusOf(somebody)).toBe("pending");
});

test("a provider that does not answer is asked three times, and then the desk is told", async () => {
  await fails("phone", "html", { times: 9 });
  const somebody = await newcomer();
  const id = await send(somebody);
  await hasTried(id);
  for (const minutes of [2, 6]) {
    await shop.turnClock(minutes * MINUTE);
    await shop.runJobs("inquiries");
  }
  await ends(id, "left", "silent");
  expect((await questionsOf(somebody)).length).toBe(3);
  expect(await checksOf(id)).toContain("استعلام بی‌پاسخ ماند؛ خودتان بررسی کنید");
});

test("an operator's decision ends the inquiry, and the data of its questions is deleted", async () => {
  await fails("phone", "html");
  const somebody = await newcomer();
  const id = await send(somebody);
  await hasTried(id);
  const body = { status: "rejected" as const, rejectionReason: "تصویر خوانا نیست" };
  expect((await shop.desk(decideIdentityRequest, { params: { id }, body })).status).toBe(200);
  expect(await inquiryOf(id)).toMatchObject({ state: "left", reason: "decided" });
  await shop.turnClock(5 * MINUTE);
  await shop.runJobs("inquiries");
  expect(await statusOf(somebody)).toBe("rejected");
  expect((await questionsOf(somebody)).length).toBe(1);
});

test("an inquiry approves no doubtful request: a known person, a known picture or a frozen account", async () => {
  const first = await newcomer();
  await ends(await send(first), "approved");
  // This is a second account of the same person, with another card.
  const twin = await newcomer({ nationalCode: first.nationalCode });
  const twinForm = { ...twin.form, nationalCode: first.nationalCode };
  const twinId = await send({ shopper: twin.shopper, form: twinForm });
  await ends(twinId, "left", "doubt");
  expect(await statusOf(twin)).toBe("pending");
  expect(await checksOf(twinId)).toContain("با همین کد ملی، حساب دیگری احراز هویت شده است");
  // This person sends the same photograph as another.
  const copy = await newcomer();
  const image = (await upload(shop, copy.shopper, png({ width: 3 + pictures - 2 }))).body.imageUrl;
  const copyId = await send({
    shopper: copy.shopper,
    form: { ...copy.form, IdentificationDocumentImage: image },
  });
  await ends(copyId, "left", "doubt");
  // This person is frozen while the inquiry is open.
  await fails("iban", "html");
  const frozen = await newcomer();
  const frozenId = await send(frozen);
  await hasTried(frozenId);
  const stop = { kind: "person" as const, id: frozen.shopper.id, reason: "آزمون" };
  expect((await shop.desk(freeze, { body: stop })).status).toBe(200);
  await shop.turnClock(2 * MINUTE);
  await shop.runJobs("inquiries");
  await ends(frozenId, "left", "doubt");
  expect(await statusOf(frozen)).toBe("pending");
});

test("an inquiry approves nobody whose identity was revoked before, in any account", async () => {
  const revoked = await newcomer();
  const firstId = await send(revoked);
  await ends(firstId, "approved");
  const because = { reason: "مدارک جعلی بود" };
  const revoke = await byTwo(shop, revokeIdentity, { params: { id: firstId }, body: because });
  expect(revoke.status).toBe(200);
  await shop.turnClock(2 * MINUTE);
  const again = { ...revoked.form, cardNumber: newCardNumber(MELLI) };
  await shop.sandbox.knows({
    phone: `0${revoked.shopper.phone}`,
    nationalCode: revoked.nationalCode,
    birthDate: "1370/05/12",
    cardNumber: again.cardNumber,
    name: OWNER,
    iban: IBAN,
  });
  const againId = await send({ shopper: revoked.shopper, form: again });
  await ends(againId, "left", "doubt");
  expect(await statusOf(revoked)).toBe("pending");
  expect(await checksOf(againId)).toContain(REVOKED_BEFORE);
  // A new account of the same person, with another card.
  const twin = await newcomer({ nationalCode: revoked.nationalCode });
  const twinForm = { ...twin.form, nationalCode: revoked.nationalCode };
  const twinId = await send({ shopper: twin.shopper, form: twinForm });
  await ends(twinId, "left", "doubt");
  expect(await checksOf(twinId)).toContain(REVOKED_BEFORE);
});

test("beyond the ceilings an operator decides, and the provider is not asked", async () => {
  const often = await newcomer({ phone: "09120000000" });
  for (let count = 0; count < 4; count++) {
    const id = await send(often);
    if (count < 3) await ends(id, "left", "no");
    else expect(await inquiryOf(id)).toBeUndefined();
    const body = { status: "rejected" as const, rejectionReason: "نام‌ها یکی نیست" };
    expect((await shop.desk(decideIdentityRequest, { params: { id }, body })).status).toBe(200);
  }
  expect((await questionsOf(often)).length).toBe(3);

  await shop.sql("UPDATE rate_limit SET count = 149 WHERE kind = 'inquiry question'");
  const late = await newcomer();
  const id = await send(late);
  await ends(id, "left", "ceiling");
  expect((await questionsOf(late)).length).toBe(1);
  expect(await checksOf(id)).toContain("سقف استعلام امروز پر شد؛ خودتان بررسی کنید");
});

test("a request without a national code waits for an operator, and an incomplete one is refused", async () => {
  const somebody = await newcomer();
  const { nationalCode, birthDate, ...form } = somebody.form;
  for (const [body, field] of [
    [{ ...form, nationalCode }, "nationalCode"],
    [{ ...form, birthDate }, "nationalCode"],
    [{ ...form, birthDate, nationalCode: "1234567890" }, "nationalCode"],
    [{ ...form, nationalCode, birthDate: "1370/13/12" }, "birthDate"],
  ] as const)
    expect((await somebody.shopper.ask(createIdentityRequest, { body })).body).toMatchObject({
      code: "invalid",
      fields: { [field]: expect.any(String) as string },
    });
  const answer = await somebody.shopper.ask(createIdentityRequest, { body: form });
  expect(answer.status).toBe(200);
  expect(await inquiryOf(answer.body.authorization.id)).toBeUndefined();
});

/** A person whose identity was verified by an inquiry or, with `byHand`, by an operator. */
async function verified({ byHand = false } = {}): Promise<Newcomer> {
  const somebody = await newcomer(byHand ? { phone: "09120000000" } : {});
  const id = await send(somebody);
  await ends(id, byHand ? "left" : "approved", byHand ? "no" : null);
  if (byHand)
    expect(
      (await shop.desk(decideIdentityRequest, { params: { id }, body: { status: "verified" } }))
        .status,
    ).toBe(200);
  return somebody;
}

/** The form of a later card. The provider knows the same facts, unless `known` says otherwise. */
async function laterCard(somebody: Newcomer, known: Partial<KnownPerson> = {}) {
  const { shopper, nationalCode } = somebody;
  const cardNumber = newCardNumber(MELLI);
  const about = { phone: `0${shopper.phone}`, nationalCode, birthDate: "1370/05/12", name: OWNER };
  await shop.sandbox.knows({ ...about, cardNumber, iban: IBAN, ...known });
  const image = (await upload(shop, shopper, png({ width: 3 + ++pictures }))).body.imageUrl;
  const form = { cardNumber, cardOwner: OWNER, cardImage: image, nationalCode, birthDate: BIRTH };
  return { shopper, cardNumber, form };
}
type LaterCard = Awaited<ReturnType<typeof laterCard>>;

async function add({ shopper, form }: LaterCard, changes: Record<string, unknown> = {}) {
  const answer = await shopper.ask(addBankCard, { body: { ...form, ...changes } });
  expect(answer).toMatchObject({ status: 200, body: { bankCard: { status: "pending" } } });
  return answer.body.bankCard.id;
}
const cardOf = async ({ shopper, cardNumber }: Pick<LaterCard, "shopper" | "cardNumber">) =>
  (await shopper.ask(getBankCards)).body.bankCards.find((card) => card.cardNumber === cardNumber);

test("a later card is approved by the same inquiry, without asking about the phone again", async () => {
  const somebody = await verified();
  expect((await somebody.shopper.ask(getBankCards)).body.asksNationalCode).toBe(true);
  const card = await laterCard(somebody);
  const { shopper, cardNumber } = card;
  const before = (await questionsOf(card)).length;
  const id = await add(card);
  await ends(id, "approved");

  // The card has the bank's IBAN, is not the default, and like each later card is paid after a day.
  expect(await cardOf(card)).toMatchObject({
    status: "verified",
    iban: IBAN,
    isDefault: false,
    paysOutFrom: expect.any(String) as string,
  });
  const query = { about: id, operator: "inquiry:zibal" as const };
  expect((await shop.desk(listDecisions, { query })).body.decisions).toMatchObject([
    { subject: "bank_card", verdict: "verified", before: "pending", after: "verified" },
  ]);
  await shop.runJobs("sms");
  const texts = (await shop.sandbox.messages(shopper.phone)).map(({ text }) => text);
  expect(texts.join()).toContain(cardNumber.slice(-4));

  const { nationalCode } = somebody;
  expect((await questionsOf(card)).slice(0, -before)).toEqual([
    { cardNumber },
    { cardNumber, nationalCode, birthDate: "1370/05/12" },
  ]);
  expect(JSON.stringify(await shop.sql("SELECT * FROM inquiry"))).not.toContain(nationalCode);
  expect(await shop.sql("SELECT 1 FROM inquiry WHERE person_sealed <> ''")).toEqual([]);
});

test("a later card of a person whom an operator verified needs all three answers", async () => {
  const somebody = await verified({ byHand: true });
  const card = await laterCard(somebody);
  const before = (await questionsOf(card)).length;
  await ends(await add(card), "approved");
  expect((await questionsOf(card)).length - before).toBe(3);
  expect(await cardOf(card)).toMatchObject({ status: "verified" });
});

test("without a national code only the bank is asked about a later card, and an operator decides", async () => {
  const card = await laterCard(await verified());
  const before = (await questionsOf(card)).length;
  const id = await add(card, { nationalCode: undefined, birthDate: undefined });
  await ends(id, "left", "partly");
  expect((await questionsOf(card)).length - before).toBe(1);
  expect(await cardOf(card)).toMatchObject({ status: "pending", iban: "" });
  expect(await checksOf(id, "bank_card")).toEqual(
    expect.arrayContaining([
      "استعلام: بانک همین نام را برای صاحب کارت گفت",
      "همهٔ استعلام‌های لازم روشن نیست؛ تصمیم با شماست",
    ]),
  );
  const verdict = { params: { id }, body: { status: "verified" as const } };
  expect((await shop.desk(decideBankCard, verdict)).status).toBe(200);
  expect(await cardOf(card)).toMatchObject({ status: "verified" });
  for (const [changes, field] of [
    [{ birthDate: undefined }, "nationalCode"],
    [{ nationalCode: "1234567890" }, "nationalCode"],
  ] as const)
    expect(
      (await card.shopper.ask(addBankCard, { body: { ...card.form, ...changes } })).body,
    ).toMatchObject({ code: "invalid", fields: { [field]: expect.any(String) as string } });
});

test("a no, another name or another person's phone leaves a later card to the desk, with the answers", async () => {
  const somebody = await verified();
  const another = await laterCard(somebody, { nationalCode: newNationalCode() });
  const anotherId = await add(another);
  const named = await laterCard(somebody, { name: "مینا رضایی" });
  const namedId = await add(named);
  await ends(anotherId, "left", "no");
  await ends(namedId, "left", "name");
  expect(await checksOf(anotherId, "bank_card")).toContain(
    "استعلام: کارت از آنِ صاحب این کد ملی نیست",
  );
  expect(await checksOf(namedId, "bank_card")).toContain(
    "استعلام: بانک نام صاحب کارت را «مینا رضایی» گفت",
  );
  // For another national code than the account's, the owner of the phone is asked about first.
  const stolen = await verified();
  const code = newNationalCode();
  const theirs = await laterCard(stolen, { nationalCode: code, phone: "09120000000" });
  const theirsId = await add(theirs, { nationalCode: code });
  await ends(theirsId, "left", "no");
  for (const card of [another, named, theirs])
    expect(await cardOf(card)).toMatchObject({ status: "pending", rejectionReason: null });
  expect(JSON.stringify((await theirs.shopper.ask(getBankCards)).body)).not.toContain("استعلام");
});

test("nothing is asked about a card in another name, or of a person without a verified identity", async () => {
  const somebody = await verified();
  const card = await laterCard(somebody);
  const before = (await questionsOf(card)).length;
  expect(await inquiryOf(await add(card, { cardOwner: "مینا رضایی" }))).toBeUndefined();
  const nobody = await newcomer();
  const early = await laterCard(nobody);
  expect((await nobody.shopper.ask(getBankCards)).body.asksNationalCode).toBe(false);
  expect(await inquiryOf(await add(early))).toBeUndefined();
  expect((await questionsOf(card)).length).toBe(before);
  expect(await questionsOf(early)).toEqual([]);
});

test("a later card waits while the provider does not answer, and deleting the card ends the inquiry", async () => {
  const somebody = await verified();
  await fails("card", "html");
  const card = await laterCard(somebody);
  const id = await add(card);
  await hasTried(id);
  expect(await cardOf(card)).toMatchObject({ status: "pending" });
  await shop.turnClock(2 * MINUTE);
  await Promise.all([shop.runJobs("inquiries"), shop.runJobs("inquiries")]);
  await ends(id, "approved");
  await shop.turnClock(0);

  // The identity is no longer verified when the answer comes.
  await fails("card", "http_500");
  const late = await laterCard(somebody);
  const lateId = await add(late);
  await hasTried(lateId);
  const setStatus = (status: string) =>
    shop.sql("UPDATE identity_request SET status = ?2 WHERE user_id = ?1", late.shopper.id, status);
  await setStatus("rejected");
  await shop.turnClock(2 * MINUTE);
  await shop.runJobs("inquiries");
  await ends(lateId, "left", "doubt");
  expect(await cardOf(late)).toMatchObject({ status: "pending" });
  await setStatus("verified");
  await shop.turnClock(0);
  await shop.sql("DELETE FROM rate_limit");

  await fails("card", "timeout");
  const removed = await laterCard(somebody);
  const removedId = await add(removed);
  await hasTried(removedId);
  const gone = await somebody.shopper.ask(deleteBankCard, { params: { id: removedId } });
  expect(gone.status).toBe(200);
  expect(await inquiryOf(removedId)).toMatchObject({ state: "left", reason: "decided" });
  await shop.turnClock(5 * MINUTE);
  const before = (await questionsOf(removed)).length;
  await shop.runJobs("inquiries");
  expect((await questionsOf(removed)).length).toBe(before);
});

test("a card that operators revoked before is not approved by an inquiry when it is added again", async () => {
  const somebody = await verified();
  const card = await laterCard(somebody);
  const params = { id: await add(card) };
  await ends(params.id, "approved");
  const body = { reason: "کارت از آنِ دیگری بود" };
  expect((await byTwo(shop, revokeBankCard, { params, body })).status).toBe(200);
  expect((await card.shopper.ask(deleteBankCard, { params })).status).toBe(200);
  const againId = await add(card);
  await ends(againId, "left", "doubt");
  expect(await checksOf(againId, "bank_card")).toContain(REVOKED_BEFORE);
});

test("an owner sees which settings enable which questions, and counts of results, but no secret", async () => {
  const before = (await shop.desk(showInquiries)).body;
  expect(before).toMatchObject({
    facts: ["phone", "card", "iban"],
    canApprove: true,
    hasToken: true,
    questionsPerDay: 150,
    questionsToday: 0,
  });
  const somebody = await verified();
  const card = await laterCard(somebody, { name: "مینا رضایی" });
  await ends(await add(card), "left", "name");
  await fails("card", "html");
  const silent = await laterCard(somebody);
  const id = await add(silent);
  await hasTried(id);
  const { body } = await shop.desk(showInquiries);
  expect(body.waiting - before.waiting).toBe(1);
  expect(body.questionsToday).toBe(3 + 2 + 1);
  for (const span of ["today", "week"] as const) {
    expect(body[span].approved - before[span].approved).toBe(1);
    expect(body[span].doubtful - before[span].doubtful).toBe(1);
  }
  await shop.sql("UPDATE inquiry SET attempts = 3, next_attempt_at = 1 WHERE card_id = ?1", id);
  await shop.runJobs("inquiries");
  await shop.sql(
    "UPDATE inquiry SET created_at = created_at - ?1 WHERE reason = 'name' AND card_id IS NOT NULL",
    24 * 60 * MINUTE,
  );
  const after = (await shop.desk(showInquiries)).body;
  expect(after.today.failed - body.today.failed).toBe(1);
  expect(after.today.doubtful).toBeLessThan(body.today.doubtful);
  expect(after.week.doubtful).toBe(body.week.doubtful);
  expect(JSON.stringify(after)).not.toContain('sandbox"');
});
