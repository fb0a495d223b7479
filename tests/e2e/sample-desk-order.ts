import type { z } from "zod";
import type { Consequences } from "../../contract/desk/consequences.ts";
import type { DeskOrder, DeskOrderRow } from "../../contract/desk/order.ts";

/** Orders as the desk shows them. */

const PERSON = {
  id: "person-1",
  firstName: "الهام",
  lastName: "رستمی",
  phone: "9195501283",
  provenOwner: "الهام رستمی",
};
const AT = "2026-11-18T07:36:00.000Z";
const PRODUCT = "گیفت کارت آیتونز ۲۵ دلاری آمریکا";

export const sampleDeskOrderRow = (row: Partial<DeskOrderRow> = {}): DeskOrderRow => ({
  id: "order-1",
  number: "5821046",
  createdAt: AT,
  person: { ...PERSON, phone: "919***1283" },
  products: [
    { name: PRODUCT, quantity: 2 },
    { name: "گیفت کارت نتفلیکس ۵۰۰ لیری ترکیه", quantity: 1 },
  ],
  total: 12_948_500,
  fromCard: 11_798_500,
  fromWallet: 1_150_000,
  state: "paid",
  deliveryStatus: "pending",
  isHeld: false,
  ...row,
});

const code = (position: number, state: "read" | "reported", lastFour: string) => ({
  id: `code-${String(position)}`,
  position,
  state,
  lastFour,
  openedAt: AT,
  lastOpenedAt: AT,
  timesOpened: 3,
  networks: ["5.113.20.7"],
  seenBy: [],
  ticketId: state === "reported" ? "ticket-1" : null,
  batchId: "0809-batch",
});

export const sampleDeskOrder = (): z.input<typeof DeskOrder> => ({
  id: "order-1",
  number: "5821046",
  createdAt: AT,
  paidAt: AT,
  state: "paid",
  deliveryStatus: "pending",
  lookUntil: null,
  promise: { startsAt: AT, dueAt: "2026-11-19T07:36:00.000Z" },
  heldUntil: null,
  gist: "یک قلم تحویل شده است، یک قلم منتظر تحویل دستی است و دربارهٔ یک کد تیکت باز است.",
  total: 12_948_500,
  fromCard: 11_798_500,
  fromWallet: 1_150_000,
  person: {
    ...PERSON,
    ordersCount: 14,
    spent: 61_240_000,
    since: AT,
    problemsCount: 0,
    isVerified: true,
    isFrozen: false,
    isForgotten: false,
  },
  waiting: [],
  items: [
    {
      id: "item-1",
      productId: "itunes-us-25",
      productName: PRODUCT,
      subcategoryUrlName: "itunes",
      quantity: 2,
      total: 5_595_500,
      isByHand: false,
      deliveryStatus: "delivered",
      deliveredAt: AT,
      waitingSince: null,
      answers: "none",
      unitsLeft: 2,
      codes: [code(1, "read", "M2LD"), code(2, "reported", "41QF")],
    },
    {
      id: "item-2",
      productId: "netflix-tr-500",
      productName: "گیفت کارت نتفلیکس ۵۰۰ لیری ترکیه",
      subcategoryUrlName: "netflix",
      quantity: 1,
      total: 7_353_000,
      isByHand: true,
      deliveryStatus: "pending",
      deliveredAt: null,
      waitingSince: AT,
      answers: "kept",
      unitsLeft: 1,
      codes: [],
    },
  ],
  payment: {
    id: "payment-1",
    state: "paid",
    authority: "A00000000000000000000000000000581k3x9m",
    refId: "201845330912",
    canCheck: false,
  },
  money: {
    from: [
      { name: "از کارت ۷۷۱۲ ••••", amount: 11_798_500 },
      { name: "از کیف پول", amount: 1_150_000 },
    ],
    now: [
      { name: "در تسویه، تا تحویل", amount: 7_353_000 },
      { name: "در فروش", amount: 5_595_500 },
    ],
    isEven: true,
    discount: 681_500,
    discountCode: "WELCOME5",
    profit: 778_500,
    earnings: [{ kind: "reward", amount: 24_000, state: "held", dueAt: AT }],
  },
  tickets: [
    {
      id: "ticket-1",
      number: "1234561",
      title: "کد دوم مصرف‌شده است",
      isOpen: true,
      createdAt: AT,
      itemId: "item-1",
      codeIds: ["code-2"],
    },
  ],
  story: [
    {
      at: AT,
      kind: "message",
      who: "shopper",
      tone: "bad",
      title: "خریدار تیکت ۱۲۳۴۵۶۱ را باز کرد",
      detail: "«کد دوم مصرف‌شده است»",
      reference: null,
      transfers: [],
    },
    {
      at: AT,
      kind: "money",
      who: "gateway",
      tone: "good",
      title: "درگاه تأیید کرد",
      detail: "با کارت ۷۷۱۲ ••••",
      reference: "A00000000000000000000000000000581k3x9m",
      transfers: [
        { from: "درگاه", to: "تسویه", amount: 11_798_500 },
        { from: "نگه‌داری", to: "تسویه", amount: 1_150_000 },
      ],
    },
  ],
  notes: [{ at: AT, operator: "sara", text: "بستهٔ ۰۸۰۹، ده خرابی تا امروز؛ فاکتور K-40388" }],
});

export const sampleConsequences = (): z.input<typeof Consequences> => ({
  replace: {
    obstacle: null,
    isByHand: false,
    batchId: "0822-batch",
    batchName: "بستهٔ ۲۲ آبان ۱۴۰۵ از مرکز کارت آنکارا",
    cost: 2_615_000,
    freeCount: 12,
    oldBatchId: "0809-batch",
    oldBatchName: "بستهٔ ۹ آبان ۱۴۰۵ از مرکز کارت آنکارا",
    oldCost: 2_610_000,
  },
  refund: {
    obstacle: null,
    toCard: 2_797_750,
    toWallet: 0,
    cardEnd: "7712",
    rewardCancelled: 8_000,
    rewardTakenBack: 0,
    codesToShelf: 0,
    codesLost: 1,
    lostCost: 2_610_000,
    needsSecondPerson: true,
  },
});
