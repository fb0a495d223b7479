/** What the model knows of the shop: plain things, changed by plain rules, with no database and no code of the shop's. Toman; UTC milliseconds. */

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
  /** Of a manual product: what the operator still means to sell. */
  units: number;
}

export interface Discount {
  id: string;
  code: string;
  type: "percentage" | "fixed";
  value: number;
  minPurchase: number;
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

export interface Item {
  id: string;
  order: Order;
  product: Product;
  quantity: number;
  /** Of a unit when the order was made, before the discount code. */
  price: number;
  total: number;
  reward: number;
  status: "pending" | "processing" | "delivered" | "cancelled";
  heldUntil: number | null;
  deliveredAt: number | null;
  isRead: boolean;
  isRated: boolean;
  refund: {
    wallet: number;
    gateway: number;
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
  holdExpiresAt: number;
  /** What of `wallet` lies in the hold. */
  held: number;
  items: Item[];
  profileDueAt: number | null;
}

export interface Payment {
  authority: string;
  url: string;
  owner: Person;
  purpose: "wallet_topup" | "cart_checkout";
  amount: number;
  order: Order | null;
  state: "pending" | "failed" | "expired" | "paid" | "credited";
  isPaidAtBank: boolean;
  expiresAt: number;
  nextCheckAt: number | null;
  question: string;
}

export interface Withdrawal {
  id: string;
  owner: Person;
  amount: number;
  state: "pending" | "paid" | "rejected";
}

export interface Ticket {
  id: string;
  owner: Person;
  item: Item | null;
  status: "Open" | "In Progress" | "Closed" | "Owner Responded" | "User Responded";
}

export interface Person {
  id: string;
  token: string;
  cardNumber: string;
  balance: number;
  isVerified: boolean;
  hasNames: boolean;
  inviter: Person | null;
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
