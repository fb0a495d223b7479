import { atom } from "nanostores";

/** Decisions that can wait do so here, each for eight seconds of its own, and are undone until then. */

interface Deferred {
  /** The sentence of the bar: that which happens unless it is undone. */
  text: string;
  /** Carries it out. With `isLeaving` the page is being left: calls must be kept alive. */
  commit: (isLeaving: boolean) => void;
  /** Puts the screen back. */
  undo: () => void;
}

export interface Undoable extends Deferred {
  id: number;
  /** UTC milliseconds. */
  madeAt: number;
}

export const UNDO_MS = 8_000;

/** All that waits, the last decision last. */
export const $undoable = atom<readonly Undoable[]>([]);

let count = 0;

/** Carries something out in eight seconds, whatever else is decided meanwhile. */
export function commitLater(deferred: Deferred): void {
  const one = { ...deferred, id: ++count, madeAt: Date.now() };
  $undoable.set([...$undoable.get(), one]);
  setTimeout(() => {
    if (take(one)) one.commit(false);
  }, UNDO_MS);
}

/** Carries out all that waits. */
export function commitNow(isLeaving = false): void {
  for (const one of $undoable.get()) if (take(one)) one.commit(isLeaving);
}

/** Undoes the last decision that still waits. */
export function undoLast(): void {
  const last = $undoable.get().at(-1);
  if (last && take(last)) last.undo();
}

/** Takes a decision out of those that wait; false when it was carried out or undone before. */
function take(one: Undoable): boolean {
  const waiting = $undoable.get();
  $undoable.set(waiting.filter((other) => other !== one));
  return waiting.includes(one);
}
