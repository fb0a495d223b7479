import type { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { checkDigit, readShortNumber } from "../../persian/short-number.ts";
import { emptyDatabase } from "../torture/guards/in-code.ts";

function numbersFor(database: DatabaseSync, counts: readonly number[]): string[] {
  const count = database.prepare("UPDATE number_count SET given = ?");
  const next = database.prepare("SELECT number FROM next_number");
  return counts.map((given) => {
    count.run(given);
    return String(next.get()?.["number"]);
  });
}

const upTo = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

test("the check digit is that of Damm's dissertation, and every number ends with its own", () => {
  expect(checkDigit("572")).toBe("4");
  const database = emptyDatabase();
  const numbers = numbersFor(database, [...upTo(500), 899_999, 900_000, 9_899_999, 9_900_000]);
  expect(numbers.map((number) => readShortNumber(number))).toEqual(
    numbers.map((number) => ({ number })),
  );
  expect(numbers.slice(-4).map(({ length }) => length)).toEqual([7, 8, 8, 9]);
  database.close();
});

test("one wrong digit and two swapped neighbours are noticed, wherever they are", () => {
  const database = emptyDatabase();
  const missed = numbersFor(database, upTo(200, 4_000)).flatMap((number) => {
    const digits = [...number];
    const wrong = digits.flatMap((digit, at) =>
      upTo(10)
        .filter((other) => String(other) !== digit)
        .map((other) => digits.with(at, String(other)).join("")),
    );
    const swapped = digits
      .slice(1)
      .map((digit, at) =>
        digits
          .with(at, digit)
          .with(at + 1, number.charAt(at))
          .join(""),
      )
      .filter((text) => text !== number);
    return [...wrong, ...swapped].filter((text) => {
      const read = readShortNumber(text);
      return read !== null && read !== "mistyped";
    });
  });
  expect(missed).toEqual([]);
  database.close();
});

test("no number is given twice, and successive numbers do not look alike", () => {
  const database = emptyDatabase();
  const numbers = numbersFor(database, [...upTo(20_000), ...upTo(2_000, 898_000)]);
  expect(new Set(numbers).size).toBe(numbers.length);
  const gaps = numbers
    .slice(1, 100)
    .map((number, index) => Math.abs(Number(number) - Number(numbers[index])));
  expect(Math.min(...gaps)).toBeGreaterThan(1_000_000);
  database.close();
});

test("a number is read in any digits and with spaces, and other texts are not read as numbers", () => {
  for (const text of ["6562318", "۶۵۶۲۳۱۸", "٦٥٦ ٢٣ ١٨", "656-2318"])
    expect(readShortNumber(text)).toEqual({ number: "6562318" });
  expect(readShortNumber("6562319")).toBe("mistyped");
  for (const text of ["", "656231", "0562318", "c0ffee00-1111-4222-8333-444455556666", "6562318x"])
    expect(readShortNumber(text)).toBeNull();
});
