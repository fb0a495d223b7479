import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  addEffects,
  beginEffects,
  isWholeSince,
  openEffects,
  readEffects,
  thinEffects,
} from "../../scripts/serve/effects.mjs";

/** The list from which a restore learns what it cannot undo. docs/decisions/095. */

const DAY_MS = 86_400_000;
const NOON = Date.parse("2026-11-28T12:00:00Z");
let copies = "";
beforeEach(() => {
  copies = mkdtempSync(join(tmpdir(), "armaghan-effects-"));
  vi.useFakeTimers({ now: NOON, toFake: ["Date"] });
});
afterEach(() => {
  vi.useRealTimers();
  rmSync(copies, { recursive: true });
});

const effect = (id: string) => ({ effect: "person" as const, id });
const line = (id: string) => JSON.stringify(effect(id));
const idsSince = (since: number) => readEffects(copies, since).map(({ id }) => id);
const dayFile = () => join(copies, "effects", "2026-11-28.jsonl");

test("lines of the log that are effects are kept, and read from a time on", () => {
  const keep = openEffects(copies);
  keep(line("one"));
  keep('{"call":"GET /","outcome":200,"ms":1}');
  vi.setSystemTime(NOON + DAY_MS);
  keep(line("two"));
  addEffects(copies, [effect("three")]);
  expect(idsSince(NOON)).toEqual(["one", "two", "three"]);
  expect(idsSince(NOON + 1)).toEqual(["two", "three"]);
  expect([isWholeSince(copies, NOON - 1), isWholeSince(copies, NOON)]).toEqual([false, true]);
});

test("a line that the end of the machine cut off swallows no other line", () => {
  openEffects(copies)(line("one"));
  appendFileSync(dayFile(), '{"at":"2026-11-28T12:00:01.000Z","eff');
  openEffects(copies)(line("two"));
  expect(idsSince(NOON)).toEqual(["one", "two"]);
});

test("after a line that could not be written, the list is not whole any more", () => {
  const keep = openEffects(copies);
  keep(line("one"));
  rmSync(dayFile());
  // A folder in its place, so that nothing can be written.
  mkdirSync(dayFile());
  const said = vi.spyOn(console, "error").mockReturnValue();
  keep(line("two"));
  expect(said).toHaveBeenCalledWith(expect.stringContaining("effectNotKept"));
  said.mockRestore();
  expect(isWholeSince(copies, NOON + DAY_MS)).toBe(false);
  rmSync(dayFile(), { recursive: true });
  vi.setSystemTime(NOON + 1_000);
  // A process that was started since begins the list anew.
  beginEffects(copies);
  expect([isWholeSince(copies, NOON), isWholeSince(copies, NOON + 1_000)]).toEqual([false, true]);
});

test("a list whose beginning cannot be read begins anew", () => {
  mkdirSync(join(copies, "effects"));
  writeFileSync(join(copies, "effects", "since"), "");
  expect(isWholeSince(copies, NOON)).toBe(false);
  beginEffects(copies);
  expect(isWholeSince(copies, NOON)).toBe(true);
});

test("days that are older than every copy go, and the list begins after them", () => {
  beginEffects(copies);
  openEffects(copies)(line("one"));
  vi.setSystemTime(NOON + 20 * DAY_MS);
  openEffects(copies)(line("two"));
  thinEffects(copies, NOON + 31 * DAY_MS);
  expect(readdirSync(join(copies, "effects")).filter((name) => name.endsWith("l"))).toHaveLength(2);
  thinEffects(copies, NOON + 33 * DAY_MS);
  expect(existsSync(dayFile())).toBe(false);
  expect(idsSince(NOON)).toEqual(["two"]);
  expect([isWholeSince(copies, NOON), isWholeSince(copies, NOON + 3 * DAY_MS)]).toEqual([
    false,
    true,
  ]);
});
