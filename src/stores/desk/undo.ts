import { atom } from "nanostores";

/** Decisions that can be undone wait here, each for its own eight seconds. */

interface Deferred {
  /** The sentence in the bar: the decision that is carried out unless it is undone. */
  text: string;
  /**
   * Carries out the decision. `isLeaving` means that the page is being left, so calls must be kept
   * alive.
   */
  commit: (isLeaving: boolean) => void;
  /** Restores the screen. */
  undo: () => void;
}

export interface Undoable extends Deferred {
  id: number;
  /** The time of the decision in UTC milliseconds. */
  madeAt: number;
}

export const UNDO_MS = 8_000;

/** All waiting decisions, the newest last. */
export const $undoable = atom<readonly Undoable[]>([]);

let count = 0;

/** Carries out a decision in eight seconds, even if others are made in the meantime. */
export function commitLater(deferred: Deferred): void {
  const one = { ...deferred, id: ++count, madeAt: Date.now() };
  $undoable.set([...$undoable.get(), one]);
  setTimeout(() => {
    if (take(one)) one.commit(false);
  }, UNDO_MS);
}

/** Carries out all waiting decisions at once. */
export function commitNow(isLeaving = false): void {
  for (const one of $undoable.get()) if (take(one)) one.commit(isLeaving);
}

/** Undoes the newest waiting decision. */
export function undoLast(): void {
  const last = $undoable.get().at(-1);
  if (last && take(last)) last.undo();
}

/** Removes a waiting decision; false when it was already carried out or undone. */
function take(one: Undoable): boolean {
  const waiting = $undoable.get();
  $undoable.set(waiting.filter((other) => other !== one));
  return waiting.includes(one);
}
