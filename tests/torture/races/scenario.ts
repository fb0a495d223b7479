import { type Random, amount } from "../scale.ts";
import type { Row } from "../../support/fill.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import type { Call, TogetherAnswer } from "../together.ts";

// A decision that reads first and writes later goes wrong in two of five such rounds.
export const ROUNDS = amount(100, 2_000);
/** For what no shop is known to have lost money to: twenty rounds miss such a decision once in twenty-seven thousand runs. */
export const FEWER_ROUNDS = amount(20, 2_000);

/** So many requests reach the shop at once in each round. */
export const AT_ONCE = 20;

interface Round {
  calls: Call[];
  /** What must be so before the calls go out, in one batch. */
  before?: Row[];
  /** What the answers must look like together. */
  check: (answers: TogetherAnswer[]) => void | Promise<void>;
}

export interface Scenario {
  /** A sentence about what people fight for. */
  name: string;
  /** Where it is not `ROUNDS`. */
  rounds?: number;
  /** Makes the rounds of one run, each with people and goods of its own. */
  prepare: (
    stage: Stage,
    rounds: number,
  ) => Promise<((random: Random) => Round | Promise<Round>)[]>;
  /** Runs once after all rounds. */
  after?: (stage: Stage) => Promise<void>;
}

export interface Stage {
  shop: TestShop;
  /** Twenty rich and verified shoppers, who take part in every round that needs a crowd. */
  crowd: TestShopper[];
}

export const ofStatus = (answers: TogetherAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status);

/** Statuses and how often each was answered, for messages that say what happened. */
export function tally(answers: TogetherAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = `${String(status)} ${String(body["code"] ?? "")}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const each = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Empties the carts of shoppers and puts one product into each. */
export function fillCarts(
  shoppers: TestShopper[],
  productId: string,
  quantity: number,
  discountCodeId: string | null = null,
): Row[] {
  const ids = JSON.stringify(shoppers.map(({ id }) => id));
  return [
    {
      text: "DELETE FROM cart_item WHERE user_id IN (SELECT value FROM json_each(?1))",
      values: [ids],
    },
    {
      text: "INSERT INTO cart_item (user_id, product_id, quantity, added_at) SELECT value, ?2, ?3, 0 FROM json_each(?1)",
      values: [ids, productId, quantity],
    },
    {
      text: "UPDATE cart SET discount_code_id = ?2 WHERE user_id IN (SELECT value FROM json_each(?1))",
      values: [ids, discountCodeId],
    },
  ];
}

export const buy = ({ token }: TestShopper, key?: string): Call => ({
  path: "/api/v1/orders",
  body: {},
  token,
  ...(key !== undefined && { key }),
});
