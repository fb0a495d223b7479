import { Hono } from "hono";
import { CLOSURE_DAYS_MAX, closeShop, closureRefusals } from "../../../contract/desk/closure.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { formatComing } from "../../../persian/dates.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { readFirst, readTogether, runBatch } from "../../base/batch.ts";
import { type ClosureRow, findClosure, showDeskClosure } from "../../base/closure.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { DAY_MS } from "../../base/time.ts";
import { randomId } from "../../base/vault.ts";
import * as statements from "./statements.ts";

/** Closing the shop to shoppers, and opening it again. Section 10.39. */
export const deskClosure = new Hono<OperatorEnv>();

deskClosure.get("/", async (c) => {
  const { db, settings, now } = c.var.shop;
  const moment = now();
  const [[closure], [underWay]] = await readTogether(db, [
    findClosure(db, moment),
    statements.countUnderWay(db, settings.SMS_TEMPLATE_GIFT, moment),
  ]);
  return c.json({
    closure: closure ? showDeskClosure(closure) : null,
    underWay: {
      payments: underWay?.payments ?? 0,
      heldCodes: underWay?.held_codes ?? 0,
      gifts: underWay?.gifts ?? 0,
    },
  });
});

deskClosure.post("/", body(closeShop.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { reason, reopensAt } = c.var.body;
  const moment = shop.now();
  const reopens = reopensAt === null ? null : Date.parse(reopensAt);
  const sentence = reopens === null ? null : findWrongTime(reopens, moment);
  if (sentence !== null) return refuse(c, refusals.invalid, { fields: { reopensAt: sentence } });
  const row: ClosureRow = {
    id: randomId(),
    reason,
    closed_by: operator.name,
    closed_at: moment,
    reopens_at: reopens,
  };
  const isClosed = await runBatch(db, [
    ...statements.insertClosure(db, row),
    noteDecision({ db, operator, moment }, "closure", row.id, "shop_closed", { note: reason }),
  ]);
  if (!isClosed) return refuse(c, closureRefusals.alreadyClosed);
  const until = reopens === null ? "تا وقتی بازش کنید" : `تا ${formatComing(reopens, moment)}`;
  return c.json({ message: `فروشگاه بسته شد، ${until}.`, closure: showDeskClosure(row) });
});

deskClosure.delete("/:id", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const closure = await readFirst(findClosure(db, moment));
  const id = c.req.param("id");
  if (closure?.id !== id) {
    const known = await readFirst(statements.findClosureById(db, id));
    return refuse(c, known ? closureRefusals.alreadyOpen : refusals.notFound);
  }
  const isOpened = await runBatch(db, [
    ...statements.endClosure(db, closure.id, moment),
    noteDecision({ db, operator, moment }, "closure", closure.id, "shop_opened"),
  ]);
  return isOpened ? c.json({ message: "فروشگاه باز شد." }) : refuse(c, closureRefusals.alreadyOpen);
});

function findWrongTime(reopensAt: number, now: number): string | null {
  if (reopensAt <= now) return "این ساعت گذشته است.";
  return reopensAt > now + CLOSURE_DAYS_MAX * DAY_MS
    ? `حداکثر تا ${toPersianDigits(CLOSURE_DAYS_MAX)} روز دیگر؛ برای بیشتر، «تا خودم باز کنم» را انتخاب کنید.`
    : null;
}
