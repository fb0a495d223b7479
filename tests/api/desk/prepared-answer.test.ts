import { expect, test } from "vitest";
import {
  changePreparedAnswer,
  deletePreparedAnswer,
  listPreparedAnswers,
  makePreparedAnswer,
} from "../../../contract/desk/prepared-answer.ts";
import { getDeskTicket } from "../../../contract/desk/ticket.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { newOperator } from "../../support/operator.ts";
import { newCharacters } from "../../support/random-of-test.ts";
import { useSharedShop } from "../../support/use-shop.ts";

/** Answers to tickets that the shop has prepared. Section 10.24. */

const shop = useSharedShop();

const list = async () => (await shop.desk(listPreparedAnswers)).body.preparedAnswers;

test("the shop comes with some prepared answers, with fields for name, code and deadline", async () => {
  const answers = await list();
  const own = answers.filter(({ changedBy }) => changedBy === null);
  expect(own).toHaveLength(6);
  for (const place of ["{نام}", "{کد}", "{مهلت}"])
    expect(own.some(({ text }) => text.includes(place))).toBe(true);
});

test("support writes, changes and deletes prepared answers, viewers see none, and a repeated call acts once", async () => {
  const support = await newOperator(shop, { role: "support" });
  const viewer = await newOperator(shop, { role: "viewer" });
  const body = { title: `سلام ${newCharacters(6)}`, text: "سلام {نام} عزیز" };
  expect((await viewer.ask(listPreparedAnswers)).status).toBe(403);
  expect((await viewer.ask(makePreparedAnswer, { body })).status).toBe(403);
  const [first, second] = await Promise.all([
    support.ask(makePreparedAnswer, { body }),
    support.ask(makePreparedAnswer, { body }),
  ]);
  expect(first.body).toEqual(second.body);
  const { id, version } = first.body.preparedAnswer;
  const taken = await shop.desk(makePreparedAnswer, { body: { ...body, text: "متن دیگر" } });
  expect(taken.body).toMatchObject({ code: "title_taken" });

  const params = { id };
  const mine = { ...body, text: "درود {نام} عزیز", version };
  expect((await support.ask(changePreparedAnswer, { params, body: mine })).status).toBe(200);
  // The same change again succeeds, and a different change of the version read before is stale.
  expect((await support.ask(changePreparedAnswer, { params, body: mine })).status).toBe(200);
  const stale = await shop.desk(changePreparedAnswer, {
    params,
    body: { ...mine, text: "نوشتهٔ همکار" },
  });
  expect(stale.body).toMatchObject({ code: "stale_answer" });

  expect((await support.ask(deletePreparedAnswer, { params })).status).toBe(200);
  expect((await support.ask(deletePreparedAnswer, { params })).status).toBe(404);
  expect((await list()).map((answer) => answer.id)).not.toContain(id);
  const lines = await shop.sql(
    "SELECT operator, verdict, note FROM desk_decision WHERE subject_id = ?1 ORDER BY rowid",
    id,
  );
  expect(lines).toEqual([
    { operator: support.name, verdict: "made", note: body.title },
    { operator: support.name, verdict: "changed", note: body.text },
    { operator: support.name, verdict: "deleted", note: mine.text },
  ]);
});

test("a ticket provides the fields of prepared answers: its subject and the promised time", async () => {
  const shopper = await shop.newShopper();
  const body = { title: "پرسش", description: "کد از چه کشوری است؟" };
  const { id } = (await shopper.ask(createTicket, { body })).body.ticket;
  const { ticket } = (await shop.desk(getDeskTicket, { params: { id } })).body;
  expect(ticket.aboutWords).toBe("");
  const hours = (Date.parse(ticket.dueAt ?? "") - Date.parse(ticket.createdAt)) / 3_600_000;
  expect(hours).toBe(2);
});
