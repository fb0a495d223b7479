import { expect, test } from "vitest";
import { createSteadyClock } from "../../api/base/clock.ts";

test("a machine's clock that is set back stops the shop's clock until it catches up", () => {
  const times = [100, 200, 150, -5, 199, 201];
  const now = createSteadyClock(() => times.shift() ?? 0);
  expect([now(), now(), now(), now(), now(), now()]).toEqual([100, 200, 200, 200, 200, 201]);
});
