import { z } from "zod";
import { DiscountType } from "./cart.ts";
import { type Endpoint, Message, refusals } from "./endpoint.ts";
import { Id, ShortNumber } from "./field.ts";
import { DeliveryStatus, OrderCode, OrderItem } from "./order-item.ts";
import { NextCursor, PageQuery } from "./page.ts";
import { GatewayName, paymentRefusals } from "./payment.ts";
import { questionRefusals } from "./question.ts";

/** Orders. Sections 2, 3 and 4. */

/** The profile must be completed within this time after an order with gift cards. */
export const PROFILE_HOURS = 48;

export const orderRefusals = {
  orderNotFound: { code: "order_not_found", status: 404, message: "سفارشی یافت نشد." },
  notDelivered: { code: "not_delivered", status: 409, message: "لطفاً تا تحویل محصول صبر کنید" },
  codeNotFound: { code: "code_not_found", status: 404, message: "این کد در سفارش شما نیست." },
  codeGiven: {
    code: "code_given",
    status: 409,
    message: "این کد هدیه شده است. تا هدیه را پس نگیرید دیده نمی‌شود.",
  },
  codeUnread: { code: "code_unread", status: 409, message: "نخست خود کد را ببینید." },
  refundChanged: {
    code: "refund_changed",
    status: 409,
    message: "مبلغ بازگشتی تغییر کرده است. لطفاً دوباره ببینید و تأیید کنید.",
  },
  nothingToCancel: {
    code: "nothing_to_cancel",
    status: 409,
    message: "این سفارش دیگر قابل لغو نیست.",
  },
  profileIncomplete: {
    code: "profile_incomplete",
    status: 403,
    message: "برای دیدن کدها ابتدا نام و نام خانوادگی خود را کامل کنید.",
  },
} as const;

export const Order = z.object({
  id: z.string(),
  orderId: z.string(),
  number: ShortNumber,
  totalAmount: z.number().int().describe("Toman paid, after discounts"),
  totalReward: z.number().int(),
  walletAmount: z.number().int().describe("Toman of `totalAmount` that the wallet paid"),
  paymentMethod: z.enum(["Wallet", "Gateway"]),
  gateway: GatewayName.nullable().describe(
    "The gateway that took the rest; null when the wallet paid everything",
  ),
  paidStatus: z.enum(["Paid", "Refunded"]),
  deliveryStatus: DeliveryStatus,
  shouldShow: z
    .boolean()
    .describe("False while the codes cannot be opened, because the profile has no complete name"),
  canCancel: z
    .boolean()
    .describe(
      "True when an item waits for an operator or a supplier, and its delivery has not begun",
    ),
  cancelRefund: z
    .object({
      toWallet: z.number().int().describe("Toman to the wallet"),
      toCard: z.number().int().describe("Toman to the card that paid"),
      withheld: z
        .number()
        .int()
        .describe(
          "Toman not refunded, because the kept items cost less than the code's minimum purchase",
        ),
      isCardSpared: z
        .boolean()
        .describe(
          "True when the wallet gets what the card paid, because many orders were cancelled today",
        ),
    })
    .nullable()
    .describe("The refund that a cancellation would give now; null when nothing can be cancelled"),
  profileDueAt: z.iso
    .datetime()
    .nullable()
    .describe(
      "Deadline for entering first and last name; null when they are complete or not needed",
    ),
  lookUntil: z.iso
    .datetime()
    .nullable()
    .describe(
      "When the shop's check of the order ends at the latest; null when the order is not checked",
    ),
  DiscountCode: z
    .object({ code: z.string(), type: DiscountType, value: z.number().int() })
    .nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  OrderItems: z.array(OrderItem),
});
export type Order = z.infer<typeof Order>;

/** Short facts about an order's items for a list, so that the list need not read all items. */
export const OrderLines = z.object({
  firstItem: z
    .object({ name: z.string(), imageUrl: z.string(), quantity: z.number().int() })
    .nullable(),
  itemsCount: z.number().int().describe("Number of items (different products) in the order"),
});
export type OrderLines = z.infer<typeof OrderLines>;

export const OrderSummary = Order.omit({ OrderItems: true, cancelRefund: true }).extend(
  OrderLines.shape,
);
export type OrderSummary = z.infer<typeof OrderSummary>;

export const getOrders = {
  method: "GET",
  path: "/orders",
  summary: "List the shopper's paid orders, newest first",
  access: "shopper",
  query: PageQuery,
  answer: z.object({ orders: z.array(OrderSummary), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies Endpoint;

export const getOrder = {
  method: "GET",
  path: "/orders/:orderId",
  summary: "Get one paid order of the shopper with its items",
  access: "shopper",
  answer: z.object({ order: Order }),
  refusals: [orderRefusals.orderNotFound],
} as const satisfies Endpoint;

export const getOrderItemContent = {
  method: "GET",
  path: "/orders/:orderId/items/:orderItemId/content",
  summary:
    "The delivered codes of an item as a plain array: all that may be read, or only the one that `code` names. Recorded, never cached, same-origin only",
  access: "shopper",
  query: z.object({ code: Id.optional() }),
  answer: z.array(z.string()),
  refusals: [
    orderRefusals.orderNotFound,
    orderRefusals.notDelivered,
    orderRefusals.profileIncomplete,
    orderRefusals.codeNotFound,
    orderRefusals.codeGiven,
    refusals.accountFrozen,
    refusals.invalid,
    refusals.crossSite,
  ],
} as const satisfies Endpoint;

export const markCode = {
  method: "PUT",
  path: "/orders/:orderId/items/:orderItemId/codes/:codeId",
  summary: "Mark an opened code as used, or remove this mark",
  access: "shopper",
  body: z.object({ isUsed: z.boolean() }),
  answer: z.object({ code: OrderCode }),
  refusals: [refusals.invalid, orderRefusals.codeNotFound, orderRefusals.codeUnread],
} as const satisfies Endpoint;

export const cancelOrder = {
  method: "POST",
  path: "/orders/:orderId/cancel",
  summary:
    "Cancel the items that wait for delivery by hand, or for a supplier that has not been asked yet; they are refunded the way they were paid",
  access: "shopper",
  body: z.object({
    expected: z
      .object({ toWallet: z.number().int(), toCard: z.number().int() })
      .optional()
      .describe("`cancelRefund` as the shopper saw it; the call is refused if it has changed"),
  }),
  answer: Message.extend({ order: Order }),
  refusals: [
    refusals.invalid,
    orderRefusals.orderNotFound,
    orderRefusals.nothingToCancel,
    orderRefusals.refundChanged,
  ],
} as const satisfies Endpoint;

export const createOrder = {
  method: "POST",
  path: "/orders",
  summary: "Buy the cart and pay the whole price from the wallet",
  access: "shopper",
  sells: true,
  body: z.object({ expectedTotal: z.number().int().min(0).optional() }),
  takesKey: true,
  answer: z.object({ orderId: z.string() }),
  refusals: [
    refusals.invalid,
    refusals.accountFrozen,
    refusals.tooMany,
    refusals.keyReused,
    paymentRefusals.cartEmpty,
    paymentRefusals.outOfStock,
    questionRefusals.answersNeeded,
    paymentRefusals.priceChanged,
    paymentRefusals.discountLapsed,
    paymentRefusals.balanceTooLow,
    paymentRefusals.identityNeeded,
    paymentRefusals.inProgress,
  ],
} as const satisfies Endpoint;
