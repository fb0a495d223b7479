import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { ALERT_WORDS } from "../../api/desk/alert/rules.ts";
import { SEALED_COLUMNS } from "../../api/desk/key/sealed-columns.ts";
import { deskEndpoints } from "../../contract/desk/endpoints.ts";
import { isEndpoint } from "../../contract/endpoint.ts";
import { endpoints } from "../../contract/endpoints.ts";
import { pagesInFiles } from "../support/pages.ts";
import { emptyDatabase } from "../torture/guards/in-code.ts";

/** Finds calls, pages and tables that were not registered. CONTRIBUTING.md lists the places. */

const root = join(import.meta.dirname, "..", "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const filesIn = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .map((file) => join(folder, file));

test("each kind of alert is explained in operations.md", () => {
  const explained = read("docs/operations.md");
  const missing = Object.values(ALERT_WORDS).filter(
    (words) => !explained.includes(`| «${words}» |`),
  );
  expect(missing).toEqual([]);
});

/** Calls that do not answer JSON. Tests make them with the URL that another call answered. */
const NOT_MADE_BY_NAME = ["getUpload"];

/** The texts of the schema, by the part of the shop that each file describes. */
const schema = readdirSync(join(root, "api/migrations")).map((file) => ({
  part: file.replace(/^\d+_|\.sql$/g, ""),
  text: read(`api/migrations/${file}`),
}));

/** The folder of api/ that writes the tables of a part, where its name is another one. */
const ROOM_OF_PART: Record<string, string> = { search: "goods", supply: "buying", figures: "desk" };
const OTHER_ROOM: Record<string, string> = { person_mark: "base" };

function roomOf(table: string): string {
  const creates = new RegExp(`^CREATE .*TABLE ${table}\\b`, "m");
  const { part = "" } = schema.find(({ text }) => creates.test(text)) ?? {};
  return OTHER_ROOM[table] ?? ROOM_OF_PART[part] ?? part;
}

/** Tables that api/base/ writes, since every call records the use of its session or token. */
const AWAY: readonly string[] = [
  "api/base/context.ts: session",
  "api/base/operator.ts: operator_token",
];

/** Returns the endpoints that the files of a folder export, with their names. */
async function exportedEndpoints(folder: string) {
  const files = readdirSync(join(root, folder)).filter((file) => file.endsWith(".ts"));
  const nouns = await Promise.all(
    files.map(async (file) => (await import(join(root, folder, file))) as Record<string, unknown>),
  );
  return nouns
    .flatMap((noun) => Object.entries(noun))
    .flatMap(([name, value]) => (isEndpoint(value) ? [{ name, call: value }] : []));
}

/** Returns the names that files import. All are used, since the linter refuses unused imports. */
function importsOf(files: readonly string[]): string[] {
  return files.flatMap((file) =>
    [...read(file).matchAll(/^import \{([^}]*)\} from/gm)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim().replace(/ as .*$/, "")),
    ),
  );
}

describe.each([
  { folder: "contract", list: endpoints as readonly object[] },
  { folder: "contract/desk", list: deskEndpoints as readonly object[] },
])("every call of $folder", ({ folder, list }) => {
  test(`is in the list of ${folder}/endpoints.ts`, async () => {
    const exported = await exportedEndpoints(folder);
    expect(
      exported
        .filter(({ call }) => !list.includes(call))
        .map(({ name }) => `${name}: add it to ${folder}/endpoints.ts`),
    ).toEqual([]);
  });

  test("is made by name in tests/api", async () => {
    const imported = importsOf([...filesIn("tests/api"), ...filesIn("tests/support")]);
    const names = (await exportedEndpoints(folder)).map(({ name }) => name);
    expect(
      names
        .filter((name) => ![...imported, ...NOT_MADE_BY_NAME].includes(name))
        .map((name) => `${name}: no test in tests/api makes this call`),
    ).toEqual([]);
  });
});

describe("every page", () => {
  /** Pages that redirect at once. tests/e2e opens them. */
  const NO_SCREEN = ["/payment/verify", "/verify/email"];

  test("has a screen in tests/e2e/screens.ts, help-screens.ts or desk-screens.ts", () => {
    const screens = ["screens", "help-screens", "desk-screens"]
      .map((file) => read(`tests/e2e/${file}.ts`))
      .join("");
    const missing = pagesInFiles()
      .map(({ path }) => path)
      .filter((path) => !NO_SCREEN.includes(path))
      .filter((path) => !new RegExp(`["\`]${path.replace(/:\w+/g, '[^"`]+')}["\`]`).test(screens));
    expect(missing.map((path) => `${path}: add a screen to tests/e2e/screens.ts`)).toEqual([]);
  });
});

describe("every page of the account", () => {
  test("has an entry in src/components/account-entries.ts", () => {
    const menu = read("src/components/account-entries.ts");
    const missing = pagesInFiles().filter(
      ({ path, isOfAccount }) =>
        isOfAccount && !path.includes(":") && !menu.includes(`href: "${path}"`),
    );
    expect(
      missing.map(({ path }) => `${path}: add an entry to src/components/account-entries.ts`),
    ).toEqual([]);
  });
});

describe("every table", () => {
  const books = emptyDatabase();
  const rows = (text: string) =>
    books
      .prepare(text)
      .all()
      .map(({ name }) => String(name));
  const tables = rows(
    `SELECT name FROM sqlite_master WHERE type = 'table'
       AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'search_index%' ORDER BY name`,
  );
  const encrypted = tables.filter(
    (table) =>
      rows(`SELECT name FROM pragma_table_xinfo('${table}') WHERE name = 'key_version'`).length > 0,
  );
  const loose = rows("SELECT name FROM pragma_table_list WHERE type = 'table' AND strict = 0");
  books.close();

  test("is STRICT", () => {
    const other = tables.filter((table) => loose.includes(table));
    expect(other.map((table) => `${table}: create it as STRICT`)).toEqual([]);
  });

  test("has a comment above it in the schema that says what a row is", () => {
    const lines = schema.flatMap(({ text }) => text.split("\n"));
    const missing = tables.filter((table) => {
      const at = lines.findIndex((line) => new RegExp(`^CREATE .*TABLE ${table}\\b`).test(line));
      return !lines[at - 1]?.startsWith("-- ");
    });
    expect(missing.map((table) => `${table}: say in api/migrations what a row is`)).toEqual([]);
  });

  test("is written only in the room of api/ that owns its noun", () => {
    const away = filesIn("api")
      .filter((file) => !file.startsWith("api/seed/"))
      .flatMap((file) =>
        [...read(file).matchAll(/\b(?:INSERT INTO|UPDATE|DELETE FROM)\s+(\w+)/g)]
          .map(([, table = ""]) => table)
          .filter((table) => tables.includes(table) && file.split("/")[1] !== roomOf(table))
          .map((table) => `${file}: ${table}`),
      );
    expect([...new Set(away)].toSorted()).toEqual(AWAY.toSorted());
  });

  test("with encrypted texts is in api/desk/key/sealed-columns.ts, so that a new key encrypts it again", () => {
    const sealed = SEALED_COLUMNS.map(({ replace }) => /^UPDATE (\w+)/.exec(replace)?.[1] ?? "");
    expect([...new Set(sealed)].sort()).toEqual(encrypted);
  });
});
