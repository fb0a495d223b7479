import {
  callGiftBack,
  giveCode,
  GIFTS_PER_DAY_MAX,
  GIFT_AHEAD_DAYS_MAX,
  GIFT_MESSAGE_MAX,
  GIFT_MISSES_PER_MINUTE_MAX,
  GIFT_NAME_MAX,
  GIFT_PROBLEM_DAYS_MAX,
  lookAtGift,
  openGift,
} from "../../../contract/gift.ts";
import { createTicket } from "../../../contract/ticket.ts";
import { giftOf } from "../gifts.ts";
import { withItems } from "./buying.ts";
import { allowsOnly, constant, endsAfter, expectAnswer, letters, type Limit } from "./limit.ts";
import { type Stage } from "./stage.ts";
import { DAY, HOUR } from "../../support/time.ts";

const GIFT = "contract/gift.ts";
/** Makes a shopper with an unread code; `give` makes it a gift. */
async function withCode(stage: Stage) {
  const { shopper, buy } = await withItems(stage);
  const orderItemId = await buy();
  const [code] = await stage.shop.sql(
    "SELECT id FROM code WHERE order_item_id = ?1 AND status = 'sold'",
    orderItemId,
  );
  const give = (wish: { recipient?: string; message?: string; opensAt?: string } = {}) =>
    shopper.ask(giveCode, { body: { ...giftOf(String(code?.["id"])), ...wish } });
  return { shopper, orderItemId, give };
}

const allowsGift = async (
  stage: Stage,
  inside: { recipient?: string; message?: string; opensAt?: string },
  beyond: typeof inside,
  code?: string,
) => {
  const { give } = await withCode(stage);
  expectAnswer(await give(beyond), code ?? "invalid");
  expectAnswer(await give(inside));
};

export const limitsOfGift: Limit[] = [
  constant(GIFT, "GIFTS_PER_DAY_MAX", "2_000", async (stage) => {
    const { shopper, give } = await withCode(stage);
    const giveAndCallBack = async () => {
      const given = await give();
      if (given.status === 200)
        await shopper.ask(callGiftBack, { params: { giftId: given.body.gift.id } });
      return given;
    };
    await endsAfter(GIFTS_PER_DAY_MAX, giveAndCallBack, "gift_too_many");
  }),
  constant(GIFT, "GIFT_AHEAD_DAYS_MAX", "3_000", (stage) => {
    const end = stage.now() + GIFT_AHEAD_DAYS_MAX * DAY;
    return allowsGift(
      stage,
      { opensAt: new Date(end).toISOString() },
      { opensAt: new Date(end + 1).toISOString() },
      "gift_too_far_ahead",
    );
  }),
  constant(GIFT, "GIFT_NAME_MAX", "10_000", (stage) =>
    allowsGift(
      stage,
      { recipient: letters(GIFT_NAME_MAX) },
      { recipient: letters(GIFT_NAME_MAX + 1) },
    ),
  ),
  constant(GIFT, "GIFT_MESSAGE_MAX", "10_000", (stage) =>
    allowsGift(
      stage,
      { message: letters(GIFT_MESSAGE_MAX) },
      { message: letters(GIFT_MESSAGE_MAX + 1) },
    ),
  ),
  constant(GIFT, "GIFT_MISSES_PER_MINUTE_MAX", "2_000", async (stage) => {
    const guess = () => stage.anyone(lookAtGift, { body: { token: "A".repeat(24) } });
    await endsAfter(GIFT_MISSES_PER_MINUTE_MAX, guess, "too_many", "gift_not_found");
  }),
  constant(GIFT, "GIFT_PROBLEM_DAYS_MAX", "3_000", async (stage) => {
    const reportAfter = async (ms: number) => {
      const { shopper, orderItemId, give } = await withCode(stage);
      const given = await give();
      expectAnswer(given);
      stage.pass(GIFT_PROBLEM_DAYS_MAX * DAY - HOUR);
      const token = given.body.gift.link?.split("#")[1] ?? "";
      expectAnswer(await stage.anyone(openGift, { body: { token, openerKey: "k".repeat(32) } }));
      stage.pass(ms);
      return shopper.ask(createTicket, {
        body: { title: "کد کار نمی‌کند", description: "پیام خطا می‌دهد.", orderItemId },
      });
    };
    await allowsOnly(reportAfter, { inside: HOUR - 1, beyond: HOUR }, "problem_too_late");
  }),
];
