import { expect, test } from "vitest";
import { createQueue } from "../../../src/stores/queue.ts";

test("a queue starts a task only after the task before it has ended", async () => {
  const { add } = createQueue(() => undefined);
  const events: string[] = [];
  const first = Promise.withResolvers<undefined>();
  const ended = [
    add(async () => {
      events.push("first starts");
      await first.promise;
      events.push("first ends");
    }),
    add(() => {
      events.push("second");
      return Promise.resolve();
    }),
  ];
  await Promise.resolve();
  expect(events).toEqual(["first starts"]);
  first.resolve(undefined);
  await Promise.all(ended);
  expect(events).toEqual(["first starts", "first ends", "second"]);
});

test("a queue rejects for the task that failed and runs the next one", async () => {
  const { add, isBusy } = createQueue(() => undefined);
  const events: string[] = [];
  const failed = add(() => Promise.reject(new Error("network")));
  const next = add(() => {
    events.push("next");
    return Promise.resolve();
  });
  await expect(failed).rejects.toThrow("network");
  await next;
  expect(events).toEqual(["next"]);
  expect(isBusy()).toBe(false);
});

test("a queue reports each task added and ended, and is busy until the last has ended", async () => {
  const reports: boolean[] = [];
  const queue = createQueue(() => reports.push(queue.isBusy()));
  expect(queue.isBusy()).toBe(false);
  await Promise.all([queue.add(() => Promise.resolve()), queue.add(() => Promise.resolve())]);
  expect(reports).toEqual([true, true, true, false]);
});
