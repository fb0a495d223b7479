import { expect } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { stateHash } from "../../support/state-hash.ts";
import { requestBelow } from "../../support/wire-request.ts";
import { type Reference, references } from "../owned-references.ts";
import { type Guard, type Stage, newcomer } from "./guard.ts";
import { shopSources } from "./in-code.ts";

/** Conditions that keep what is somebody's from everybody else: `find` is a part of a statement that compares an owner. */

const OWNER = /(?:\w+\.)?(?:user_id|owner_id) = (\?\d)/g;

/** With the condition true for everybody; its parameter stays, so that the statement takes as many. */
export const ofAnybody = (find: string) => ({
  find,
  replace: find.replace(OWNER, "$1 IS NOT NULL"),
});

export function owner(
  what: string,
  find: string | string[],
  attack: Guard["attack"],
  ...heldAlsoBy: string[]
): Guard {
  const rewrites = [find].flat().map(ofAnybody);
  return {
    name: `owner: ${what}`,
    rewrites,
    attack,
    heldAlsoBy: heldAlsoBy.map((name) => (name.startsWith("must") ? name : `owner: ${name}`)),
  };
}

/** Sends a stranger's request and returns the whole answer. */
async function ask({ shop, things }: Stage, { endpoint, request, of }: Reference, id: string) {
  const { stranger } = of(things);
  const sent = request(id, stranger, things);
  const { method, path, body } = requestBelow(BASE_PATH, stranger.token, endpoint, sent);
  const answer = await fetch(`${shop.stack.url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${stranger.token}`,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return [answer.status, await answer.text()];
}

/**
 * Asserts that a stranger gets the same answer for somebody's thing and for a thing that does not
 * exist, and changes nothing.
 */
export async function strangerLearnsNothing(
  stage: Stage,
  endpoint: Endpoint,
  field: string,
): Promise<void> {
  const reference = references.find((one) => one.endpoint === endpoint && one.field === field);
  if (!reference) throw new Error(`No reference names ${field} of ${endpoint.path}`);
  const { theirs, absent } = reference.of(stage.things);
  const before = stateHash(stage.shop);
  const answer = await ask(stage, reference, theirs);
  expect(stateHash(stage.shop)).toBe(before);
  expect(answer).toEqual(await ask(stage, reference, absent));
}

/** Finds comparisons with an owner in the shop's sources that no guard removes. */
export function unguardedOwners(guards: readonly Guard[], excused: readonly string[]): string[] {
  const finds = [
    ...guards.flatMap(({ rewrites = [] }) => rewrites.map(({ find }) => find)),
    ...excused,
  ];
  return shopSources().flatMap(({ file, text }) => {
    const parts = finds.flatMap((find) => {
      const starts = [
        ...text.matchAll(new RegExp(find.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"), "g")),
      ].map(({ index }) => index);
      return starts.map((start) => [start, start + find.length] as const);
    });
    return [...text.matchAll(OWNER)]
      .filter(
        ({ index, 0: found }) =>
          !parts.some(([start, end]) => start <= index && index + found.length <= end),
      )
      .map(({ index }) => {
        const lines = text.slice(0, index).split("\n");
        const line = text.split("\n")[lines.length - 1]?.trim();
        return `api/${file}:${String(lines.length)} “${String(line)}”`;
      });
  });
}

export const stranger = (endpoint: Endpoint, field: string) => (stage: Stage) =>
  strangerLearnsNothing(stage, endpoint, field);

/** The same name for an attempt, whoever makes it. */
export const KEY = { "Idempotency-Key": "the-same-key" };

/** A list of somebody who has nothing: empty, whatever others have. */
export const emptyFor =
  (path: string, ...fields: string[]): Guard["attack"] =>
  async ({ shop }) => {
    const { body } = await (await newcomer(shop)).call("GET", path);
    const inside = (body["data"] ?? body) as Record<string, unknown>;
    for (const field of fields) expect([field, inside[field]]).toEqual([field, []]);
  };

/** Two people who use the same key for the same question get an answer of their own. */
export const sameKey =
  (
    ask: (shopper: TestShopper, stage: Stage) => ReturnType<TestShop["call"]>,
    idIn: (body: Record<string, unknown>) => unknown,
  ): Guard["attack"] =>
  async (stage) => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => stage.shop.newShopper({ balanceToman: 500_000 })),
    );
    if (!one || !other) throw new Error("Nobody came");
    const [first, second] = [await ask(one, stage), await ask(other, stage)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(idIn(second.body)).not.toEqual(idIn(first.body));
  };
export const idOf = (name: string) => (body: Record<string, unknown>) =>
  (body[name] as { id: string } | undefined)?.id;
