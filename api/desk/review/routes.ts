import { Hono } from "hono";
import type { z } from "zod";
import { type Review, endReview, listReviews } from "../../../contract/desk/review.ts";
import { body, query, refuse } from "../../base/context.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { showPerson } from "../../base/person.ts";
import { byCreation, readPage } from "../../base/page.ts";
import { decideReview } from "./end.ts";
import { type ReviewRow, findReviews } from "../../buying/payment/review-statements.ts";
import { toIso } from "../../base/time.ts";

export const deskReviews = new Hono<OperatorEnv>();

deskReviews.get("/", query(listReviews.query), async (c) => {
  const { page, nextCursor } = await readPage(c.var, findReviews, byCreation);
  return c.json({ reviews: page.map(show), nextCursor });
});

deskReviews.put("/:id", body(endReview.body), async (c) => {
  const refusal = await decideReview(c.var.shop, c.req.param("id"), c.var.body, c.var.operator);
  if (refusal !== null) return refuse(c, refusal);
  const isOnCard = c.var.body.moneyIs === "on_card";
  return c.json({
    message: isOnCard ? "ثبت شد که مبلغ به کارت بازگشته است." : "مبلغ به کیف پول شخص افزوده شد.",
  });
});

function show(row: ReviewRow): z.infer<typeof Review> {
  return {
    id: row.id,
    kind: row.kind,
    amount: row.amount_toman,
    person: showPerson(row),
    authority: row.authority,
    refId: row.ref_id,
    orderId: row.order_id,
    orderNumber: row.order_number,
    reason: row.reason,
    createdAt: toIso(row.created_at),
  };
}
