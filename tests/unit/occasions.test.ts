import { expect, test } from "vitest";
import { nextOccasion } from "../../persian/occasions.ts";

const at = (tehran: string) => nextOccasion(Date.parse(`${tehran}+03:30`));

test.each([
  ["2026-11-23T08:00", { name: "yalda", daysLeft: 28 }],
  ["2026-12-21T23:59", { name: "yalda", daysLeft: 0 }],
  ["2026-12-22T00:01", null],
  // 1404 was an ordinary year and 1403 a leap year: Nowruz was on the 21st and on the 20th of March.
  ["2026-03-20T23:59", { name: "nowruz", daysLeft: 1 }],
  ["2026-03-21T00:01", { name: "nowruz", daysLeft: 0 }],
  ["2025-03-20T12:00", { name: "nowruz", daysLeft: 1 }],
  ["2024-03-20T12:00", { name: "nowruz", daysLeft: 0 }],
  ["2026-07-01T12:00", null],
])("at %s in Tehran the next occasion is %o", (tehran, expected) => {
  expect(at(tehran)).toEqual(expected);
});
