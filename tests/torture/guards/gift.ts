import { expect } from "vitest";
import {
  callGiftBack,
  getGifts,
  giveCode,
  GIFTS_PER_DAY_MAX,
  openGift,
  resumeGift,
} from "../../../contract/gift.ts";
import { replaceCode } from "../../../contract/desk/code.ts";
import { refundItem } from "../../../contract/desk/refund.ts";
import { getOrderItemContent } from "../../../contract/order.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import { shopRequest } from "../../support/wire-request.ts";
import type { TestShop } from "../../support/shop.ts";
import { giftOf, unreadCode } from "../gifts.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, succeeds, type Traces } from "./guard.ts";
import { owner, stranger } from "./owners.ts";
import { checks, refused, set } from "./schema.ts";

const CODE_UNDER_SEAL = one("gift", "state = 'sealed'", "code_id");

/** SQL text: a copy of a gift that was called back, with other values for some columns. */
const copyOf = (state: string, changes: Record<string, string>) => {
  const columns = {
    id: "'copy'",
    code_id: "code_id",
    user_id: "user_id",
    occasion: "occasion",
    recipient: "recipient",
    message: "message",
    signature: "signature",
    phone: "phone",
    is_phone_required: "is_phone_required",
    token_hash: "'copy'",
    token_sealed: "token_sealed",
    state: "state",
    created_at: "created_at",
    opens_at: "opens_at",
    called_back_at: "called_back_at",
    ...changes,
  };
  return `INSERT INTO gift (${Object.keys(columns).join(", ")})
    SELECT ${Object.values(columns).join(", ")} FROM gift WHERE state = '${state}' LIMIT 1`;
};

/** Inserts gifts of a person that were made today and called back. */
const giftsToday = (userId: string, count: number) =>
  sql(
    `INSERT INTO gift (id, code_id, user_id, occasion, recipient, message, signature,
       is_phone_required, token_hash, token_sealed, state, created_at, opens_at, called_back_at)
     SELECT 'today-' || value, (SELECT id FROM code WHERE status = 'sold' LIMIT 1), ?1, 'none', '',
       '', '', 0, 'today-' || value, '', 'called_back', ?3, ?3, ?3
     FROM json_each(?2)`,
    userId,
    JSON.stringify(Array.from({ length: count }, (_, index) => index)),
    Date.now(),
  );

const REASON = "کد کار نمی‌کند";

/** Asserts that a sealed gift is called back when its code is replaced or refunded. */
async function endsWithItsCode(
  shop: TestShop,
  take: (code: Awaited<ReturnType<typeof unreadCode>>) => Promise<{ status: number }>,
): Promise<void> {
  const code = await unreadCode(shop);
  const { gift } = (await code.shopper.ask(giveCode, { body: giftOf(code.codeId) })).body;
  await succeeds(take(code));
  expect(await shop.sql("SELECT state FROM gift WHERE id = ?1", gift.id)).toEqual([
    { state: "called_back" },
  ]);
}

export const guardsOfGift: Guard[] = [
  {
    name: "must: the code can be given",
    async attack({ shop, meanwhile }) {
      const { shopper, params, codeId } = await unreadCode(shop);
      const reads = shopRequest(shopper, getOrderItemContent, { params, query: { code: codeId } });
      const given = await meanwhile("'the code can be given'", [reads], () =>
        shopper.ask(giveCode, { body: giftOf(codeId) }),
      );
      expectRefused(given, "gift_code_read");
    },
  },
  {
    name: "must: not too many gifts today",
    async attack({ shop, meanwhile }) {
      const { shopper, codeId } = await unreadCode(shop);
      const many = giftsToday(shopper.id, GIFTS_PER_DAY_MAX);
      const given = await meanwhile("'not too many gifts today'", [many], () =>
        shopper.ask(giveCode, { body: giftOf(codeId) }),
      );
      expectRefused(given, "gift_too_many");
    },
  },
  {
    name: "must: the gift is sealed",
    async attack({ shop, meanwhile }) {
      const { shopper, codeId } = await unreadCode(shop);
      const { gift } = (await shopper.ask(giveCode, { body: giftOf(codeId) })).body;
      const pauses = sql("UPDATE gift SET paused_at = 1 WHERE id = ?1", gift.id);
      const token = gift.link?.split("#")[1] ?? "";
      const opened = await meanwhile("'the gift is sealed'", [pauses], () =>
        shop.ask(openGift, { body: { token, openerKey: "k".repeat(32) } }),
      );
      expectRefused(opened, "gift_paused");
    },
  },
  owner(
    "finding a code to give",
    "AND c.status = 'sold' AND o.user_id = ?1",
    stranger(giveCode, "codeId"),
  ),
  owner(
    "giving a code",
    "WHERE c.id = ?2 AND o.user_id = ?1 AND c.read_at IS NULL",
    stranger(giveCode, "codeId"),
    "finding a code to give",
  ),
  owner(
    "the gifts made today",
    "FROM gift WHERE user_id = ?1 AND created_at > ?3 - 86400000",
    async ({ shop, things }) => {
      await shop.put(giftsToday(things.owner.id, GIFTS_PER_DAY_MAX));
      const { shopper, codeId } = await unreadCode(shop);
      await succeeds(shopper.ask(giveCode, { body: giftOf(codeId) }));
    },
  ),
  owner(
    "the gifts of an order",
    "AND g.user_id = ?1 AND g.state <> 'called_back'",
    async ({ shop }) => {
      const { shopper, codeId, params } = await unreadCode(shop);
      await succeeds(shopper.ask(giveCode, { body: giftOf(codeId) }));
      const { orderId } = params;
      const seen = await (await shop.newShopper()).ask(getGifts, { query: { orderId } });
      expect(seen.body.gifts).toEqual([]);
    },
  ),
  owner("finding a gift", "WHERE g.id = ?2 AND g.user_id = ?1", stranger(callGiftBack, "giftId")),
  owner(
    "calling a gift back",
    "called_back_at = ?3\n       WHERE id = ?2 AND user_id = ?1",
    stranger(callGiftBack, "giftId"),
  ),
  owner(
    "resuming a gift",
    "SET paused_at = NULL WHERE id = ?2 AND user_id = ?1",
    stranger(resumeGift, "giftId"),
  ),
  owner(
    "sending the SMS of a resumed gift",
    "FROM gift WHERE id = ?2 AND user_id = ?1 AND state = 'sealed'",
    async ({ shop }) => {
      const { shopper, codeId } = await unreadCode(shop);
      const { gift } = (
        await shopper.ask(giveCode, {
          body: { ...giftOf(codeId), sendsSms: true, phone: "9120000001" },
        })
      ).body;
      await shop.sql("UPDATE gift SET paused_at = 1 WHERE id = ?1", gift.id);
      await shop.sql("UPDATE outbox SET next_attempt_at = NULL WHERE id = ?1", `gift:${gift.id}`);
      await (await shop.newShopper()).ask(resumeGift, { params: { giftId: gift.id } });
      expect(
        await shop.sql("SELECT next_attempt_at FROM outbox WHERE id = ?1", `gift:${gift.id}`),
      ).toEqual([{ next_attempt_at: null }]);
    },
  ),
  owner(
    "pausing gifts",
    "WHERE user_id = ?1 AND state = 'sealed' AND paused_at IS NULL",
    async ({ shop }) => {
      const { shopper, codeId } = await unreadCode(shop);
      const { gift } = (await shopper.ask(giveCode, { body: giftOf(codeId) })).body;
      await (await shop.newShopper()).ask(signOutEverywhere);
      expect(await shop.sql("SELECT paused_at FROM gift WHERE id = ?1", gift.id)).toEqual([
        { paused_at: null },
      ]);
    },
  ),
  ...checks("gift", {
    "(occasion IN ('yalda', 'nowruz', 'birthday', 'thanks', 'none'))": set(
      "gift",
      "occasion = 'revolution'",
    ),
    "(is_phone_required = 0 OR (is_phone_required = 1 AND phone IS NOT NULL))": set(
      "gift",
      "is_phone_required = 1, phone = NULL",
    ),
    "(state IN ('sealed', 'opened', 'called_back'))": set(
      "gift",
      "state = 'lost'",
      "state = 'sealed'",
    ),
    "(opens_at >= created_at)": copyOf("called_back", { opens_at: "created_at - 1" }),
    "((state = 'opened') = (opened_at IS NOT NULL))": set(
      "gift",
      "opened_at = 1",
      "state = 'sealed'",
    ),
    "((state = 'opened') = (opener_hash IS NOT NULL))": set(
      "gift",
      "opener_hash = 'x'",
      "state = 'sealed'",
    ),
    "((state = 'called_back') = (called_back_at IS NOT NULL))": set(
      "gift",
      "called_back_at = 1",
      "state = 'sealed'",
    ),
  }),
  refused("unique gift (token_hash)", copyOf("called_back", { token_hash: "token_hash" })),
  refused("index gift_of_code", copyOf("sealed", {})),
  refused(
    "trigger gift_path",
    set("gift", "state = 'sealed', called_back_at = NULL", "state = 'called_back'"),
  ),
  refused("trigger gift_stays", set("gift", "token_hash = 'another'", "state = 'sealed'")),
  refused(
    "trigger given_code_stays_unread",
    `UPDATE code SET read_at = 1 WHERE id = ${CODE_UNDER_SEAL}`,
  ),
  {
    name: "trigger gift_of_replaced_code",
    attack: (stage) =>
      endsWithItsCode(stage.shop, async ({ codeId, product }) => {
        await stage.shop.addCodes(product, 1);
        return stage.shop.desk(replaceCode, { params: { codeId }, body: { reason: REASON } });
      }),
  },
  {
    name: "trigger gift_of_refunded_code",
    attack: (stage) =>
      endsWithItsCode(stage.shop, ({ params: { orderItemId } }) =>
        stage.shop.desk(refundItem, {
          params: { orderItemId },
          body: { opened: true, reason: REASON },
        }),
      ),
  },
  ...checks("content_reading", {
    "(channel IN ('page', 'email', 'gift'))": set(
      "content_reading",
      "channel = 'pigeon'",
      "channel = 'page'",
    ),
    "((channel = 'gift') = (gift_id IS NOT NULL AND code_id IS NOT NULL))": set(
      "content_reading",
      "channel = 'gift'",
      "channel = 'page'",
    ),
  }),
  refused(
    "unique content_reading (gift_id)",
    `INSERT INTO content_reading
       (id, order_item_id, user_id, read_at, channel, address, code_id, gift_id)
     SELECT 'again', order_item_id, user_id, read_at, channel, address, code_id, gift_id
     FROM content_reading WHERE channel = 'gift' LIMIT 1`,
  ),
];

/** A gift of the person, called back. */
export const tracesOfGift: Traces = ({ id, phone }) => [
  sql(
    `INSERT INTO gift (id, code_id, user_id, occasion, recipient, message, signature, phone,
       is_phone_required, token_hash, token_sealed, state, created_at, opens_at, called_back_at)
     SELECT 'trace-of-' || ?1, id, ?1, 'none', 'مهدی', 'سلام', 'سارا', ?2, 0,
       'trace-of-' || ?1, '', 'called_back', 1, 1, 1 FROM code WHERE status = 'sold' LIMIT 1`,
    id,
    phone,
  ),
];
