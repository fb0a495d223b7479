import { afterEach, expect, test } from "vitest";
import { $keys, actOnce, isSpent, letGoOfKey } from "../../../src/stores/desk/keys.ts";

afterEach(() => {
  $keys.set({});
});

/** The event of a key that goes down, or that goes on being held. */
const keydown = (code: string, more: Partial<KeyboardEvent> = {}) =>
  ({
    code,
    ctrlKey: false,
    metaKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    ...more,
  }) as KeyboardEvent;

/** Holds a key as a keyboard does, and returns how often each key of the desk did something. */
function hold(code: string, more: Partial<KeyboardEvent> = {}) {
  let acted = 0;
  const key = { code, isCtrl: more.ctrlKey === true, label: code, act: () => acted++ };
  $keys.setKey("این کار", { title: "این کار", keys: [key] });
  for (let press = 0; press < 50; press++) {
    const event = keydown(code, { ...more, repeat: press > 0 });
    if (!isSpent(event, false)) actOnce(event, false);
  }
  letGoOfKey(code);
  return acted;
}

test("a held key does its work once, and only those that leaf go on", () => {
  const once = ["KeyY", "KeyN", "KeyD", "KeyS", "KeyZ", "KeyE", "KeyR", "KeyB", "KeyC", "Digit1"];
  expect([...once, "Digit6", "Space"].map((code) => hold(code))).toEqual(Array(12).fill(1));
  expect(hold("Enter", { ctrlKey: true })).toBe(1);
  expect(["KeyJ", "KeyK", "ArrowDown"].map((code) => hold(code))).toEqual([50, 50, 50]);
  // Each new press counts.
  expect([hold("KeyY"), hold("KeyY")]).toEqual([1, 1]);
});

test("the rest of a press writes nothing into the field that it opened, and presses no button", () => {
  $keys.setKey("این کار", {
    title: "این کار",
    keys: [{ code: "KeyN", label: "رد", act: () => undefined }],
  });
  actOnce(keydown("KeyN"), false);
  expect(isSpent(keydown("KeyN", { repeat: true }), true)).toBe(true);
  letGoOfKey("KeyN");
  // Letters that are typed may repeat, and lines may be left empty.
  expect(isSpent(keydown("KeyN", { repeat: true }), true)).toBe(false);
  expect(isSpent(keydown("Enter", { repeat: true }), true)).toBe(false);
  expect(isSpent(keydown("Enter", { repeat: true, ctrlKey: true }), true)).toBe(true);
  expect(isSpent(keydown("NumpadEnter", { repeat: true }), false)).toBe(true);
});
