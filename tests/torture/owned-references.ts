import { z } from "zod";
import { addBankCard, chooseBankCard, deleteBankCard, setIban } from "../../contract/bank-card.ts";
import { addItems, applyDiscount } from "../../contract/cart.ts";
import type { Endpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { callGiftBack, giveCode, resumeGift } from "../../contract/gift.ts";
import { createIdentityRequest } from "../../contract/identity.ts";
import { cancelOrder, getOrder, getOrderItemContent, markCode } from "../../contract/order.ts";
import { initiatePayment, verifyPayment } from "../../contract/payment.ts";
import { createRating } from "../../contract/rating.ts";
import type { AnyRequest, RequestOf } from "../../contract/request.ts";
import { endSession } from "../../contract/session.ts";
import { closeTicket, createTicket, getTicket, replyToTicket } from "../../contract/ticket.ts";
import { getUpload } from "../../contract/upload.ts";
import { requestWithdrawal, takeBackWithdrawal } from "../../contract/withdrawal.ts";
import type { TestShopper } from "../support/shop.ts";
import { giftOf } from "./gifts.ts";
import { type Owned, TICKET, TOP_UP, type OwnedRows } from "./owned-things.ts";

/** A call that can name a thing of a shopper. */
export interface Reference {
  endpoint: Endpoint;
  /** The parameter or field that names the thing. */
  field: string;
  /** Picks the thing and its owner. */
  of: (things: OwnedRows) => Owned;
  request: (id: string, who: TestShopper, things: OwnedRows) => AnyRequest;
  /** True when the call answers 200 and leaves out things that the caller may not use. */
  isPassedOver?: boolean;
}

const reference = <Call extends Endpoint>(
  endpoint: Call,
  field: string,
  of: Reference["of"],
  request: (id: string, who: TestShopper, things: OwnedRows) => RequestOf<Call>,
): Reference => ({ endpoint, field, of, request });

const COMMENT = "کد بی‌درنگ رسید و در حساب من فعال شد.";
const MESSAGE = "هنوز همان پیام خطا را می‌دهد.";

const about = ({ cardNumber }: TestShopper) => ({ cardNumber, cardOwner: "سارا کریمی" });

/**
 * Every call that can name a thing of a shopper. Those that end a thing come after those that read
 * it.
 */
export const references: readonly Reference[] = [
  reference(
    getOrder,
    "orderId",
    ({ order }) => order,
    (orderId) => ({ params: { orderId } }),
  ),
  reference(
    getOrderItemContent,
    "orderId",
    ({ deliveredOrder }) => deliveredOrder,
    (orderId, _, { item }) => ({ params: { orderId, orderItemId: item.theirs } }),
  ),
  reference(
    getOrderItemContent,
    "orderItemId",
    ({ item }) => item,
    // The item is named within an order of the caller.
    (orderItemId, who, { owner, deliveredOrder, strangersOrderId }) => ({
      params: { orderId: who === owner ? deliveredOrder.theirs : strangersOrderId, orderItemId },
    }),
  ),
  reference(
    markCode,
    "orderId",
    ({ deliveredOrder }) => deliveredOrder,
    (orderId, _, { item, code }) => ({
      params: { orderId, orderItemId: item.theirs, codeId: code.theirs },
      body: { isUsed: true },
    }),
  ),
  reference(
    markCode,
    "orderItemId",
    ({ item }) => item,
    (orderItemId, _, { deliveredOrder, code }) => ({
      params: { orderId: deliveredOrder.theirs, orderItemId, codeId: code.theirs },
      body: { isUsed: true },
    }),
  ),
  reference(
    markCode,
    "codeId",
    ({ code }) => code,
    (codeId, _, { deliveredOrder, item }) => ({
      params: { orderId: deliveredOrder.theirs, orderItemId: item.theirs, codeId },
      body: { isUsed: true },
    }),
  ),
  reference(
    giveCode,
    "codeId",
    ({ unread }) => unread,
    (codeId) => ({ body: giftOf(codeId) }),
  ),
  reference(
    resumeGift,
    "giftId",
    ({ gift }) => gift,
    (giftId) => ({ params: { giftId } }),
  ),
  reference(
    callGiftBack,
    "giftId",
    ({ gift }) => gift,
    (giftId) => ({ params: { giftId } }),
  ),
  reference(
    createRating,
    "orderItemId",
    ({ item }) => item,
    (orderItemId) => ({ body: { orderItemId, stars: 5, comment: COMMENT } }),
  ),
  reference(
    createTicket,
    "orderItemId",
    ({ item }) => item,
    (orderItemId) => ({ body: { ...TICKET, orderItemId } }),
  ),
  reference(
    createTicket,
    "imageUrl",
    ({ image }) => image,
    (imageUrl) => ({ body: { ...TICKET, imageUrl } }),
  ),
  reference(
    getTicket,
    "id",
    ({ ticket }) => ticket,
    (id) => ({ params: { id } }),
  ),
  reference(
    replyToTicket,
    "id",
    ({ ticket }) => ticket,
    (id) => ({ params: { id }, body: { content: MESSAGE } }),
  ),
  reference(
    replyToTicket,
    "imageUrl",
    ({ image }) => image,
    // The image is sent with a message to a ticket of the caller.
    (imageUrl, who, { owner, ticket, strangersTicketId }) => ({
      params: { id: who === owner ? ticket.theirs : strangersTicketId },
      body: { content: MESSAGE, imageUrl },
    }),
  ),
  reference(
    closeTicket,
    "id",
    ({ ticket }) => ticket,
    (id) => ({ params: { id } }),
  ),
  reference(
    getUpload,
    "uploadId",
    ({ upload }) => upload,
    (uploadId) => ({ params: { uploadId } }),
  ),
  reference(
    addBankCard,
    "cardImage",
    ({ document }) => document,
    (cardImage, who) => ({ body: { ...about(who), cardImage } }),
  ),
  reference(
    createIdentityRequest,
    "IdentificationDocumentImage",
    ({ document }) => document,
    (IdentificationDocumentImage, who) => ({
      body: { ...about(who), IdentificationDocumentImage },
    }),
  ),
  reference(
    applyDiscount,
    "code",
    ({ discountCode }) => discountCode,
    (code) => ({ body: { code } }),
  ),
  {
    ...reference(
      addItems,
      "discountCode",
      ({ discountCode }) => discountCode,
      (code, who, { productInCart }) => ({
        body: {
          items: [{ productId: productInCart.get(who) ?? "", quantity: 1 }],
          discountCode: code,
        },
      }),
    ),
    isPassedOver: true,
  },
  reference(
    verifyPayment,
    "authority",
    ({ authority }) => authority,
    (text) => ({ body: { authority: text } }),
  ),
  reference(
    initiatePayment,
    "cardNumber",
    ({ cardNumber }) => cardNumber,
    (number) => ({ body: { ...TOP_UP, cardNumber: number } }),
  ),
  reference(
    requestWithdrawal,
    "cardNumber",
    ({ cardNumber }) => cardNumber,
    (number) => ({ body: { amount: 100_000, cardNumber: number } }),
  ),
  reference(
    takeBackWithdrawal,
    "id",
    ({ withdrawal }) => withdrawal,
    (id) => ({ params: { id } }),
  ),
  reference(
    cancelOrder,
    "orderId",
    ({ order }) => order,
    (orderId) => ({ params: { orderId }, body: {} }),
  ),
  reference(
    setIban,
    "id",
    ({ spareCard }) => spareCard,
    (id) => ({ params: { id }, body: { iban: "IR062960000000100324200001" } }),
  ),
  reference(
    chooseBankCard,
    "id",
    ({ spareCard }) => spareCard,
    (id) => ({ params: { id } }),
  ),
  reference(
    deleteBankCard,
    "id",
    ({ spareCard }) => spareCard,
    (id) => ({ params: { id } }),
  ),
  reference(
    endSession,
    "sessionId",
    ({ session }) => session,
    (sessionId) => ({ params: { sessionId } }),
  ),
];

export const nameOf = ({ endpoint: { method, path }, field }: Reference) =>
  `${method} ${path} ${field}`;

/** Names in a path or a body that may stand for a shopper's thing. */
const MAY_BE_OWNED = /id$|image|authority|cardNumber|^code$|discountCode/i;
/** The catalogue and its questions are public, and a card that is added has a new number. */
const NOT_OWNED = [
  "productId",
  "questionId",
  "POST /bankcards cardNumber",
  "POST /authorizes cardNumber",
];

/** Names every parameter and field of shoppers' calls that may stand for a shopper's thing. */
export function referencesInContract(): string[] {
  return endpoints.filter(({ access }) => access === "shopper").flatMap(referencesOf);
}

function referencesOf({ method, path, body }: Endpoint): string[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? "");
  const schema = body
    ? JSON.stringify(z.toJSONSchema(body, { io: "input", unrepresentable: "any" }))
    : "";
  const inBody = [...schema.matchAll(/"properties":\{|"(\w+)":\{/g)].map(([, name]) => name ?? "");
  return [...new Set([...inPath, ...inBody])]
    .filter((name) => MAY_BE_OWNED.test(name) && !NOT_OWNED.includes(name))
    .map((name) => `${method} ${path} ${name}`)
    .filter((name) => !NOT_OWNED.includes(name));
}
