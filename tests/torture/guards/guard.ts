import { expect } from "vitest";
import type { Row } from "../../support/fill.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import type { Rival } from "../../support/trouble.ts";
import { withOrder } from "../faults/handler.ts";
import type { OwnedRows } from "../owned-things.ts";

/** A guard of the shop, and an attack that succeeds without it. */
export interface Guard {
  /**
   * The name as in guards/in-code.ts: `check`, `unique`, `index` or `trigger` of the schema, or
   * `must:` and a claim of a batch. Any other name comes with `rewrites`, which remove a condition
   * from statements. Several attacks on one claim are distinguished by words in brackets after its
   * name.
   */
  name: string;
  rewrites?: Rewrite[];
  /** Other guards that refuse the same attack and are removed together with this one. */
  heldAlsoBy?: string[];
  /** Throws when the attack succeeds. */
  attack: (stage: Stage) => Promise<unknown>;
}

export interface Rewrite {
  find: string;
  replace: string;
}

export interface Stage {
  shop: TestShop;
  /** Things that one person owns and another person requests. */
  things: OwnedRows;
  /** Runs the rivals just before the next database call whose statements contain `before`. */
  meanwhile: <Result>(
    before: string,
    rivals: Rival[],
    ask: () => Promise<Result>,
  ) => Promise<Result>;
}

/**
 * Rows of a shopper in those tables of personal data that ordinary use of the shop leaves empty.
 */
export type Traces = (shopper: TestShopper) => Row[];

export const sql = (text: string, ...values: unknown[]): Row => ({ text, values });

/** A guard that is a condition in statements, and the text without it. */
export const where = (
  what: string,
  find: string,
  replace: string,
  attack: Guard["attack"],
  ...heldAlsoBy: string[]
): Guard => ({ name: `where: ${what}`, rewrites: [{ find, replace }], heldAlsoBy, attack });

/** Asserts a refusal, with this code if it is given. */
export function expectRefused(
  { status, body }: { status: number; body: { code?: unknown } },
  code?: string,
): void {
  expect([status, body.code]).toEqual([
    expect.toSatisfy((value: number) => value >= 400 && value < 500),
    code ?? expect.any(String),
  ]);
}

/** Makes a person who has only signed in. */
export const newcomer = (shop: TestShop) =>
  shop.newShopper({ cardStatus: "none", isVerified: false });

export const succeeds = async (answer: Promise<{ status: number }>) =>
  expect(await answer).toMatchObject({ status: 200 });

export const count = async (shop: TestShop, query: string, ...values: unknown[]) =>
  (await shop.sql(query, ...values)).length;

export const waitingItem = (shop: TestShop) => withOrder(shop, 100_000, { deliveryType: "manual" });

export const NAMELESS = "UPDATE user SET first_name = '' WHERE id = ?1";
