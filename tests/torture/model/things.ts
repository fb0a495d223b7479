/**
 * The state of the model: plain objects, changed by plain rules, without a database or code of the
 * shop. Amounts are in toman, times in UTC milliseconds.
 */

interface Code {
  id: string;
  state: "free" | "held" | "sold";
  item: Item | null;
  heldUntil: number;
}

export interface Product {
  id: string;
  type: "instant" | "manual";
  price: number;
  sale: number | null;
  reward: number;
  unitCost: number;
  codes: Code[];
  /** Units for sale of a manual product. */
  units: number;
}

export interface Discount {
  id: string;
  code: string;
  type: "percentage" | "fixed";
  value: number;
  minPurchase: number;
  /** The cap of the discount in toman; null without a cap. */
  max: number | null;
  /** True when the code may take a line below its cost. */
  isAtAnyCost: boolean;
  usesMax: number | null;
  usesPerPerson: number;
}

interface Earning {
  kind: "reward" | "referral";
  owner: Person;
  amount: number;
  state: "held" | "paid" | "cancelled" | "taken_back";
  takenBack: number;
  dueAt: number;
}

interface Proposal {
  id: string;
  expiresAt: number;
  state: "open" | "confirmed" | "dropped";
}

export interface Item {
  id: string;
  order: Order;
  product: Product;
  quantity: number;
  /** The price of a unit when the order was made, before the discount code. */
  price: number;
  /** The price before any discount. */
  list: number;
  total: number;
  reward: number;
  status: "pending" | "processing" | "delivered" | "cancelled";
  heldUntil: number | null;
  deliveredAt: number | null;
  isRead: boolean;
  /** The refunds that one operator asked for and a second person has to confirm, newest last. */
  proposals: Proposal[];
  isRated: boolean;
  refund: {
    wallet: number;
    gateway: number;
    /** The discount of the kept items, which is taken off this refund. */
    withheld: number;
    /** When the buyer cancelled the item; null when the shop refunded it. */
    givenUpAt: number | null;
    state: "done" | "due" | "sent";
    nextAt: number;
  } | null;
  earnings: Earning[];
}

export interface Order {
  id: string;
  owner: Person;
  state: "awaiting" | "cancelled" | "paid" | "refunded";
  cartVersion: number;
  total: number;
  wallet: number;
  gateway: number;
  discount: Discount | null;
  /** The whole order was refunded unread, so its discount code is free again. */
  isDiscountBack: boolean;
  holdExpiresAt: number;
  cancelledAt: number | null;
  paidAt: number | null;
  /** Until when the order is held for a look; null when it is not held. */
  lookDueAt: number | null;
  /** The part of `wallet` that is held. */
  held: number;
  items: Item[];
  profileDueAt: number | null;
}

export interface Payment {
  id: string;
  authority: string;
  url: string;
  owner: Person;
  purpose: "wallet_topup" | "cart_checkout";
  amount: number;
  order: Order | null;
  state: "pending" | "failed" | "expired" | "paid" | "credited" | "review";
  /** An operator has settled a payment in review. */
  isReviewed: boolean;
  isPaidAtBank: boolean;
  expiresAt: number;
  nextCheckAt: number | null;
  /** The body of the request that started it, as JSON. */
  request: string;
}

export interface Withdrawal {
  id: string;
  owner: Person;
  amount: number;
  state: "pending" | "paid" | "rejected" | "taken_back";
  isInHand: boolean;
}

export interface Ticket {
  id: string;
  owner: Person;
  item: Item | null;
  status: "Open" | "In Progress" | "Closed" | "Owner Responded" | "User Responded";
}

/** A freeze of one person, in force until it is released. */
export interface Freeze {
  id: string;
  at: number;
  releasedAt: number | null;
}

export interface Person {
  id: string;
  token: string;
  cardNumber: string;
  balance: number;
  isVerified: boolean;
  hasNames: boolean;
  joinedAt: number;
  cardVerifiedAt: number;
  /** The time at which the card last filled the wallet. */
  filledAt: number | null;
  inviter: Person | null;
  freezes: Freeze[];
  cart: { version: number; lines: Map<Product, number>; discount: Discount | null };
}

export interface World {
  now: number;
  people: Person[];
  products: Product[];
  discounts: Discount[];
  orders: Order[];
  payments: Payment[];
  withdrawals: Withdrawal[];
  tickets: Ticket[];
}

export const sum = (numbers: number[]): number =>
  numbers.reduce((total, number) => total + number, 0);
