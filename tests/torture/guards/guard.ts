import { expect } from "vitest";
import type { Row } from "../../support/fill.ts";
import type { TestShop } from "../../support/shop.ts";
import type { Rival } from "../../support/trouble.ts";
import type { Things } from "../owned-things.ts";

/** Something that refuses what would do harm, and an attack that goes through when it is taken out. */
export interface Guard {
  /**
   * What is taken out, as guards/in-code.ts names it: `check`, `unique`, `index` or `trigger` of the schema, `must:` for a claim of a
   * batch. Any other name goes with `rewrites`, which take a condition out of statements. A guard that keeps several doors has an
   * attack for each, told apart by words in brackets behind the name of a claim.
   */
  name: string;
  rewrites?: Rewrite[];
  /** Guards that refuse the same: they are taken out together, since each holds without the other. */
  heldAlsoBy?: string[];
  /** Throws when what should be refused was done, or what should be done was not. */
  attack: (stage: Stage) => Promise<unknown>;
}

export interface Rewrite {
  find: string;
  replace: string;
}

export interface Stage {
  shop: TestShop;
  /** Everything that one person owns and another asks for. */
  things: Things;
  /** Runs `rivals` just before the next database call that has `before` in a statement. */
  meanwhile: <Result>(
    before: string,
    rivals: Rival[],
    ask: () => Promise<Result>,
  ) => Promise<Result>;
}

export const sql = (text: string, ...values: unknown[]): Row => ({ text, values });

/** A condition inside statements, and how they read without it. */
export const where = (
  what: string,
  find: string,
  replace: string,
  attack: Guard["attack"],
  ...heldAlsoBy: string[]
): Guard => ({
  name: `where: ${what}`,
  rewrites: [{ find, replace }],
  heldAlsoBy,
  attack,
});

/** Says which refusal came, or that none did. */
export function expectRefused(
  { status, body }: { status: number; body: { code?: unknown } },
  code?: string,
): void {
  expect([status, body.code]).toEqual([
    expect.toSatisfy((value: number) => value >= 400 && value < 500),
    code ?? expect.any(String),
  ]);
}

/** Somebody who has signed in and done nothing else. */
export const newcomer = (shop: TestShop) =>
  shop.newShopper({ cardStatus: "none", isVerified: false });

export const succeeds = async (asked: ReturnType<TestShop["call"]>) =>
  expect(await asked).toMatchObject({ status: 200 });
