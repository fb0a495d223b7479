import { type Context, Hono } from "hono";
import { z } from "zod";
import { type Env, providersState } from "./environment.ts";
import { answerOrFail } from "./faults.ts";
import { InquiredPerson } from "./inquiry-rows.ts";

/**
 * The inquiries of Zibal's platform about the owners of phones and cards. The people are set by
 * `PUT /sandbox/inquiry/people.json`, and the inquiries are counted.
 */

const REJECTED_STATUSES = 2;
const NOT_FOUND = 44;
const BAD_INPUT = 6;

const success = (data: unknown) => Response.json({ result: 1, message: "success", data });
/** A code from 400 on is an HTTP status; a smaller one is a result code of the platform. */
const failure = (code: number) =>
  code >= 400
    ? Response.json({ message: "too many" }, { status: code })
    : Response.json({ result: code, message: "failed" });

type Work = (people: InquiredPerson[], body: unknown, isOther: boolean) => Response;

function facilityCall(call: "phone" | "card" | "iban", work: Work, masked?: Work) {
  return async (c: Context<{ Bindings: Env }>) => {
    const body: unknown = await c.req.json().catch(() => null);
    const isLetIn = /^Bearer \S+$/.test(c.req.header("authorization") ?? "");
    await providersState(c.env).countInquiry(JSON.stringify(body));
    const people = await providersState(c.env).listInquiredPeople();
    const answer = (how: Work, isOther = false) =>
      Promise.resolve(isLetIn ? how(people, body, isOther) : failure(REJECTED_STATUSES));
    return answerOrFail(c.env, "zibal-inquiry", call, () => answer(work), {
      failure,
      wrongTypes: () => success({ matched: "yes", name: 7, IBAN: null }),
      // Answers about another card than the requested one.
      wrongAmount: () => answer(work, true),
      otherShape: () => answer(masked ?? work),
      // The inquiry was accepted, but has no result yet.
      oldState: () => Promise.resolve(success({ status: "pending" })),
    });
  };
}

const isPhoneOf: Work = (people, body) => {
  const asked = InquiredPerson.pick({ nationalCode: true })
    .extend({ mobile: z.string().regex(/^09\d{9}$/) })
    .safeParse(body).data;
  if (!asked) return failure(BAD_INPUT);
  const { mobile, nationalCode } = asked;
  return success({
    matched: people.some((one) => one.phone === mobile && one.nationalCode === nationalCode),
  });
};

const isCardOf: Work = (people, body) => {
  const asked = InquiredPerson.pick({ nationalCode: true, birthDate: true, cardNumber: true })
    .strict()
    .safeParse(body).data;
  if (!asked) return failure(BAD_INPUT);
  const owner = people.find((one) => one.cardNumber === asked.cardNumber);
  if (!owner) return failure(NOT_FOUND);
  const { nationalCode, birthDate } = asked;
  return success({ matched: owner.nationalCode === nationalCode && owner.birthDate === birthDate });
};

function ownerOf(people: InquiredPerson[], body: unknown, isOther: boolean) {
  const asked = InquiredPerson.pick({ cardNumber: true }).strict().safeParse(body).data;
  const owner = people.findLast((one) => (one.cardNumber === asked?.cardNumber) !== isOther);
  return asked && owner;
}

const showOwner: Work = (people, body, isOther) => {
  const owner = ownerOf(people, body, isOther);
  return owner
    ? success({ name: owner.name, IBAN: owner.iban, bankName: "بانک ملی" })
    : failure(NOT_FOUND);
};

const showMasked: Work = (people, body) => {
  const owner = ownerOf(people, body, false);
  if (!owner) return failure(NOT_FOUND);
  return success({ name: owner.name.replace(/\S(?=\s|$)/g, "*"), IBAN: owner.iban, bankName: "" });
};

export const inquiryRoutes = new Hono<{ Bindings: Env }>()
  .put("/people.json", async (c) => {
    const person = InquiredPerson.safeParse(await c.req.json().catch(() => null));
    if (!person.success) return c.json({ message: person.error.message }, 422);
    await providersState(c.env).addInquiredPerson(person.data);
    return c.json(person.data);
  })
  .get("/questions.json", async (c) => c.json(await providersState(c.env).listInquiries()))
  .post("/v1/facility/shahkarInquiry", facilityCall("phone", isPhoneOf))
  .post("/v1/facility/checkCardWithNationalCode", facilityCall("card", isCardOf))
  .post("/v1/facility/cardToIban", facilityCall("iban", showOwner, showMasked));
