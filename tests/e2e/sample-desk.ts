import type { getDeskTicket } from "../../contract/desk/ticket.ts";
import type { DeskPerson } from "../../contract/desk/user.ts";
import type { DeskWithdrawal } from "../../contract/desk/withdrawal.ts";
import type { AnswerOf } from "../../contract/request.ts";

/** Answers of the desk for tests of its screens. */

const AT = "2026-11-20T10:30:00.000Z";
const PERSON = {
  id: "sample",
  firstName: "الهام",
  lastName: "رستمی",
  phone: "919***1283",
  provenOwner: "الهام رستمی",
};

const withdrawal: DeskWithdrawal = {
  id: "withdrawal-1",
  amount: 2_300_000,
  state: "pending",
  createdAt: AT,
  dueAt: null,
  person: PERSON,
  cardMasked: "621986******3308",
  cardOwner: "الهام رستمی",
  cardBank: "بانک سامان",
  iban: "IR06296******0001",
  isIbanReadable: true,
  inHandOf: null,
  payoutId: null,
  bankWords: null,
};
export const sampleWithdrawals: readonly DeskWithdrawal[] = [
  withdrawal,
  { ...withdrawal, id: "withdrawal-2", iban: "", amount: 650_000, inHandOf: "raha" },
  { ...withdrawal, id: "withdrawal-3", amount: 120_000, bankWords: "حساب مقصد مسدود است" },
  { ...withdrawal, id: "withdrawal-4", amount: 4_000_000, payoutId: "payout-1" },
];

const TICKET = {
  id: "sample",
  number: "1482917",
  title: "کد دوم آیتونز مصرف شده است",
  description: "هنگام وارد کردن کد می‌گوید پیش‌تر به کار رفته است.",
  imageUrl: null,
  status: "User Responded",
  createdAt: AT,
  updatedAt: AT,
} as const;

export const SAMPLE_TICKET_OF_DESK: AnswerOf<typeof getDeskTicket>["ticket"] = {
  ...TICKET,
  person: { ...PERSON, phone: "9195501283" },
  orderItem: {
    id: "item",
    orderId: "order",
    orderNumber: "5821043",
    name: "آیتونز ۲۵ دلاری آمریکا",
  },
  codes: [
    {
      id: "code",
      position: 1,
      openedAt: AT,
      lastOpenedAt: AT,
      timesOpened: 3,
      networks: ["5.113.20.0"],
    },
  ],
  Messages: [
    {
      id: "message",
      content: "از تأمین‌کننده پرسیدیم؛ تا یک ساعت دیگر خبر می‌دهیم.",
      imageUrl: null,
      createdAt: AT,
      senderType: "owner",
      User: { firstName: "", lastName: "" },
    },
  ],
  nextCursor: null,
};

export const SAMPLE_WHOLE_PERSON: DeskPerson = {
  person: { ...PERSON, phone: "9195501283" },
  email: "elham@example.com",
  joinedAt: "2025-07-01T08:00:00.000Z",
  forgottenAt: null,
  counts: { orders: 14, tickets: 2, invitees: 1 },
  referralIncome: 84_000,
  inviter: { id: "inviter", name: "پویا نادری" },
  balance: 1_284_000,
  identities: [
    {
      id: "identity",
      status: "verified",
      cardOwner: "الهام رستمی",
      rejectionReason: null,
      createdAt: AT,
      decidedAt: AT,
    },
  ],
  cards: [
    {
      id: "card",
      cardMasked: "610433******7712",
      bank: "بانک ملت",
      owner: "الهام رستمی",
      iban: "IR06296******0001",
      status: "verified",
      isDefault: true,
      rejectionReason: null,
    },
  ],
  transactions: [
    {
      id: "transaction",
      type: "deposit",
      status: "completed",
      amount: 16_000,
      description: "پاداش خرید سفارش ۵۸۲۱۰۴",
      order: null,
      withdrawalId: null,
      dueAt: null,
      createdAt: AT,
    },
  ],
  orders: [
    {
      id: "order",
      number: "5821043",
      total: 12_948_500,
      state: "paid",
      paidAt: AT,
      firstItem: { name: "پلی‌استیشن ۵۰ دلاری آمریکا", imageUrl: "/art/none.svg", quantity: 1 },
      itemsCount: 3,
    },
  ],
  tickets: [TICKET],
  sessions: [{ device: "کروم در اندروید", createdAt: AT, lastUsedAt: AT }],
  events: [
    {
      id: "event",
      kind: "signed_in",
      sentence: "ورود به حساب",
      device: "کروم در اندروید",
      happenedAt: AT,
    },
  ],
  invitees: [{ id: "invitee", name: "نگار کاظمی", joinedAt: AT, purchases: 2, income: 84_000 }],
  freezes: [
    {
      id: "freeze",
      reason: "پرداخت با کارت دیگری",
      frozenAt: AT,
      frozenBy: "sara",
      releasedAt: AT,
      releasedBy: "raha",
      releaseReason: "کارت از خودش بود",
    },
  ],
  alike: [{ person: { ...PERSON, id: "alike", phone: "" }, sharedMarks: ["browser", "card"] }],
  lines: [
    {
      id: "line",
      operator: "sara",
      verdict: "noted",
      note: "تلفنی گفت کارت از خودش است.",
      createdAt: AT,
    },
  ],
};
