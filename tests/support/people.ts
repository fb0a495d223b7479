/** Shoppers of the browser tests: each test takes one of its own, so that none waits for another's limits. */
export interface Person {
  phone: string;
  cardNumber: string;
  balanceToman: number;
  /** Empty for somebody who has not completed their profile. */
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

/** Somebody who may buy and has no name yet. */
export const NAMELESS: Person = {
  phone: "9390000900",
  cardNumber: withCheckDigit("621986104000900"),
  balanceToman: 3_000_000,
  firstName: "",
  lastName: "",
};

/** Phones of people who have an account and nothing else: no names, no card, no money. Each test takes one of its own. */
export const newcomers: readonly string[] = Array.from(
  { length: 600 },
  (_, index) => `938${String(index).padStart(7, "0")}`,
);

/** Everybody here has this session open from the start, since most tests are not about signing in. */
export function tokenOf(phone: string): string {
  return `session-of-test-person-${phone}`;
}

/** A product that has a single code. */
export const LAST_CODE = { id: "last-code", name: "آخرین کد آزمون", priceToman: 200_000 };
/** A product that the operator delivers. */
export const MANUAL = { id: "by-hand", name: "محصول دستی آزمون", priceToman: 150_000 };

/** Fifteen digits and the one that makes a card number of them. */
export function withCheckDigit(digits: string): string {
  const sum = [...digits].reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? Number(digit) * 2 : Number(digit);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return digits + String((10 - (sum % 10)) % 10);
}
