import type { GuestLine } from "../../contract/cart.ts";
import type { KeptAnswer } from "../../contract/question.ts";
import { isObject, parseStored } from "./record.ts";

const STORAGE_KEY = "guestCart";
const UPDATED_EVENT = "guest-cart-updated";

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
  const stored = parseStored(localStorage.getItem(STORAGE_KEY));
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

export function writeGuestCart(guestCart: GuestCart): void {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(guestCart));
  window.dispatchEvent(new Event(UPDATED_EVENT));
}

export function removeGuestCart(): void {
  localStorage.removeItem(STORAGE_KEY);
  window.dispatchEvent(new Event(UPDATED_EVENT));
}

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

/** Returns the lines with an answer to what a product asks; an empty one is taken back. */
export function withAnswer(
  lines: readonly GuestLine[],
  productId: string,
  questionId: string,
  text: string,
): GuestLine[] {
  return lines.map((line) => {
    if (line.productId !== productId) return line;
    const others = (line.answers ?? []).filter((one) => one.questionId !== questionId);
    // Answers to questions of long ago make room.
    const answers = text === "" ? others : [...others.slice(-5), { questionId, text }];
    return { ...line, answers };
  });
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
  const kept = (Array.isArray(answers) ? answers.slice(0, 6) : []).filter(isAnswer);
  return {
    productId,
    quantity: Math.min(quantity, limits.quantityMax),
    ...(kept.length > 0 && { answers: kept }),
  };
}

function isAnswer(answer: unknown): answer is KeptAnswer {
  return (
    isObject(answer) &&
    typeof answer["questionId"] === "string" &&
    answer["questionId"].length <= 32 &&
    typeof answer["text"] === "string" &&
    answer["text"].length <= 254
  );
}
