import { createOrder } from "../../contract/order.ts";
import { initiatePayment } from "../../contract/payment.ts";
import { createTicket } from "../../contract/ticket.ts";
import { png } from "../support/images.ts";
import { withCheckDigit } from "../support/people.ts";
import { type TestShop, type TestShopper, authorityOf } from "../support/shop.ts";
import { upload } from "../support/upload.ts";

/** A call that names something which belongs to somebody. */
export interface Reference {
  /** Method and path of the contract. */
  route: string;
  /** The parameter or field that names it. */
  field: string;
  /** Whose it is: that this person gets through shows that the thing is there. */
  owner: TestShopper;
  stranger: TestShopper;
  theirs: string;
  absent: string;
  malformed: string;
  path: (id: string, who: TestShopper) => string;
  body?: (id: string, who: TestShopper) => unknown;
  /** What cannot be used is passed over: then the answer is a 200 without it. */
  isPassedOver?: boolean;
}

const uuid = () => crypto.randomUUID();
const shortId = () => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString("base64url");
const MALFORMED = "%27%20OR%201=1--";
const COMMENT = "کد بی‌درنگ رسید و در حساب من فعال شد.";
const MESSAGE = "هنوز همان پیام خطا را می‌دهد.";
const TICKET = { title: "کد کار نمی‌کند", description: "پیام خطا می‌دهد." };
const ABSENT_CARD = withCheckDigit("621986199999999");

const ticketOf = async (shopper: TestShopper) =>
  (await shopper.ask(createTicket, { body: TICKET })).body.ticket.id;

async function buy(shop: TestShop, shopper: TestShopper, deliveryType: "instant" | "manual") {
  await shopper.put(await shop.newProduct({ deliveryType, priceToman: 50_000 }));
  const orderId = String((await shopper.ask(createOrder, { body: {} })).body["orderId"]);
  const [item] = await shop.sql<{ id: string }>(
    "SELECT id FROM order_item WHERE order_id = ?1",
    orderId,
  );
  return { orderId, itemId: item?.id ?? "" };
}

const imageOf = async (shop: TestShop, shopper: TestShopper) =>
  String((await upload(shop, shopper, png())).body["imageUrl"]);

/** One of everything that a person can own, and every call that can name it. */
export async function ownThings(
  shop: TestShop,
): Promise<{ references: Reference[]; owner: TestShopper; stranger: TestShopper }> {
  const [owner, stranger] = [
    await shop.newShopper({ balanceToman: 5_000_000 }),
    await shop.newShopper({ balanceToman: 5_000_000 }),
  ];
  // Who is not verified yet may still send papers.
  const [newcomer, otherNewcomer] = [
    await shop.newShopper({ isVerified: false, cardStatus: "none" }),
    await shop.newShopper({ isVerified: false, cardStatus: "none" }),
  ];
  const waiting = await buy(shop, owner, "manual");
  const delivered = await buy(shop, owner, "instant");
  const strangers = await buy(shop, stranger, "instant");
  const ticket = await ticketOf(owner);
  const strangersTicket = await ticketOf(stranger);
  const [image, paper] = [await imageOf(shop, owner), await imageOf(shop, newcomer)];
  // Money is on its way to the one that withdrawals go to; the other may be taken out.
  const spare = `spare-card-of-${owner.id}`;
  await shop.sql(
    `INSERT INTO bank_card (id, user_id, number_sealed, number_fingerprint, owner, status, created_at)
     VALUES (?1, ?2, '', 'spare', 'آزمون', 'rejected', 0)`,
    spare,
    owner.id,
  );
  const about = (person: TestShopper) => ({
    cardNumber: person.cardNumber,
    cardOwner: "سارا کریمی",
  });
  const topUp = { purpose: "wallet_topup" as const, amount: 50_000 };
  const authority = authorityOf(
    await owner.ask(initiatePayment, { body: { ...topUp, cardNumber: owner.cardNumber } }),
  );
  await shop.sql(
    `INSERT INTO discount_code (id, code, type, value, owner_id, created_at) VALUES ('owned', 'OWNERSONLY', 'fixed', 1000, ?1, 0)`,
    owner.id,
  );
  const inCart = new Map<TestShopper, string>();
  for (const person of [owner, stranger]) {
    const product = await shop.newProduct({ priceToman: 50_000 });
    await person.put(product);
    inCart.set(person, product);
  }

  const people = { owner, stranger };
  const papers = { owner: newcomer, stranger: otherNewcomer };
  const order = { ...people, theirs: waiting.orderId, absent: uuid(), malformed: MALFORMED };
  const item = { ...people, theirs: delivered.itemId, absent: uuid(), malformed: "' OR 1=1--" };
  const picture = {
    ...people,
    theirs: image,
    absent: `/api/v1/uploads/${shortId()}`,
    malformed: "https://evil.example/x.png",
  };
  const document = { ...picture, ...papers, theirs: paper };
  const code = { ...people, theirs: "OWNERSONLY", absent: "NOBODYSCODE", malformed: "' OR 1=1--" };
  const oneTicket = { ...people, theirs: ticket, absent: shortId(), malformed: MALFORMED };
  const cardNumber = {
    ...people,
    theirs: owner.cardNumber,
    absent: ABSENT_CARD,
    malformed: "6219861000000000",
  };
  const at = (path: string) => () => path;
  // In this order: what ends a thing comes after what looks at it.
  const references: Reference[] = [
    { route: "GET /orders/:orderId", field: "orderId", ...order, path: (id) => `/orders/${id}` },
    {
      route: "GET /orders/:orderId/items/:orderItemId/content",
      field: "orderId",
      ...order,
      theirs: delivered.orderId,
      path: (id) => `/orders/${id}/items/${delivered.itemId}/content`,
    },
    {
      route: "GET /orders/:orderId/items/:orderItemId/content",
      field: "orderItemId",
      ...item,
      malformed: MALFORMED,
      // In an order of the caller's own.
      path: (id, who) =>
        `/orders/${who === owner ? delivered.orderId : strangers.orderId}/items/${id}/content`,
    },
    {
      route: "POST /ratings",
      field: "orderItemId",
      ...item,
      path: at("/ratings"),
      body: (orderItemId) => ({ orderItemId, stars: 5, comment: COMMENT }),
    },
    {
      route: "POST /tickets",
      field: "orderItemId",
      ...item,
      path: at("/tickets"),
      body: (id) => ({ ...TICKET, orderItemId: id }),
    },
    {
      route: "POST /tickets",
      field: "imageUrl",
      ...picture,
      path: at("/tickets"),
      body: (imageUrl) => ({ ...TICKET, imageUrl }),
    },
    { route: "GET /tickets/:id", field: "id", ...oneTicket, path: (id) => `/tickets/${id}` },
    {
      route: "POST /tickets/:id/messages",
      field: "id",
      ...oneTicket,
      path: (id) => `/tickets/${id}/messages`,
      body: () => ({ content: MESSAGE }),
    },
    {
      route: "POST /tickets/:id/messages",
      field: "imageUrl",
      ...picture,
      path: (_, who) => `/tickets/${who === owner ? ticket : strangersTicket}/messages`,
      body: (imageUrl) => ({ content: MESSAGE, imageUrl }),
    },
    {
      route: "PUT /tickets/:id/close",
      field: "id",
      ...oneTicket,
      path: (id) => `/tickets/${id}/close`,
    },
    {
      route: "GET /uploads/:uploadId",
      field: "uploadId",
      ...oneUpload(picture),
      path: (id) => `/uploads/${id}`,
    },
    {
      route: "POST /bankcards",
      field: "cardImage",
      ...document,
      path: at("/bankcards"),
      body: (cardImage, who) => ({ ...about(who), cardImage }),
    },
    {
      route: "POST /authorizes",
      field: "IdentificationDocumentImage",
      ...document,
      path: at("/authorizes"),
      body: (IdentificationDocumentImage, who) => ({ ...about(who), IdentificationDocumentImage }),
    },
    {
      route: "POST /carts/apply-discount",
      field: "code",
      ...code,
      path: at("/carts/apply-discount"),
      body: (text) => ({ code: text }),
    },
    {
      route: "POST /carts/multiple-items",
      field: "discountCode",
      ...code,
      path: at("/carts/multiple-items"),
      body: (discountCode, who) => ({
        items: [{ productId: inCart.get(who), quantity: 1 }],
        discountCode,
      }),
      isPassedOver: true,
    },
    {
      route: "POST /payments/verify",
      field: "authority",
      ...people,
      theirs: authority,
      absent: `S${"1".repeat(35)}`,
      malformed: "<authority>",
      path: at("/payments/verify"),
      body: (text) => ({ authority: text }),
    },
    {
      route: "POST /payments/initiate",
      field: "cardNumber",
      ...cardNumber,
      path: at("/payments/initiate"),
      body: (number) => ({ ...topUp, cardNumber: number }),
    },
    {
      route: "POST /withdrawals",
      field: "cardNumber",
      ...cardNumber,
      path: at("/withdrawals"),
      body: (number) => ({ amount: 100_000, cardNumber: number }),
    },
    {
      route: "POST /orders/:orderId/cancel",
      field: "orderId",
      ...order,
      path: (id) => `/orders/${id}/cancel`,
    },
    {
      route: "DELETE /bankcards/:id",
      field: "id",
      ...people,
      theirs: spare,
      absent: shortId(),
      malformed: MALFORMED,
      path: (id) => `/bankcards/${id}`,
    },
  ];
  return { references, ...people };
}

function oneUpload<Picture extends { theirs: string; absent: string }>(picture: Picture) {
  const idIn = (url: string) => url.split("/").at(-1) ?? "";
  return {
    ...picture,
    theirs: idIn(picture.theirs),
    absent: idIn(picture.absent),
    malformed: MALFORMED,
  };
}
