import { afterEach, expect, test } from "vitest";
import { $keys, actOnce, isSpent, onKeyReleased } from "../../../src/stores/desk/keys.ts";

afterEach(() => {
  $keys.set({});
});

/** The event of a key that is pressed or, with `repeat`, still held. */
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

/** Holds a key down as a keyboard does, and returns how often its action ran. */
function hold(code: string, more: Partial<KeyboardEvent> = {}) {
  let acted = 0;
  const key = { code, isCtrl: more.ctrlKey === true, label: code, act: () => acted++ };
  $keys.setKey("این کار", { title: "این کار", keys: [key] });
  for (let press = 0; press < 50; press++) {
    const event = keydown(code, { ...more, repeat: press > 0 });
    if (!isSpent(event, false)) actOnce(event, false);
  }
  onKeyReleased(code);
  return acted;
}

test("a held key acts once, and only the keys that move through a list repeat", () => {
  const once = ["KeyY", "KeyN", "KeyD", "KeyS", "KeyZ", "KeyE", "KeyR", "KeyB", "KeyC", "Digit1"];
  expect([...once, "Digit6", "Space"].map((code) => hold(code))).toEqual(Array(12).fill(1));
  expect(hold("Enter", { ctrlKey: true })).toBe(1);
  expect(["KeyJ", "KeyK", "ArrowDown"].map((code) => hold(code))).toEqual([50, 50, 50]);
  // Each new press acts again.
  expect([hold("KeyY"), hold("KeyY")]).toEqual([1, 1]);
});

test("a key that is still held types nothing into the field that it opened, and presses no button", () => {
  $keys.setKey("این کار", {
    title: "این کار",
    keys: [{ code: "KeyN", label: "رد", act: () => undefined }],
  });
  actOnce(keydown("KeyN"), false);
  expect(isSpent(keydown("KeyN", { repeat: true }), true)).toBe(true);
  onKeyReleased("KeyN");
  // While a person types, held letters may repeat, and so may a held Enter.
  expect(isSpent(keydown("KeyN", { repeat: true }), true)).toBe(false);
  expect(isSpent(keydown("Enter", { repeat: true }), true)).toBe(false);
  expect(isSpent(keydown("Enter", { repeat: true, ctrlKey: true }), true)).toBe(true);
  expect(isSpent(keydown("NumpadEnter", { repeat: true }), false)).toBe(true);
});
