import { expect, test } from "vitest";
import { createSteadyClock } from "../../api/base/clock.ts";

test("when the machine's clock is set back, the shop's clock waits until it has caught up", () => {
  const times = [100, 200, 150, -5, 199, 201];
  const now = createSteadyClock(() => times.shift() ?? 0);
  expect([now(), now(), now(), now(), now(), now()]).toEqual([100, 200, 200, 200, 200, 201]);
});
