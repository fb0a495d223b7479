import { afterEach, beforeEach, expect, test, vi } from "vitest";
import {
  $undoable,
  UNDO_MS,
  commitLater,
  commitNow,
  undoLast,
} from "../../../src/stores/desk/undo.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  commitNow();
  vi.useRealTimers();
});

/** Decides something that can wait, and returns what became of it. */
function decide(text: string) {
  const done: string[] = [];
  commitLater({
    text,
    commit: (isLeaving) => done.push(isLeaving ? "sent on leaving" : "carried out"),
    undo: () => done.push("undone"),
  });
  return done;
}

test("a decision is carried out after eight seconds, once", () => {
  const done = decide("کارت تأیید شد.");
  vi.advanceTimersByTime(UNDO_MS - 1);
  expect([done, $undoable.get()?.text]).toEqual([[], "کارت تأیید شد."]);
  vi.advanceTimersByTime(1);
  undoLast();
  commitNow();
  expect([done, $undoable.get()]).toEqual([["carried out"], null]);
});

test("it is undone until then, and sent when the page is left", () => {
  const [undone, sent] = [decide("رد شد."), decide("بسته شد.")];
  // A second decision does not wait behind the first.
  expect(undone).toEqual(["carried out"]);
  commitNow(true);
  expect(sent).toEqual(["sent on leaving"]);
  const third = decide("رد شد.");
  undoLast();
  vi.advanceTimersByTime(2 * UNDO_MS);
  expect(third).toEqual(["undone"]);
});
