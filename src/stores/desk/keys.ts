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

/** The key that an event means, of the group that was offered last. */
export function keyFor(
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

const NAMES: Record<string, string | undefined> = {
  BracketLeft: "[",
  BracketRight: "]",
  Slash: "/",
  Enter: "↵",
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
