import { DOUBLE_MS } from "./add-button.ts";

/**
 * Ignores the second press of a double press when it would do something else: the button under the
 * finger was replaced, has another label by now, or is covered by a dialog that has just opened.
 */

/** Presses within this distance count as presses at the same place. */
const NEAR_PX = 24;
/** A press this far outside a control's edge still counts as a press at the control's place. */
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
 * Allows a press on `control` right after a press on `original`: `control` has replaced `original`
 * and does the same.
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

/**
 * True when the control is at the place of the press. False for a neighbour, such as the next
 * checkbox of a list, which is pressed on purpose.
 */
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

/** Returns the pressed control. For a label, this is the field that it belongs to. */
function controlOf(target: Element): Element | null {
  const label = target.closest("label");
  return label?.control ?? target.closest("a, button, summary, input, select, textarea");
}

function meaningOf(control: Element): string {
  const name =
    control.getAttribute("aria-label") ?? (control.matches("button, a") ? control.textContent : "");
  return `${control.localName} ${name} ${control.getAttribute("aria-pressed") ?? ""}`;
}

/** Ignores the repeats of a key that is held down, so that it presses only once. */
function guardKey(event: KeyboardEvent): void {
  const isPress = event.target instanceof Element && event.target.closest("a, button, summary");
  if (event.repeat && isPress && (event.key === "Enter" || event.key === " "))
    event.preventDefault();
}

/** Forgets the last press after scrolling, because something else is under the finger then. */
function forget(): void {
  last = null;
}

/** Forgets the last press when the pointer has moved away: the next press is a new decision. */
function forgetWhenAway(event: PointerEvent): void {
  if (last && Math.hypot(event.clientX - last.x, event.clientY - last.y) > NEAR_PX) last = null;
}
