import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readInvariants } from "../../scripts/audit/invariants.mjs";
import { root } from "../../scripts/run/root.mjs";
import { guards } from "../torture/guards/all.ts";
import {
  claimsInCode,
  emptyDatabase,
  guardsInSchema,
  shopSources,
  claimOf,
} from "../torture/guards/in-code.ts";
import { EXCUSED as EXCUSED_OWNERS, unguardedOwners } from "../torture/guards/owners.ts";
import {
  EXCUSED as EXCUSED_NUMBERS,
  limits,
  numberOf,
  numbersInSources,
} from "../torture/limits/all.ts";
import { placesOf } from "../torture/limits/rebuilt.ts";
import { nameOf, references, referencesInContract } from "../torture/owned-references.ts";
import { figurePlants } from "../torture/planted-figures.ts";
import { moneyPlants } from "../torture/planted-money.ts";
import { orderPlants, plantsAgainstRules } from "../torture/planted-orders.ts";

/**
 * Compares the sources with the lists of attacks in tests/torture: each guard, limit, owner
 * condition and id of somebody's row needs an attack. These tests only read sources, so that a
 * missing attack is reported in seconds.
 */

const without = (names: readonly string[], others: readonly string[]) =>
  names.filter((name) => !others.includes(name));
const twice = (names: readonly string[]) =>
  names.filter((name, index) => names.indexOf(name) !== index);

test("every guard of the schema and every claim of a batch has an attack", () => {
  const database = emptyDatabase();
  const inCode = [...guardsInSchema(database), ...claimsInCode()];
  database.close();
  const attacked = guards
    .filter(({ rewrites }) => rewrites === undefined)
    .map(({ name }) => claimOf(name));
  const names = guards.map(({ name }) => name);
  const others = guards.flatMap(({ heldAlsoBy = [] }) => heldAlsoBy);
  expect([
    ...without(inCode, attacked).map(
      (name) => `${name} has no attack: add one to a file of tests/torture/guards`,
    ),
    ...without(attacked, inCode).map(
      (name) => `${name} is not in api/: remove its attack from tests/torture/guards/`,
    ),
    ...without(others, names).map(
      (name) => `${name} is named in heldAlsoBy, and no guard in tests/torture/guards/ is it`,
    ),
  ]).toEqual([]);
});

test("every condition that an attack removes is in a statement of the shop", () => {
  const statements = shopSources().map(({ text }) => withConstants(text));
  const stale = guards.flatMap(({ name, rewrites = [] }) =>
    rewrites
      .filter(({ find }) => !statements.some((text) => text.includes(find)))
      .map(
        ({ find }) =>
          `${name}: no statement in api/ has “${find}”. Put the condition back if it was lost; ` +
          "if the statement was only rewritten, correct its attack in tests/torture/guards/",
      ),
  );
  expect(stale).toEqual([]);
});

/** Replaces the constants of a file inside its SQL texts by their values. */
function withConstants(text: string): string {
  const constants = [...text.matchAll(/const ([A-Z_]+)\s*=\s*(?:"([^"]*)"|`([^`]*)`);/g)];
  return constants.reduce(
    (filled, [, name = "", plain, template]) =>
      filled.replaceAll(`\${${name}}`, () => plain ?? template ?? ""),
    text,
  );
}

test("every comparison with an owner has an attack or an excuse", () => {
  const texts = shopSources().map(({ text }) => text);
  const stale = EXCUSED_OWNERS.filter((find) => !texts.some((text) => text.includes(find)));
  expect([
    ...unguardedOwners(guards, EXCUSED_OWNERS).map(
      (place) => `${place} has no attack: add one to tests/torture/guards/`,
    ),
    ...stale.map((find) => `${find} is not in api/: remove it from EXCUSED of guards/owners.ts`),
  ]).toEqual([]);
});

test("every number of the contract and of the settings has an attack or an excuse", () => {
  const numbers = numbersInSources();
  const attacked = limits.map(numberOf);
  const settings = limits.filter(({ without }) => "setting" in without).map(numberOf);
  const list = "tests/torture/limits/all.ts";
  expect([
    ...without(numbers, [...attacked, ...EXCUSED_NUMBERS]).map(
      (number) =>
        `${number} has no attack: add one to tests/torture/limits/, or excuse it in ${list}`,
    ),
    ...EXCUSED_NUMBERS.filter(
      (number) => attacked.includes(number) || !numbers.includes(number),
    ).map((number) => `${number} needs no excuse: remove it from EXCUSED of ${list}`),
    ...twice(attacked).map((number) => `${number} is attacked twice in tests/torture/limits/`),
    ...without(settings, numbers).map(
      (setting) => `${setting} is no setting: remove its attack from tests/torture/limits/`,
    ),
  ]).toEqual([]);
});

test("every limit that an attack removes is found exactly once in its source", () => {
  const broken = limits.flatMap(({ name, without }) => {
    if ("setting" in without) return [];
    const count = placesOf(readFileSync(join(root, without.file), "utf8"), without);
    const places = `${without.file} has ${String(count)} places like ${String(without.find)}`;
    return count === 1 ? [] : `${name}: ${places}: correct it in tests/torture/limits/`;
  });
  expect(broken).toEqual([]);
});

test("every parameter that names a shopper's row is tried by another shopper", () => {
  const inContract = referencesInContract();
  const tried = references.map(nameOf);
  const list = "tests/torture/owned-references.ts";
  expect([
    ...without(inContract, tried).map((name) => `${name} is not tried: add it to ${list}`),
    ...without(tried, inContract).map(
      (name) => `${name} is not in the contract: remove it from ${list}`,
    ),
    ...twice(tried).map((name) => `${name} is twice in ${list}`),
  ]).toEqual([]);
});

test("for every invariant there is a planted error that breaks it", () => {
  const invariants = readInvariants().map(({ name }) => name);
  const planted = [figurePlants, moneyPlants, orderPlants, plantsAgainstRules].flatMap(Object.keys);
  const list = "tests/torture/planted-money.ts or planted-orders.ts";
  expect([
    ...invariants
      .filter((name) => !planted.some((beginning) => name.startsWith(beginning)))
      .map((name) => `${name}: plant an error against it in ${list}`),
    ...planted
      .filter((beginning) => !invariants.some((name) => name.startsWith(beginning)))
      .map((beginning) => `“${beginning}” begins no invariant: correct it in ${list}`),
  ]).toEqual([]);
});
