import { giveCode } from "../../contract/gift.ts";
import { getOrderItemContent } from "../../contract/order.ts";
import { initiatePayment } from "../../contract/payment.ts";
import { createTicket } from "../../contract/ticket.ts";
import { requestWithdrawal } from "../../contract/withdrawal.ts";
import { png } from "../support/images.ts";
import { withCheckDigit } from "../support/people.ts";
import { type TestShop, type TestShopper, authorityOf } from "../support/shop.ts";
import { upload } from "../support/upload.ts";
import { giftOf } from "./gifts.ts";

/** A thing of one shopper that another one requests. */
export interface Owned {
  /** The owner, whose requests succeed, which shows that the thing exists. */
  owner: TestShopper;
  stranger: TestShopper;
  /** The id, number or code of the owner's thing. */
  theirs: string;
  /** A well-formed id that names no thing. */
  absent: string;
  /** A text that no id can look like. */
  malformed: string;
}

export type OwnedRows = Awaited<ReturnType<typeof ownThings>>;

const uuid = () => crypto.randomUUID();
const shortId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
const MALFORMED = "' OR 1=1--";
const ABSENT_CARD = withCheckDigit("621986199999999");

const ticketOf = async (shopper: TestShopper) =>
  (await shopper.ask(createTicket, { body: TICKET })).body.ticket.id;

async function buy(shop: TestShop, shopper: TestShopper, deliveryType: "instant" | "manual") {
  const orderId = await shopper.buy(await shop.newProduct({ deliveryType, priceToman: 50_000 }));
  const [itemId = ""] = await shop.itemsOf(orderId);
  return { orderId, itemId };
}

/** Buys two codes and reads none. */
async function unreadCodes(shop: TestShop, shopper: TestShopper): Promise<string[]> {
  const product = await shop.newProduct({ priceToman: 50_000, stock: 2 });
  await shopper.buy(product, 2);
  const codes = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE product_id = ?1 AND status = 'sold' ORDER BY position",
    product,
  );
  return codes.map(({ id }) => id);
}

const imageOf = async (shop: TestShop, shopper: TestShopper) =>
  (await upload(shop, shopper, png())).body.imageUrl;

/** Makes one of everything that a shopper can own, for the owner and for a stranger. */
export async function ownThings(shop: TestShop) {
  const [owner, stranger] = await twoShoppers(shop, { balanceToman: 5_000_000 });
  // Only people who are not verified yet may send papers.
  const [newcomer, otherNewcomer] = await twoShoppers(shop, {
    isVerified: false,
    cardStatus: "none",
  });
  const waiting = await buy(shop, owner, "manual");
  const delivered = await buy(shop, owner, "instant");
  const strangers = await buy(shop, stranger, "instant");
  // Only a code that was read can be marked as used.
  await owner.ask(getOrderItemContent, {
    params: { orderId: delivered.orderId, orderItemId: delivered.itemId },
  });
  const [code] = await shop.sql<{ id: string }>(
    "SELECT id FROM code WHERE order_item_id = ?1",
    delivered.itemId,
  );
  const [unread = "", given = ""] = await unreadCodes(shop, owner);
  const { gift } = (await owner.ask(giveCode, { body: giftOf(given) })).body;
  await shop.sql("UPDATE gift SET paused_at = created_at WHERE id = ?1", gift.id);
  const sessionId = "a".repeat(24);
  await shop.sql(
    `INSERT INTO session (token_hash, user_id, created_at, expires_at)
     VALUES (?1, ?2, ?3, ?3 + 86400000)`,
    `${sessionId}-another-device`,
    owner.id,
    Date.now(),
  );
  // Withdrawals go to the first card, so only the second can be deleted.
  const spare = `spare-card-of-${owner.id}`;
  await shop.sql(
    `INSERT INTO bank_card
       (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
     VALUES (?1, ?2, '', 'spare', 'آزمون', 'verified', 0)`,
    spare,
    owner.id,
  );
  const topUp = await owner.ask(initiatePayment, {
    body: { ...TOP_UP, cardNumber: owner.cardNumber },
  });
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, owner_id, created_at,
       may_sell_below_cost)
     VALUES ('owned', 'OWNERSONLY', 'fixed', 1000, ?1, 0, 1)`,
    owner.id,
  );
  const image = await imageOf(shop, owner);
  const absentUpload = shortId();
  const own = (theirs: string, absent: string, malformed = MALFORMED): Owned => ({
    owner,
    stranger,
    theirs,
    absent,
    malformed,
  });
  const ownImage = (theirs: string) =>
    own(theirs, `/api/v1/uploads/${absentUpload}`, "https://evil.example/x.png");
  return {
    owner,
    stranger,
    order: own(waiting.orderId, uuid()),
    deliveredOrder: own(delivered.orderId, uuid()),
    strangersOrderId: strangers.orderId,
    item: own(delivered.itemId, uuid()),
    code: own(code?.id ?? "", uuid()),
    unread: own(unread, uuid()),
    gift: own(gift.id, uuid()),
    session: own(sessionId, "f".repeat(24)),
    image: ownImage(image),
    upload: own(image.split("/").at(-1) ?? "", absentUpload),
    document: {
      ...ownImage(await imageOf(shop, newcomer)),
      owner: newcomer,
      stranger: otherNewcomer,
    },
    discountCode: own("OWNERSONLY", "NOBODYSCODE"),
    withdrawal: own(
      (await owner.ask(requestWithdrawal, { body: { amount: 100_000 } })).body.withdrawal.id,
      uuid(),
    ),
    ticket: own(await ticketOf(owner), shortId()),
    strangersTicketId: await ticketOf(stranger),
    cardNumber: own(owner.cardNumber, ABSENT_CARD, "6219861000000000"),
    spareCard: own(spare, shortId()),
    authority: own(authorityOf(topUp), `S${"1".repeat(35)}`, "<authority>"),
    productInCart: new Map([
      [owner, await putSomething(shop, owner)],
      [stranger, await putSomething(shop, stranger)],
    ]),
  };
}

async function twoShoppers(shop: TestShop, options: Parameters<TestShop["newShoppers"]>[1]) {
  return (await shop.newShoppers(2, options)) as [TestShopper, TestShopper];
}

async function putSomething(shop: TestShop, shopper: TestShopper): Promise<string> {
  const product = await shop.newProduct({ priceToman: 50_000 });
  await shopper.put(product);
  return product;
}

export const TICKET = { title: "کد کار نمی‌کند", description: "پیام خطا می‌دهد." };

export const TOP_UP = { purpose: "wallet_topup" as const, amount: 50_000 };
