import type { Random } from "../../support/random.ts";
import type { Schema } from "./document.ts";
import type { Actor } from "./people.ts";
import { hostileValue, smuggledField } from "./values.ts";

/** A JSON text under construction: a text, or an object or list whose parts can be replaced. */
export type Node = string | { fields: [string, Node][] } | { items: Node[] };

export interface Situation {
  random: Random;
  /** The caller. */
  actor: Actor;
  stranger: Actor;
  /** Values that the shop knows, by the name of a field. */
  words: Record<string, readonly string[]>;
}

const TEXT = "این یک متن آزمایشی است که برای همه فیلدها بس است.";

/** Returns the kind of id that a field or a path parameter names. */
export function kindOf(name: string, path: string): string {
  if (name !== "id") return /image/i.test(name) ? "upload" : name;
  const noun = /\/(bankcards|tickets|authorizes|withdrawals)\b/.exec(path)?.[1] ?? "";
  return (
    {
      bankcards: "cardId",
      tickets: "ticketId",
      authorizes: "requestId",
      withdrawals: "withdrawalId",
    }[noun] ?? "id"
  );
}

/** Draws an id: usually the caller's own, sometimes a stranger's, rarely an unknown one. */
export function idOf(kind: string, { random, actor, stranger }: Situation): string {
  const owner = random.next() < 0.8 ? actor : stranger;
  const ids = owner.known.get(kind) ?? [];
  return ids.length === 0 || random.next() < 0.05
    ? "00000000-0000-4000-8000-000000000000"
    : random.pick(ids);
}

/** Makes a body that the document allows, with ids and words that the shop knows. */
export function makeBody(schema: Schema, situation: Situation, name = "", path = ""): Node {
  const { random } = situation;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices)
    return makeBody(
      random.next() < 0.85 ? (choices[0] ?? {}) : random.pick(choices),
      situation,
      name,
      path,
    );
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return JSON.stringify(random.pick(schema.enum));
  switch (schema.type) {
    case "object": {
      const fields = Object.entries(schema.properties ?? {}).filter(
        ([field]) => schema.required?.includes(field) === true || random.next() < 0.5,
      );
      return {
        fields: fields.map(([field, inner]) => [field, makeBody(inner, situation, field, path)]),
      };
    }
    case "array": {
      const items = Array.from({ length: 1 + random.below(3) }, () =>
        makeBody(schema.items ?? {}, situation, name, path),
      );
      return { items };
    }
    case "boolean":
      return String(random.next() < 0.5);
    case "integer":
    case "number":
      return makeNumber(schema, situation, name);
    default:
      return JSON.stringify(makeText(situation, name, path));
  }
}

function makeNumber(schema: Schema, { random }: Situation, name: string): string {
  if (name === "amount")
    return String(random.pick([100_000, 250_000, 1_000, 50_000_000, 99_999_999_999_999]));
  if (name === "expectedTotal") return String(random.pick([0, 100_000, 200_000, 400_000]));
  const lowest = schema.minimum ?? 0;
  return String(lowest + random.below(Math.min(11, (schema.maximum ?? lowest + 10) - lowest + 1)));
}

function makeText(situation: Situation, name: string, path: string): string {
  const { random, actor, stranger, words } = situation;
  const kind = kindOf(name, path);
  if (kind === "cardNumber")
    return random.next() < 0.6 ? actor.cardNumber : random.pick(words["cardNumber"] ?? []);
  if (kind === "username") return random.next() < 0.5 ? actor.phone : stranger.phone;
  const known = words[kind];
  if (known) return random.pick(known);
  if (actor.known.has(kind) || /Id$|upload|authority/.test(kind)) return idOf(kind, situation);
  return TEXT;
}

export function render(node: Node): string {
  if (typeof node === "string") return node;
  if ("items" in node) return `[${node.items.map(render).join(",")}]`;
  const fields = node.fields.map(([name, value]) =>
    name === "" ? render(value) : `${JSON.stringify(name)}:${render(value)}`,
  );
  return `{${fields.join(",")}}`;
}

/** Lists the objects and lists in a body, the outermost first. */
function placesOf(node: Node): Exclude<Node, string>[] {
  if (typeof node === "string") return [];
  return [
    node,
    ...("items" in node ? node.items : node.fields.map(([, value]) => value)).flatMap(placesOf),
  ];
}

/** Replaces, adds or removes one part of a body as no honest client would. */
export function spoil(node: Node, random: Random): void {
  const place = random.pick(placesOf(node));
  if ("items" in place) {
    if (random.next() < 0.2) place.items = Array.from({ length: 60 }, () => place.items[0] ?? "1");
    else place.items[random.below(place.items.length)] = hostileValue(random);
    return;
  }
  const field = place.fields[random.below(place.fields.length)];
  const what = random.next();
  if (field === undefined || what > 0.85) place.fields.push(["", smuggledField(random)]);
  else if (what > 0.72) place.fields = place.fields.filter((other) => other !== field);
  else field[1] = hostileValue(random);
}
