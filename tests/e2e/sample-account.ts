import type { BankCard } from "../../contract/bank-card.ts";
import type { Overview, Recent } from "../../contract/dashboard.ts";
import type { DiscountCode } from "../../contract/discount-code.ts";
import type { Invitee, Referral } from "../../contract/referral.ts";
import type { Transaction } from "../../contract/transaction.ts";

/** Answers of the account's calls: many rows, and states that only an operator decides. */

/** The first minutes of Nowruz 1405 in Tehran. */
const NOWRUZ = "2026-03-20T20:45:00.000Z";
const LONG_NAME = "عبدالرحمان میرمحمدصادقی نجف‌آبادی";

export function sampleCard(card: Partial<BankCard> = {}): BankCard {
  return {
    id: "card-1",
    cardNumber: "6219861034529007",
    cardOwner: LONG_NAME,
    cardBank: "بانک سامان",
    cardImage: "",
    status: "verified",
    isDefault: false,
    ...card,
  };
}

/** A card of each state; the default one is not the first. */
export const SAMPLE_CARDS: readonly BankCard[] = [
  sampleCard({
    id: "verified",
    cardBank: "بانک قرض‌الحسنه مهر ایران",
    cardNumber: "6063731234567890",
  }),
  sampleCard({ id: "default", isDefault: true }),
  sampleCard({
    id: "pending",
    status: "pending",
    cardBank: "بانک ملی ایران",
    cardOwner: "نگار آزمون",
  }),
  sampleCard({ id: "rejected", status: "rejected", cardBank: "" }),
];

/** `count` transactions of every type and state, newest first, with their numbers as sums. */
export function sampleTransactions(count: number, from = 1): Transaction[] {
  const types = ["deposit", "purchase", "withdrawal", "refund"] as const;
  const states = ["completed", "pending", "failed"] as const;
  const descriptions = [
    "افزایش موجودی از درگاه",
    `خرید سفارش c0ffee00-1111-4222-8333-444455556666`,
    "برداشت به کارت ۶۲۱۹۸۶******۹۰۰۷",
    "",
  ];
  return Array.from({ length: count }, (_, index) => ({
    id: `transaction-${String(from + index)}`,
    type: types[index % types.length] ?? "deposit",
    status: states[index % states.length] ?? "completed",
    amount: (from + index) * 1_000,
    description: descriptions[index % descriptions.length] ?? "",
    createdAt: NOWRUZ,
  }));
}

export const SAMPLE_CODES: readonly DiscountCode[] = [
  {
    id: "1",
    code: "ARMAGHAN10",
    type: "percentage",
    value: 10,
    minPurchase: 500_000,
    expirationDate: NOWRUZ,
    isActive: true,
    isPublic: true,
  },
  {
    id: "2",
    code: "WELCOME-NEGAR-2026-SPRING",
    type: "fixed",
    value: 150_000,
    minPurchase: 0,
    expirationDate: null,
    isActive: true,
    isPublic: false,
  },
  {
    id: "3",
    code: "YALDA",
    type: "percentage",
    value: 25,
    minPurchase: 1_000_000,
    expirationDate: NOWRUZ,
    isActive: false,
    isPublic: true,
  },
];

export function sampleInvitees(count: number, from = 1): Invitee[] {
  return Array.from({ length: count }, (_, index) => ({
    firstName: index % 3 === 2 ? "" : index % 3 === 1 ? "عبدالرحمان" : "نگار",
    lastName: index % 3 === 2 ? "" : index % 3 === 1 ? "میرمحمدصادقی" : "آزمون",
    registrationDate: NOWRUZ,
    purchaseCount: from + index,
    incomeForInviter: index % 2 === 0 ? (from + index) * 1_000 : 0,
  }));
}

export function sampleReferral(referral: Partial<Referral> = {}): Referral {
  return {
    code: "NEGAR7KQ2",
    totalRegistrations: 12,
    totalPurchases: 34,
    totalIncome: 1_254_000,
    pendingIncome: 86_000,
    invitees: sampleInvitees(12),
    nextCursor: null,
    ...referral,
  };
}

export const SAMPLE_OVERVIEW: Overview = {
  walletBalance: 12_345_678_900,
  ordersCount: 27,
  ticketsCount: 4,
};

export const SAMPLE_RECENT: Recent = {
  latestOrders: [
    { id: "c0ffee00-1111-4222-8333-444455556666", updatedAt: NOWRUZ, deliveryStatus: "delivered" },
    { id: "short-id", updatedAt: NOWRUZ, deliveryStatus: "pending" },
    { id: "order-3", updatedAt: NOWRUZ, deliveryStatus: "failed" },
  ],
  latestTickets: [
    {
      id: "t1",
      title: "کد گیفت کارت استیم که دیروز خریدم فعال نمی‌شود",
      updatedAt: NOWRUZ,
      status: "Owner Responded",
    },
    { id: "t2", title: "درخواست فاکتور سفارش ماه گذشته", updatedAt: NOWRUZ, status: "Open" },
    { id: "t3", title: "سؤال", updatedAt: NOWRUZ, status: "Closed" },
  ],
};
