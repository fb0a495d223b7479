import { atom, map } from "nanostores";

/** A key of the desk: a place on the keyboard, whatever letter the layout puts there. */
export interface DeskKey {
  /** As in `KeyboardEvent.code`: KeyJ, Digit1, BracketLeft. */
  code: string;
  /** With Ctrl, or ⌘ on a Mac. Such a key works in fields too. */
  isCtrl?: boolean;
  isShift?: boolean;
  /** Its effect, in a word or two, for the list of keys. */
  label: string;
  act: () => void;
}

export interface KeyGroup {
  title: string;
  keys: readonly DeskKey[];
}

/** The keys that work now, by the part of the screen that offers them. */
export const $keys = map<Record<string, KeyGroup | undefined>>({});

/** Returns the key for an event; of two, the one that was offered last. */
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
 * Keys that did something and are still held down: their repeats do nothing in what has opened
 * since.
 */
const spent = new Set<string>();

/** Does what a key means, once per press. Returns false when it means nothing now. */
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

export function letGoOfKey(code: string): void {
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

/** The cap of a key: Latin letters, as they are printed on keyboards. */
export function capOf({ code, isCtrl, isShift }: Omit<DeskKey, "act" | "label">): string {
  const name = NAMES[code] ?? code.replace(/^(?:Key|Digit)/, "");
  if (code === "Slash" && isShift) return "?";
  return `${isCtrl ? "Ctrl " : ""}${isShift ? "Shift " : ""}${name}`;
}

/** Whether the list of keys is open. */
export const $isKeyListOpen = atom(false);

export function showKeys(): void {
  $isKeyListOpen.set(true);
}
