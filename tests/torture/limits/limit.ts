import { expect } from "vitest";
import type { Edit } from "./rebuilt.ts";
import type { Stage } from "./stage.ts";

/** As much of an answer as tells whether a limit was met. */
interface Answer {
  status: number;
  body: { code?: unknown };
}

/** Something that may not be more, or less, or later than so much, and an attack that goes through when it may. */
export interface Limit {
  /** Of the constant, or of the setting. */
  name: string;
  /** How the shop is put together without it; a setting is given another value instead. */
  without: Edit | { setting: string; value: string };
  /** Throws when what should be refused was not, or was refused for another reason. */
  attack: (stage: Stage) => Promise<unknown>;
}

/** A named number of a source file, and one with which it is no limit any more. */
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

/** A limit that is no named number. */
export const place = (name: string, without: Edit, attack: Limit["attack"]): Limit => ({
  name,
  without,
  attack,
});

export const setting = (name: string, attack: Limit["attack"]): Limit => ({
  name,
  without: { setting: name, value: "1000000" },
  attack,
});

/** The answer is this refusal; none where it has to be what was asked for. */
export function expectAnswer({ status, body }: Answer, code?: string): void {
  const expected = code === undefined ? { status: 200 } : { status: expect.any(Number), code };
  expect({ status, code: body.code }).toMatchObject(expected);
}

/** Asked so often, it is answered as it should be (`before`, or with what was asked for), and then no more. */
export async function endsAfter(
  most: number,
  ask: (count: number) => Promise<Answer>,
  after: string,
  before?: string,
): Promise<void> {
  for (let count = 1; count <= most; count++) expectAnswer(await ask(count), before);
  expectAnswer(await ask(most + 1), after);
}

/** What is just inside the limit goes through, and what is just beyond it does not. */
export async function allowsOnly<Value>(
  ask: (value: Value) => Promise<Answer>,
  { inside, beyond }: { inside: Value; beyond: Value },
  code = "invalid",
): Promise<void> {
  expectAnswer(await ask(inside));
  expectAnswer(await ask(beyond), code);
}

export const letters = (count: number) => "ا".repeat(count);
