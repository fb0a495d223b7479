import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import {
  copyTo,
  isProofDue,
  keptOf,
  listCopies,
  thinReplaced,
} from "../../scripts/serve/copies.mjs";
import { DAY, HOUR, MINUTE } from "../support/time.ts";

/** Copies of the database of a server. docs/own-server.md. */

const NOW = Date.parse("2026-11-28T13:00:00Z");
const nameOf = (time: number) =>
  `${new Date(time).toISOString().slice(0, 19).replaceAll(":", "-")}Z.sqlite`;

test("copies are kept for an hour, then one each hour, one each day, and none after thirty days", () => {
  // A copy every five minutes of forty days, thinned after each of them.
  let names: string[] = [];
  for (let time = NOW - 40 * DAY; time <= NOW; time += 5 * MINUTE)
    names = keptOf([...names, nameOf(time)], time);
  const ages = names.map(
    (name) => NOW - Date.parse(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z.*/, "T$1:$2:$3Z")),
  );
  expect(ages.filter((age) => age < HOUR)).toHaveLength(12);
  expect(ages.filter((age) => age >= HOUR && age < 2 * DAY)).toHaveLength(47);
  expect(ages.filter((age) => age >= 2 * DAY)).toHaveLength(28);
  expect(Math.max(...ages)).toBeLessThan(30 * DAY);
});

test("the newest copy stays, however old it is", () => {
  const names = [nameOf(NOW - 50 * DAY), nameOf(NOW - 40 * DAY)];
  expect(keptOf(names, NOW)).toEqual([nameOf(NOW - 40 * DAY)]);
});

test("a database that a restore replaced is deleted after thirty days too", () => {
  const folder = mkdtempSync(join(tmpdir(), "armaghan-replaced-"));
  for (const [name, days] of Object.entries({ older: 31, newer: 29 })) {
    writeFileSync(join(folder, name), "");
    const seconds = (NOW - days * DAY) / 1_000;
    utimesSync(join(folder, name), seconds, seconds);
  }
  thinReplaced(folder, NOW);
  thinReplaced(join(folder, "missing"), NOW);
  expect(readdirSync(folder)).toEqual(["newer"]);
  rmSync(folder, { recursive: true });
});

test.each([
  ["no copy was ever proven", null, "2026-11-28T13:00:00Z", true],
  ["a night has passed", "2026-11-27T20:00:00Z", "2026-11-27T23:31:00Z", true],
  ["the night has not come", "2026-11-27T20:00:00Z", "2026-11-27T23:29:00Z", false],
  ["this night's copy is proven", "2026-11-27T23:31:00Z", "2026-11-28T23:29:00Z", false],
  ["the machine was off at night", "2026-11-25T23:31:00Z", "2026-11-28T09:00:00Z", true],
])("a proof when %s", (_, provenAt, now, isDue) => {
  const proof = provenAt === null ? null : { copy: "", provenAt, findings: 0, says: "" };
  expect(isProofDue(proof, Date.parse(now))).toBe(isDue);
});

test("a copy of a database in use is one file with everything that was committed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "armaghan-copies-"));
  const file = join(folder, "shop.db");
  const shop = new DatabaseSync(file);
  shop.exec("PRAGMA journal_mode = WAL; CREATE TABLE sale (id INTEGER) STRICT");
  shop.exec("INSERT INTO sale VALUES (1); BEGIN; INSERT INTO sale VALUES (2)");
  const name = await copyTo(file, folder, NOW);
  expect([name, listCopies(folder)]).toEqual([nameOf(NOW), [nameOf(NOW)]]);
  expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  const copy = new DatabaseSync(join(folder, name), { readOnly: true });
  expect(copy.prepare("SELECT id FROM sale").all()).toEqual([{ id: 1 }]);
  copy.close();
  shop.close();
  expect(readdirSync(folder).filter((each) => each.startsWith(name))).toEqual([name]);
  rmSync(folder, { recursive: true });
});
