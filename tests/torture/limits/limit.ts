import { expect } from "vitest";
import type { Edit } from "./rebuilt.ts";
import type { Stage } from "./stage.ts";

/** The part of an answer that shows whether a limit refused the call. */
interface Answer {
  status: number;
  body: { code?: unknown };
}

/** A limit of the program, and an attack that succeeds without it. */
export interface Limit {
  /** The name of the constant or setting, or a description. */
  name: string;
  /** The edit that removes the limit, or a setting with a harmless value. */
  without: Edit | { setting: string; value: string };
  /** Settings that the attack needs. */
  vars?: Record<string, string>;
  /** Throws when a call was not refused as it should be. */
  attack: (stage: Stage) => Promise<unknown>;
}

/** A limit that is a named number. `value` replaces the number. */
export const constant = (
  file: string,
  name: string,
  value: string,
  attack: Limit["attack"],
): Limit =>
  place(
    name,
    { file, find: new RegExp(`^((?:export )?const ${name} = )[^;]+;$`), replace: `$1${value};` },
    attack,
  );

/** A limit that is not a named number. */
export const place = (name: string, without: Edit, attack: Limit["attack"]): Limit => ({
  name,
  without,
  attack,
});

/** A limit that is a setting. */
export const setting = (name: string, attack: Limit["attack"]): Limit => ({
  name,
  without: { setting: name, value: "1000000" },
  attack,
});

/** Asserts that an answer is the refusal `code` or, if no code is given, a success. */
export function expectAnswer({ status, body }: Answer, code?: string): void {
  const expected = code === undefined ? { status: 200 } : { status: expect.any(Number), code };
  expect({ status, code: body.code }).toMatchObject(expected);
}

/** Asserts that `most` calls succeed or are refused with `before`, and the next with `after`. */
export async function endsAfter(
  most: number,
  ask: (count: number) => Promise<Answer>,
  after: string,
  before?: string,
): Promise<void> {
  for (let count = 1; count <= most; count++) expectAnswer(await ask(count), before);
  expectAnswer(await ask(most + 1), after);
}

/** Asserts that a value just inside the limit succeeds and one just beyond is refused. */
export async function allowsOnly<Value>(
  ask: (value: Value) => Promise<Answer>,
  { inside, beyond }: { inside: Value; beyond: Value },
  code = "invalid",
): Promise<void> {
  expectAnswer(await ask(inside));
  expectAnswer(await ask(beyond), code);
}

export const letters = (count: number) => "ا".repeat(count);
