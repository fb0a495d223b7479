import { describe, expect, test } from "vitest";
import { OLDEST } from "../../../api/base/page.ts";
import { findPendingNameRequests } from "../../../api/people/name-request/decide-statements.ts";
import { decideNameRequest, listNameRequests } from "../../../contract/desk/name-request.ts";
import { findPerson } from "../../../contract/desk/user.ts";
import { NAME_REQUESTS_PER_DAY_MAX, createNameRequest } from "../../../contract/name-request.ts";
import { getProfile, updateProfile } from "../../../contract/user.ts";
import type { TestShopper } from "../../support/shop.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** Names that an identity proved, and how they change. */

const shop = useSharedShop();

const profile = async (shopper: TestShopper) => (await shopper.ask(getProfile)).body.user;
const names = async (shopper: TestShopper) => {
  const { firstName, lastName } = await profile(shopper);
  return [firstName, lastName];
};
const update = (shopper: TestShopper, body: object) => shopper.askUntyped(updateProfile, { body });
const ask = (shopper: TestShopper, body: object = {}) =>
  shopper.askUntyped(createNameRequest, {
    body: { firstName: "سارا", lastName: "کریمی", reason: "نامم در ثبت احوال عوض شد", ...body },
  });
const decide = (id: string, body: object) =>
  shop.deskUntyped(decideNameRequest, { params: { id }, body });
const LOCKED = { status: 409, body: { code: "name_locked" } };

describe("a proven name", () => {
  test("stays: an account cannot be renamed to the name on a stranger's card", async () => {
    const shopper = await shop.newShopper();
    expect(await update(shopper, { firstName: "دزد", lastName: "شب" })).toMatchObject(LOCKED);
    expect(await update(shopper, { lastName: "شب", email: "x@armaghan.example" })).toMatchObject(
      LOCKED,
    );
    expect(await profile(shopper)).toMatchObject({
      firstName: "آزمون",
      lastName: "آزمون",
      email: "",
    });
    const same = { firstName: " آزمون ", lastName: "آزمون", email: "x@armaghan.example" };
    expect((await update(shopper, same)).status).toBe(200);
    expect((await profile(shopper)).email).toBe("x@armaghan.example");
  });

  test("can be typed into an empty name field, but no other name can", async () => {
    const shopper = await shop.newShopper({ hasNames: false });
    for (const body of [
      { firstName: "دزد", lastName: "شب" },
      { firstName: "سارا", lastName: "شب" },
      { firstName: "دزد" },
      { lastName: "شب" },
    ])
      expect(await update(shopper, body)).toMatchObject(LOCKED);
    expect((await update(shopper, { firstName: "سارا" })).status).toBe(200);
    expect(await update(shopper, { lastName: "شب" })).toMatchObject(LOCKED);
    expect((await update(shopper, { lastName: "كريمي" })).status).toBe(200);
    expect(await names(shopper)).toEqual(["سارا", "کریمی"]);
    const free = await shop.newShopper({ isVerified: false });
    expect((await update(free, { firstName: "دزد", lastName: "شب" })).status).toBe(200);
  });

  test("is shown to operators beside what the account says", async () => {
    const { phone } = await shop.newShopper();
    const other = await shop.newShopper({ isVerified: false });
    const found = async (of: string) =>
      (await shop.desk(findPerson, { body: { phone: of } })).body.person.provenOwner;
    expect([await found(phone), await found(other.phone)]).toEqual(["آزمون آزمون", null]);
  });
});

describe("a request for another name", () => {
  test("is decided by an operator, with the reason and both names recorded, and an SMS", async () => {
    const shopper = await shop.newShopper();
    const filed = await ask(shopper);
    expect(filed).toMatchObject({
      status: 200,
      body: { nameRequest: { firstName: "سارا", lastName: "کریمی", status: "pending" } },
    });
    expect(await ask(shopper)).toMatchObject({ status: 409, body: { code: "name_request_open" } });
    const id = String(filed.body.nameRequest.id);
    const rows = (await shop.desk(listNameRequests)).body.nameRequests;
    expect(rows.find((row) => row.id === id)).toMatchObject({
      person: { id: shopper.id, firstName: "آزمون", provenOwner: "آزمون آزمون" },
      reason: "نامم در ثبت احوال عوض شد",
    });
    expect((await decide(id, { status: "verified" })).status).toBe(422);
    const verdicts = await Promise.all([
      decide(id, { status: "verified", reason: "شناسنامهٔ تازه را دیدم" }),
      decide(id, { status: "rejected", rejectionReason: "سندی نبود" }),
      decide(id, { status: "verified", reason: "شناسنامهٔ تازه را دیدم" }),
    ]);
    expect(verdicts.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const noted = await shop.sql<{ verdict: string; note: string }>(
      "SELECT verdict, note FROM desk_decision WHERE subject = 'person' AND subject_id = ?1",
      shopper.id,
    );
    const isVerified = noted[0]?.verdict === "renamed";
    expect(noted).toHaveLength(1);
    expect(noted[0]?.note).toContain("(«آزمون آزمون» ← «سارا کریمی»)");
    expect(await names(shopper)).toEqual(isVerified ? ["سارا", "کریمی"] : ["آزمون", "آزمون"]);
    await shop.runJobs("sms");
    expect(await shop.sandbox.messages(shopper.phone)).toHaveLength(1);
    expect((await decide("none", { status: "verified", reason: "هیچ کس" })).status).toBe(404);
  });

  test("can be refused, and its reason is shown; the name stays locked", async () => {
    const shopper = await shop.newShopper();
    const id = String((await ask(shopper)).body.nameRequest.id);
    await decide(id, { status: "rejected", rejectionReason: "سندی پیوست نبود" });
    expect(await profile(shopper)).toMatchObject({
      firstName: "آزمون",
      nameRequest: { status: "rejected", rejectionReason: "سندی پیوست نبود" },
    });
    const again = String((await ask(shopper)).body.nameRequest.id);
    expect((await decide(again, { status: "verified", reason: "سند رسید" })).status).toBe(200);
    expect(await names(shopper)).toEqual(["سارا", "کریمی"]);
    expect(await update(shopper, { firstName: "آزمون" })).toMatchObject(LOCKED);
    await shop.sql(
      "UPDATE rate_limit SET count = ?1 WHERE who = ?2",
      NAME_REQUESTS_PER_DAY_MAX,
      shopper.id,
    );
    expect((await ask(shopper)).status).toBe(429);
  });

  test("is for proven names alone, and each field is checked", async () => {
    const shopper = await shop.newShopper({ isVerified: false });
    expect(await ask(shopper)).toMatchObject({ status: 409, body: { code: "name_not_proven" } });
    expect(await ask(shopper, { firstName: "", reason: "" })).toMatchObject({
      status: 422,
      body: {
        fields: {
          firstName: "لطفاً نام خود را وارد کنید.",
          reason: "لطفاً دلیل تغییر نام را بنویسید.",
        },
      },
    });
    expect((await shop.askUntyped(createNameRequest, { body: {} })).status).toBe(401);
    const { detours } = await shop.measure((db) => findPendingNameRequests(db, OLDEST, 51));
    expect(detours).toEqual([]);
  });
});
