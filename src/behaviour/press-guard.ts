import { DOUBLE_MS } from "./add-button.ts";

/**
 * Ignores the second press of a double press where it would mean something else: the button under the
 * finger was replaced, says something else by now, or lies under a dialog that has just opened.
 */

/** A finger does not come down on the very same pixel. */
const NEAR_PX = 24;
/** A button that took the place of a smaller one may end this far beside the first press. */
const SLIP_PX = 6;

interface Press {
  control: Element;
  meaning: string;
  at: number;
  x: number;
  y: number;
}

let last: Press | null = null;
const standIns = new WeakMap<Element, Element>();

/**
 * Allows a press on a control right after one on the control that it replaced: both mean the same.
 */
export function standInFor(control: Element, original: Element): void {
  standIns.set(control, original);
}

/** Checks all presses of the page, before any other listener gets them. */
export function guardPresses(): void {
  addEventListener("click", guardClick, { capture: true });
  addEventListener("keydown", guardKey, { capture: true });
  addEventListener("pointermove", forgetWhenAway, { capture: true, passive: true });
  addEventListener("scroll", forget, { capture: true, passive: true });
}

function guardClick(event: MouseEvent): void {
  if (!event.isTrusted || !(event.target instanceof Element)) return;
  // Only pointers are checked: a key presses the focused control, and `guardKey` stops key repeats.
  if (event.detail === 0) return;
  const control = controlOf(event.target);
  if (last && isSamePlace(last, event, control) && !meansTheSame(last, control)) {
    event.preventDefault();
    event.stopImmediatePropagation();
    return;
  }
  last = control && {
    control,
    meaning: meaningOf(control),
    at: event.timeStamp,
    x: event.clientX,
    y: event.clientY,
  };
}

function isSamePlace(press: Press, event: MouseEvent, control: Element | null): boolean {
  if (event.timeStamp - press.at >= DOUBLE_MS) return false;
  if (Math.hypot(event.clientX - press.x, event.clientY - press.y) > NEAR_PX) return false;
  return control === null || covers(control, press);
}

/** False for a neighbour, such as the next box of a list: the finger went there on purpose. */
function covers(control: Element, { x, y }: Press): boolean {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const isBeside = x < left - SLIP_PX || x > right + SLIP_PX;
  return !isBeside && y >= top - SLIP_PX && y <= bottom + SLIP_PX;
}

function meansTheSame(press: Press, control: Element | null): boolean {
  if (control === null) return false;
  if (standIns.get(control) === press.control) return true;
  // A screen that was drawn again has a new element for the same button.
  const isSame = control === press.control || !press.control.isConnected;
  return isSame && meaningOf(control) === press.meaning;
}

/** A label is pressed together with its field. */
function controlOf(target: Element): Element | null {
  const label = target.closest("label");
  return label?.control ?? target.closest("a, button, summary, input, select, textarea");
}

function meaningOf(control: Element): string {
  const name =
    control.getAttribute("aria-label") ?? (control.matches("button, a") ? control.textContent : "");
  return `${control.localName} ${name} ${control.getAttribute("aria-pressed") ?? ""}`;
}

/** A key that is held presses once. */
function guardKey(event: KeyboardEvent): void {
  const isPress = event.target instanceof Element && event.target.closest("a, button, summary");
  if (event.repeat && isPress && (event.key === "Enter" || event.key === " "))
    event.preventDefault();
}

/** After scrolling, the person chose what is under the finger now. */
function forget(): void {
  last = null;
}

/** A pointer that went away and came back is a new decision. */
function forgetWhenAway(event: PointerEvent): void {
  if (last && Math.hypot(event.clientX - last.x, event.clientY - last.y) > NEAR_PX) last = null;
}
