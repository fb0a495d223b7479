import { expect } from "vitest";
import type { Endpoint } from "../../../contract/endpoint.ts";
import { BASE_PATH } from "../../../contract/endpoints.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import type { TestShopper } from "../../support/shop.ts";
import { stateHash } from "../../support/state-hash.ts";
import { requestBelow } from "../../support/wire-request.ts";
import { type Reference, references } from "../owned-references.ts";
import { type Guard, type Stage, newcomer } from "./guard.ts";
import { shopSources } from "./in-code.ts";

/** Owner conditions: `find` is a part of a statement of the shop. */

const OWNER = /(?:\w+\.)?(?:user_id|owner_id) = (\?\d)/g;

/** Makes an owner condition true for everybody. The parameter stays: the statement binds it. */
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
 * Asserts that a stranger gets the same answer for another person's thing and for a thing that does
 * not exist, and changes nothing.
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

/** The idempotency key of every caller. */
export const KEY = "the-same-key";

/** Asserts that a list of a newcomer is empty, whatever others have. */
export const emptyFor =
  <Call extends Endpoint>(
    endpoint: Call,
    listIn: (body: AnswerOf<Call>) => readonly unknown[],
  ): Guard["attack"] =>
  async ({ shop }) => {
    const answer = await (await newcomer(shop)).askUntyped(endpoint);
    expect(answer.status).toBe(200);
    expect(listIn(answer.body)).toEqual([]);
  };

/** Asserts that two people with the same key and the same request get different answers. */
export const sameKey =
  <Body>(
    ask: (shopper: TestShopper, stage: Stage) => Promise<{ status: number; body: Body }>,
    idIn: (body: Body) => unknown,
  ): Guard["attack"] =>
  async (stage) => {
    const [one, other] = await Promise.all(
      [1, 2].map(() => stage.shop.newShopper({ balanceToman: 500_000 })),
    );
    if (!one || !other) throw new Error("No shopper was made");
    const [first, second] = [await ask(one, stage), await ask(other, stage)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(idIn(second.body)).not.toEqual(idIn(first.body));
  };

/** Owner conditions that no attack can notice when they are missing. */
export const EXCUSED = [
  // The desk reads the orders of all people. Here the person is only a filter.
  'if (person !== undefined) return ofOrders("user_id = ?8")',
  "(?8 IS NULL OR o.user_id = ?8)",
  'AND place = 0" : "owner_id = ?6"',
  "WHERE user_id = ?2 AND created_at >= ?3 AND token = ?1 LIMIT ?4",
  // An operator sees the papers of the person that they opened.
  "FROM (SELECT 'identity_request' AS subject, id FROM identity_request WHERE user_id = ?1",
  "UNION ALL SELECT 'bank_card', id FROM bank_card WHERE user_id = ?1",
  // This only decides who takes a place in a lane. The purchase reads the cart again.
  "EXISTS (SELECT 1 FROM cart_item WHERE user_id = ?1) AS has_lines",
  // The hash of the request contains a card number, which belongs to one person.
  "WHERE o.user_id = ?1 AND o.state = 'awaiting' AND o.hold_expires_at > ?2 AND p.request_hash = ?3",
  // The same call has just written the message under a new id.
  "WHERE m.id = ?2 AND t.user_id = ?1",
  // These only compute the seconds to wait; another statement refuses the request.
  "coalesce((SELECT max(created_at) + ?4 FROM email_verification WHERE user_id = ?1), 0)",
  "coalesce((SELECT created_at + ?5 FROM email_verification WHERE user_id = ?1 AND created_at > ?2 - ?5",
];
