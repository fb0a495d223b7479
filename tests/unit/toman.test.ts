import { expect, test } from "vitest";
import { formatNumber } from "../../persian/toman.ts";

test("whole numbers are written as the platform writes them", () => {
  const platform = new Intl.NumberFormat("fa-IR", { maximumFractionDigits: 0 });
  const sizes = Array.from({ length: 16 }, (_, digits) => 10 ** digits);
  const numbers = sizes.flatMap((size) => [size - 1, size, 3 * size + 7, 0.3 * size]);
  for (const number of [...numbers, Number.MAX_SAFE_INTEGER])
    for (const value of [number, -number])
      if (!Object.is(value, -0)) expect(formatNumber(value)).toBe(platform.format(value));
});
