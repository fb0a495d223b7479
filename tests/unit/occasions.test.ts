import { expect, test } from "vitest";
import { nextOccasion } from "../../persian/occasions.ts";

const at = (tehran: string) => nextOccasion(Date.parse(`${tehran}+03:30`));

test.each([
  ["2026-11-23T08:00", { name: "yalda", daysLeft: 28 }],
  ["2026-12-21T23:59", { name: "yalda", daysLeft: 0 }],
  ["2026-12-22T00:01", null],
  // Nowruz was on 21 March in 2025 and 2026, and on 20 March in 2024, since 1403 was a leap year.
  ["2026-03-20T23:59", { name: "nowruz", daysLeft: 1 }],
  ["2026-03-21T00:01", { name: "nowruz", daysLeft: 0 }],
  ["2025-03-20T12:00", { name: "nowruz", daysLeft: 1 }],
  ["2024-03-20T12:00", { name: "nowruz", daysLeft: 0 }],
  ["2026-07-01T12:00", null],
])("at %s in Tehran the next occasion is %o", (tehran, expected) => {
  expect(at(tehran)).toEqual(expected);
});
