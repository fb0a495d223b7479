import { atom, map } from "nanostores";

/**
 * A keyboard shortcut of the desk: a physical key, whatever letter the keyboard layout gives it.
 */
export interface DeskKey {
  /** The code of the key, as in `KeyboardEvent.code`: KeyJ, Digit1, BracketLeft. */
  code: string;
  /** With Ctrl, or ⌘ on a Mac. Such a key works in fields too. */
  isCtrl?: boolean;
  isShift?: boolean;
  /** The effect of the key, in a word or two, for the list of keys. */
  label: string;
  act: () => void;
}

export interface KeyGroup {
  title: string;
  keys: readonly DeskKey[];
}

/** The keys that work now, by the part of the screen that offers them. */
export const $keys = map<Record<string, KeyGroup | undefined>>({});

/** Returns the shortcut for an event. If two match, returns the one that was added last. */
function keyFor(
  { code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent,
  isInField: boolean,
): DeskKey | undefined {
  const isCtrl = ctrlKey || metaKey;
  if (altKey || (isInField && !isCtrl)) return undefined;
  return Object.values($keys.get())
    .toReversed()
    .flatMap((group) => group?.keys ?? [])
    .find(
      (key) =>
        key.code === code &&
        (key.isCtrl ?? false) === isCtrl &&
        (key.isShift ?? false) === shiftKey,
    );
}

/** True for keys that move to another line: only these repeat while they are held down. */
function isMove({ code, isCtrl }: Pick<DeskKey, "code" | "isCtrl">): boolean {
  return isCtrl !== true && /^(?:Key[JK]|Arrow\w+)$/.test(code);
}

/**
 * Keys that have acted and are still held down. Their repeats must not act on a page or dialog that
 * has opened since.
 */
const spent = new Set<string>();

/** Runs the action of a key, once per press. Returns false when the key has no action now. */
export function actOnce(event: KeyboardEvent, isInField: boolean): boolean {
  const key = keyFor(event, isInField);
  if (!key || (event.repeat && !isMove(key))) return false;
  if (!isMove(key)) spent.add(event.code);
  key.act();
  return true;
}

/**
 * True for the repeat of a press that has already acted: of a key of the desk, or of Enter, which
 * presses buttons and sends forms. In a text of several lines, a repeated Enter still starts new
 * lines.
 */
export function isSpent(event: KeyboardEvent, isInText: boolean): boolean {
  if (!event.repeat) {
    spent.delete(event.code);
    return false;
  }
  const isEnter = event.code.endsWith("Enter") && (!isInText || event.ctrlKey || event.metaKey);
  return isEnter || spent.has(event.code);
}

export function onKeyReleased(code: string): void {
  spent.delete(code);
}

const NAMES: Record<string, string | undefined> = {
  BracketLeft: "[",
  BracketRight: "]",
  Slash: "/",
  Enter: "↵",
  Escape: "Esc",
  Space: "Space",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** Returns the label of a key: Latin letters, as they are printed on keyboards. */
export function capOf({ code, isCtrl, isShift }: Omit<DeskKey, "act" | "label">): string {
  const name = NAMES[code] ?? code.replace(/^(?:Key|Digit)/, "");
  if (code === "Slash" && isShift) return "?";
  return `${isCtrl ? "Ctrl " : ""}${isShift ? "Shift " : ""}${name}`;
}

/** True while the list of keys is open. */
export const $isKeyListOpen = atom(false);

export function showKeys(): void {
  $isKeyListOpen.set(true);
}
