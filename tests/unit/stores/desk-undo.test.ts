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

/** Makes a decision that can be undone, and returns what happened to it. */
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
  expect([done, $undoable.get().map(({ text }) => text)]).toEqual([[], ["کارت تأیید شد."]]);
  vi.advanceTimersByTime(1);
  undoLast();
  commitNow();
  expect([done, $undoable.get()]).toEqual([["carried out"], []]);
});

test("each decision has its own eight seconds, and the newest one is undone first", () => {
  const first = decide("رد شد.");
  vi.advanceTimersByTime(3_000);
  const second = decide("تأیید شد.");
  vi.advanceTimersByTime(3_000);
  const third = decide("بسته شد.");
  expect($undoable.get()).toHaveLength(3);
  undoLast();
  expect([first, second, third]).toEqual([[], [], ["undone"]]);
  vi.advanceTimersByTime(2_000);
  expect([first, second]).toEqual([["carried out"], []]);
  undoLast();
  undoLast();
  vi.advanceTimersByTime(2 * UNDO_MS);
  expect([first, second, third]).toEqual([["carried out"], ["undone"], ["undone"]]);
});

test("leaving the page sends each waiting decision once, and none of them again later", () => {
  const [first, second] = [decide("رد شد."), decide("بسته شد.")];
  commitNow(true);
  commitNow(true);
  undoLast();
  vi.advanceTimersByTime(2 * UNDO_MS);
  expect([first, second]).toEqual([["sent on leaving"], ["sent on leaving"]]);
});
