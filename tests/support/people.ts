/** A shopper of the browser tests. Each test takes its own, so rate limits do not interfere. */
export interface Person {
  phone: string;
  cardNumber: string;
  balanceToman: number;
  /** The first name; empty when the profile is incomplete. */
  firstName: string;
  lastName: string;
}

export const people: readonly Person[] = Array.from({ length: 40 }, (_, index) => ({
  phone: `9390000${String(index).padStart(3, "0")}`,
  cardNumber: withCheckDigit(`621986104${String(index).padStart(6, "0")}`),
  balanceToman: 3_000_000,
  firstName: "آزمون",
  lastName: "مرورگر",
}));

/** A shopper who may buy but has no names yet. */
export const NAMELESS: Person = {
  phone: "9390000900",
  cardNumber: withCheckDigit("621986104000900"),
  balanceToman: 3_000_000,
  firstName: "",
  lastName: "",
};

/** Phones of accounts without names, card and money. Each test takes its own. */
export const newcomers: readonly string[] = Array.from(
  { length: 600 },
  (_, index) => `938${String(index).padStart(7, "0")}`,
);

/** The token of a session that is open from the start; most tests are not about signing in. */
export function tokenOf(phone: string): string {
  return `session-of-test-person-${phone}`;
}

/** A product with a single code. */
export const LAST_CODE = { id: "last-code", name: "آخرین کد آزمون", priceToman: 200_000 };
/** The tokens of two owners in browsers. The first makes proposals, the second confirms them. */
export const OWNER_TOKENS = ["the-token-of-who-asks", "the-token-of-who-confirms"] as const;

/** A product that the operator delivers. */
export const MANUAL = { id: "by-hand", name: "محصول دستی آزمون", priceToman: 150_000 };

/** Appends the check digit that makes fifteen digits a card number. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
