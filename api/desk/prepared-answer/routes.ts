import { Hono } from "hono";
import {
  PREPARED_ANSWERS_MAX,
  type PreparedAnswer,
  changePreparedAnswer,
  makePreparedAnswer,
  preparedAnswerRefusals,
} from "../../../contract/desk/prepared-answer.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { runBatch, readAll, readFirst } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { randomId } from "../../base/vault.ts";
import * as statements from "./statements.ts";
import { toIso } from "../../base/time.ts";

/** Prepared answers. Every operator who may answer tickets can read and change them. */
export const deskPreparedAnswers = new Hono<OperatorEnv>();

deskPreparedAnswers.get("/", async (c) => {
  const results = await readAll(
    statements.findPreparedAnswers(c.var.shop.db, PREPARED_ANSWERS_MAX),
  );
  return c.json({ preparedAnswers: results.map(show) });
});

deskPreparedAnswers.post("/", body(makePreparedAnswer.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const written = { ...c.var.body, id: randomId(), operator: operator.name };
  const isMade = await runBatch(db, [
    ...statements.insertAnswer(db, written, PREPARED_ANSWERS_MAX, moment),
    noteDecision({ db, operator, moment }, "prepared_answer", written.id, "made", {
      note: written.title,
    }),
  ]);
  const row = await findTitled(db, written.title);
  // A repeated request finds the prepared answer that the first request made.
  const isSame = row?.content === written.text && row.changed_by === operator.name;
  if (row && (isMade || isSame))
    return c.json({ message: "پاسخ آماده نوشته شد.", preparedAnswer: show(row) });
  return refuse(c, row ? preparedAnswerRefusals.titleTaken : preparedAnswerRefusals.tooMany);
});

deskPreparedAnswers.put("/:id", body(changePreparedAnswer.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const { version, ...text } = c.var.body;
  const written = { ...text, id: c.req.param("id"), operator: operator.name };
  const before = await find(db, written.id);
  if (!before) return refuse(c, refusals.notFound);
  const isSame = (row: statements.PreparedAnswerRow | null) =>
    row?.title === written.title && row.content === written.text;
  const said = { message: "پاسخ آماده عوض شد." };
  // A prepared answer that is already as requested needs no change, so a repeated request does
  // nothing more.
  if (isSame(before)) return c.json({ ...said, preparedAnswer: show(before) });
  const isChanged = await runBatch(db, [
    ...statements.changeAnswer(db, written, version, moment),
    noteDecision({ db, operator, moment }, "prepared_answer", written.id, "changed", {
      note: before.content,
      before: before.title,
      after: written.title,
    }),
  ]);
  const after = await find(db, written.id);
  if (isChanged && after) return c.json({ ...said, preparedAnswer: show(after) });
  const titled = await findTitled(db, written.title);
  return refuse(
    c,
    titled && titled.id !== written.id
      ? preparedAnswerRefusals.titleTaken
      : preparedAnswerRefusals.stale,
  );
});

deskPreparedAnswers.delete("/:id", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const before = await find(db, c.req.param("id"));
  if (!before) return refuse(c, refusals.notFound);
  const isDeleted = await runBatch(db, [
    ...statements.deleteAnswer(db, before.id),
    noteDecision({ db, operator, moment: shop.now() }, "prepared_answer", before.id, "deleted", {
      note: before.content,
      before: before.title,
    }),
  ]);
  return isDeleted ? c.json({ message: "پاسخ آماده پاک شد." }) : refuse(c, refusals.notFound);
});

const find = (db: D1Database, id: string) => readFirst(statements.findPreparedAnswer(db, id));
const findTitled = (db: D1Database, title: string) =>
  readFirst(statements.findAnswerByTitle(db, title));

function show(row: statements.PreparedAnswerRow): PreparedAnswer {
  return {
    id: row.id,
    title: row.title,
    text: row.content,
    version: row.version,
    changedBy: row.changed_by,
    changedAt: toIso(row.changed_at),
  };
}
