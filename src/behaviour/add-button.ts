/** The longest pause between the two presses of a double press. */
export const DOUBLE_MS = 400;

const pressedAt = new WeakMap<HTMLButtonElement, number>();

/**
 * True when a press of «افزودن» adds a unit; `at` is the time stamp of its event. A double press
 * counts once, and a press while the shop's answer is awaited does not count. Every press of a «+»
 * counts.
 */
export function countsAsPress(button: HTMLButtonElement, at: number): boolean {
  if (isPlusAlone(button)) return true;
  const before = pressedAt.get(button) ?? -Infinity;
  if (at - before < DOUBLE_MS || button.ariaBusy === "true") return false;
  pressedAt.set(button, at);
  return true;
}

/** True on phones, where the button shows only a «+»: pressing it twice adds two. */
export function isPlusAlone(button: HTMLButtonElement): boolean {
  const word = button.querySelector("span");
  return word !== null && getComputedStyle(word).position === "absolute";
}
