import { expect, test } from "vitest";
import { formatAverage } from "../../persian/average.ts";
import { formatNumber } from "../../persian/toman.ts";

test("whole numbers are written as the platform writes them", () => {
  const platform = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 0 });
  const sizes = Array.from({ length: 16 }, (_, digits) => 10 ** digits);
  const numbers = sizes.flatMap((size) => [size - 1, size, 3 * size + 7, 0.3 * size]);
  for (const number of [...numbers, Number.MAX_SAFE_INTEGER])
    for (const value of [number, -number])
      if (!Object.is(value, -0)) expect(formatNumber(value)).toBe(platform.format(value));
});

test("averages are written as the platform writes them", () => {
  const platform = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 1 });
  for (const size of [0, 0.04, 0.06, 1, 4.26, 4.94, 9.96, 12.5, 999.97, 1234.5, 43_210.9])
    for (const value of size < 0.05 ? [size] : [size, -size])
      expect(formatAverage(value)).toBe(platform.format(value));
});
