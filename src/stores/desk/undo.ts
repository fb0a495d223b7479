import { atom } from "nanostores";

/** Decisions that can wait do so here for eight seconds, and are undone until then. */

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
}

export const UNDO_MS = 8_000;

export const $undoable = atom<Undoable | null>(null);

let count = 0;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Carries something out in eight seconds. What waited before is carried out now. */
export function commitLater(deferred: Deferred): void {
  commitNow();
  $undoable.set({ ...deferred, id: ++count });
  timer = setTimeout(() => {
    commitNow();
  }, UNDO_MS);
}

/** Carries out what waits. */
export function commitNow(isLeaving = false): void {
  const waiting = take();
  waiting?.commit(isLeaving);
}

/** Undoes what waits, if it still does. */
export function undoLast(): void {
  take()?.undo();
}

function take(): Undoable | null {
  clearTimeout(timer);
  const waiting = $undoable.get();
  $undoable.set(null);
  return waiting;
}
