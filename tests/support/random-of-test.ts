import { expect } from "vitest";
import { createRandom } from "./random.ts";

const calls = new Map<string, number>();

/** Random numbers of the running test: new ones at each call, the same in each run with a seed. */
function randomOfTest() {
  const { testPath = "", currentTestName = "" } = expect.getState();
  const name = `${testPath.replace(/^.*\/tests\//, "")} ${currentTestName}`;
  const call = (calls.get(name) ?? 0) + 1;
  calls.set(name, call);
  return createRandom(`${name} ${String(call)}`);
}

const CHARACTERS = "0123456789abcdef";

/** Random digits and letters from a to f, for codes, names and other texts. */
export function newCharacters(count = 8): string {
  const { below } = randomOfTest();
  return Array.from({ length: count }, () => CHARACTERS[below(CHARACTERS.length)]).join("");
}

/** Random decimal digits. */
export function newDigits(count: number): string {
  const { below } = randomOfTest();
  return Array.from({ length: count }, () => below(10)).join("");
}
