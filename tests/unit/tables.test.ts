import { expect, test } from "vitest";
import { readAnswer } from "../../api/desk/payout/read-answer.ts";
import { readTable, unwrapCell } from "../../persian/table.ts";
import { writeCsv } from "../../persian/write-csv.ts";

/** Tables that other programs open, and tables that come back from them. */

const written = (cell: string) => writeCsv([[cell]]).slice(1, -2);

test.each([
  "MAR-12",
  "1 DEC",
  "Mai2024",
  "1SEP2026",
  "12-MAR-26",
  "12.März.2026",
  "1/sept/26",
  "2026-AUG-01",
  "SEP 1, 2026",
  "1 Sep. 2026",
  "1SEP2026 10:30",
  "12E45",
  "0012345678",
  "6219861034529007",
  "-AB12",
])("«%s» is exported as a text, since a spreadsheet would change it", (cell) => {
  const table = writeCsv([[cell, "x"]]);
  expect(table).toMatch(/^\ufeff"?="/);
  const read = readTable(table);
  expect("rows" in read && read.rows[0]?.map(unwrapCell)).toEqual([cell, "x"]);
});

test.each(["UDMY-1A2B-3C4D", "AB12CD34", "SEPTEMBERCODE", "1234567890", "john Pa55w0rd", "زهره"])(
  "«%s» is exported unchanged",
  (cell) => expect(written(cell)).toBe(cell),
);

const row = {
  withdrawalId: "w1",
  tracking: "405090401001",
  amountRial: 5_000_000,
  cardNumber: "6219861034529007",
  iban: "",
  owner: "زهره موسی‌پور",
  isOpen: true,
};

test.each([
  ["6219861034529000", /رقم آخر کارت این سطر را صفر کرده/],
  ["6219 8610 3452 9000", /رقم آخر کارت این سطر را صفر کرده/],
  ["۶۲۱۹۸۶۱۰۳۴۵۲۹۰۰۰", /رقم آخر کارت این سطر را صفر کرده/],
  ["6.21986E+15", /به توان نوشته/],
  ["5022291077470007", /دربارهٔ هیچ ردیفی نیست/],
])("a bank's line for the card %s is matched with no row, and says why", (card, why) => {
  const [line] = readAnswer(`1,4050904010,${card},5000000,987654,موفق`, [row]);
  expect(line).toMatchObject({ withdrawalId: null, why: expect.stringMatching(why) });
});
