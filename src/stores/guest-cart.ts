import type { GuestLine } from "../../contract/cart.ts";
import { isObject, parseStored } from "./record.ts";
import { local } from "./storage.ts";

type GuestAnswer = NonNullable<GuestLine["answers"]>[number];

const STORAGE_KEY = "guestCart";
const UPDATED_EVENT = "guest-cart-updated";
/** The same limits as `QUESTIONS_MAX` and `ANSWER_MAX` of the contract. */
const ANSWERS_MAX = 6;
const ANSWER_MAX = 254;
const QUESTION_ID_MAX = 32;

export interface CartLimits {
  quantityMax: number;
  linesMax: number;
}

export interface GuestCart {
  cart: GuestLine[];
  discountCode: string | null;
}

/** Reads the guest's cart. Anyone can edit the storage: only valid lines within limits count. */
export function readGuestCart(limits: CartLimits): GuestCart {
  const stored = parseStored(local.read(STORAGE_KEY));
  if (!isObject(stored)) return { cart: [], discountCode: null };
  const { cart, discountCode } = stored;
  const lines = new Map<string, GuestLine>();
  for (const line of Array.isArray(cart) ? cart.slice(0, 10 * limits.linesMax) : []) {
    const clean = cleanLine(line, limits);
    if (clean && (lines.has(clean.productId) || lines.size < limits.linesMax)) {
      lines.set(clean.productId, clean);
    }
  }
  const isCode =
    typeof discountCode === "string" && discountCode.length > 0 && discountCode.length <= 64;
  return { cart: [...lines.values()], discountCode: isCode ? discountCode : null };
}

/** Writes the guest's cart. Without storage, it lasts until the page is left. */
export function writeGuestCart(guestCart: GuestCart): void {
  local.keep(STORAGE_KEY, JSON.stringify(guestCart));
  window.dispatchEvent(new Event(UPDATED_EVENT));
}

export function removeGuestCart(): void {
  local.forget(STORAGE_KEY);
  window.dispatchEvent(new Event(UPDATED_EVENT));
}

/** True when an earlier page stored a guest's cart. */
export const holdsGuestCart = () => local.read(STORAGE_KEY) !== null;

/** Returns the lines with one product set to a quantity; zero removes it. */
export function withQuantity(
  lines: readonly GuestLine[],
  productId: string,
  quantity: number,
): GuestLine[] {
  if (quantity === 0) return lines.filter((line) => line.productId !== productId);
  if (lines.some((line) => line.productId === productId)) {
    return lines.map((line) => (line.productId === productId ? { ...line, quantity } : line));
  }
  return [...lines, { productId, quantity }];
}

/** Calls `listener` when another tab changes the guest's cart. */
export function onGuestCartElsewhere(listener: () => void): () => void {
  const hear = (event: StorageEvent) => {
    if (event.key === STORAGE_KEY || event.key === null) listener();
  };
  window.addEventListener("storage", hear);
  return () => {
    window.removeEventListener("storage", hear);
  };
}

function cleanLine(line: unknown, limits: CartLimits): GuestLine | null {
  if (!isObject(line)) return null;
  const { productId, quantity, answers } = line;
  if (typeof productId !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(productId)) return null;
  if (typeof quantity !== "number" || !Number.isInteger(quantity) || quantity < 1) return null;
  return {
    productId,
    quantity: Math.min(quantity, limits.quantityMax),
    ...(Array.isArray(answers) && { answers: answers.filter(isAnswer).slice(-ANSWERS_MAX) }),
  };
}

/**
 * True for an answer within the limits of the contract. Only the shop can say whether it is right.
 */
const isAnswer = (one: unknown): one is GuestAnswer =>
  isObject(one) && isShort(one["questionId"], QUESTION_ID_MAX) && isShort(one["text"], ANSWER_MAX);
const isShort = (value: unknown, most: number) => typeof value === "string" && value.length <= most;
