import { createOrder } from "../../../contract/order.ts";
import type { Row } from "../../support/fill.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { type WireRequest, shopRequest } from "../../support/wire-request.ts";
import type { Random } from "../../support/random.ts";
import { amount } from "../scale.ts";
import type { TogetherAnswer } from "../together.ts";

/**
 * A decision that reads first and writes later goes wrong in two of five rounds. The six rounds of
 * the short form therefore miss such a fault once in 21 runs. The long form does not miss it.
 */
export const ROUNDS = amount(6, 2_000);

/** The number of requests that reach the shop at once in each round. */
export const AT_ONCE = 20;

export interface Round {
  calls: WireRequest[];
  /** Rows that are written in one batch before the calls go out. */
  before?: Row[];
  /** Asserts on all answers together and on the state of the shop afterwards. */
  check: (answers: TogetherAnswer[]) => void | Promise<void>;
}

export interface Scenario {
  /** A sentence about what people compete for. */
  name: string;
  /** The number of rounds, if they take longer than usual; otherwise `ROUNDS`. */
  rounds?: number;
  /** Makes the rounds of one run, each with its own people and goods. */
  prepare: (
    stage: Stage,
    rounds: number,
  ) => Promise<((random: Random) => Round | Promise<Round>)[]>;
  /** Runs once after all rounds. */
  after?: (stage: Stage) => Promise<void>;
}

export interface Stage {
  shop: TestShop;
  /** Twenty rich and verified shoppers for rounds that need a crowd. */
  crowd: TestShopper[];
}

export const ofStatus = (answers: TogetherAnswer[], status: number) =>
  answers.filter((answer) => answer.status === status);

/** Counts answers by status and code. */
export function tally(answers: TogetherAnswer[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status, body } of answers) {
    const name = `${String(status)} ${String(body.code ?? "")}`.trim();
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export const each = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** Returns the rows that replace each shopper's cart by one product. */
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
      text: `INSERT INTO cart_item (user_id, product_id, quantity, added_at)
        SELECT value, ?2, ?3, 0 FROM json_each(?1)`,
      values: [ids, productId, quantity],
    },
    {
      text: `UPDATE cart SET discount_code_id = ?2
        WHERE user_id IN (SELECT value FROM json_each(?1))`,
      values: [ids, discountCodeId],
    },
  ];
}

export const buy = (shopper: TestShopper, idempotencyKey?: string): WireRequest =>
  shopRequest(shopper, createOrder, { body: {}, idempotencyKey });
