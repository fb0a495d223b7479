import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/**
 * For each wall between folders there is a file here that breaks it. One run lints all of them.
 */
const root = resolve(import.meta.dirname, "../..");
const planted = new Map<string, string>();
let house: string;
let complaints: string[];

/** Remembers a file to lint and returns its path, with a number after the `x` of its name. */
function plant(file: string, text: string): string {
  const path = file.replace(/x(?=\.\w+$)/, `x${String(planted.size)}`);
  planted.set(path, text);
  return path;
}

const imports = (from: string) => `import { thing } from "${from}";\nexport const other = thing;\n`;
const complaintsAbout = (path: string) =>
  complaints.filter((line) => line.startsWith(`${path}:`)).join("\n");

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), "armaghan-walls-"));
  await cp(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
  await symlink(join(root, "node_modules"), join(house, "node_modules"), "junction");
  for (const [path, text] of planted) {
    await mkdir(dirname(join(house, path)), { recursive: true });
    await writeFile(join(house, path), text);
  }
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), "--format=unix"],
    { cwd: house, encoding: "utf8" },
  );
  complaints = stdout.split("\n");
});
afterAll(() => rm(house, { recursive: true, force: true }));

const forbidden = [
  ["contract/x.ts", "../api/cart/rules.ts"],
  ["contract/x.ts", "hono"],
  ["contract/x.ts", "../src/settings.ts"],
  ["persian/x.ts", "../contract/cart.ts"],
  ["api/buying/cart/x.ts", "../../../src/stores/cart.ts"],
  ["api/buying/cart/x.ts", "../../../worker/cookies.ts"],
  ["api/buying/cart/x.ts", "../../../sandbox/world.ts"],
  ["api/buying/cart/x.ts", "react"],
  ["api/goods/stock/x.ts", "../../people/user/statements.ts"],
  ["api/goods/stock/x.ts", "../../buying/code/statements.ts"],
  ["api/goods/stock/x.ts", "../../desk/stock/statements.ts"],
  ["api/people/user/x.ts", "../../money/wallet/statements.ts"],
  ["api/people/user/x.ts", "../../desk/user/routes.ts"],
  ["api/money/wallet/x.ts", "../../buying/cart/rules.ts"],
  ["api/money/wallet/x.ts", "../../desk/withdrawal/routes.ts"],
  ["api/buying/cart/x.ts", "../../desk/giving/give.ts"],
  ["api/buying/cart/x.ts", "../../shop.ts"],
  ["api/buying/cart/x.ts", "../../health/shop-health.ts"],
  ["api/desk/payout/formats/x.ts", "../../../jobs.ts"],
  ["api/desk/x.ts", "../health/desk.ts"],
  ["api/outside/x.ts", "../base/settings.ts"],
  ["api/base/x.ts", "../buying/cart/rules.ts"],
  ["api/base/x.ts", "../jobs.ts"],
  ["api/base/image/x.ts", "../../buying/cart/rules.ts"],
  ["api/base/x.ts", "../../src/settings.ts"],
  ["worker/x.ts", "../api/shop.ts"],
  ["worker/x.ts", "../src/settings.ts"],
  ["sandbox/x.ts", "../contract/payment.ts"],
  ["sandbox/x.ts", "../persian/digits.ts"],
  ["sandbox/x.ts", "../api/vault.ts"],
  ["src/stores/x.ts", "../../api/vault.ts"],
  ["src/stores/x.ts", "../islands/cart/CartPage.tsx"],
  ["src/stores/x.ts", "react"],
  ["src/islands/cart/x.tsx", "../../../contract/cart.ts"],
  ["src/islands/cart/x.tsx", "zod"],
  ["contract/address.ts", "zod"],
  ["src/pages/x.ts", "../../api/vault.ts"],
  ["src/pages/x.ts", "../../worker/cookies.ts"],
].map(([file = "", from = ""]) => [file, from, plant(file, imports(from))] as const);
test.each(forbidden)("%s may not import %s", (_file, _from, path) => {
  expect(complaintsAbout(path)).toContain("no-restricted-imports");
});

const page = plant(
  "src/pages/x.astro",
  '---\nimport { createVault } from "../../api/base/vault.ts";\n' +
    "const vault = createVault;\n---\n<p>{vault.name}</p>\n",
);
test("the front matter of a page may not import the shop either", () => {
  expect(complaintsAbout(page)).toContain("no-restricted-imports");
});

const allowed = [
  [
    "contract/x.ts",
    'import { z } from "zod";\nimport { toLatinDigits } from "../persian/digits.ts";\n' +
      "export const x = [z, toLatinDigits];\n",
  ],
  [
    "src/islands/cart/x.tsx",
    'import type { Cart } from "../../../contract/cart.ts";\nexport type X = Cart;\n',
  ],
  ["src/islands/cart/x.tsx", imports("../../../contract/address.ts")],
  ["src/stores/x.ts", imports("../../contract/address.ts")],
  ["api/buying/cart/x.ts", imports("../../../contract/cart.ts")],
  [
    "api/base/x.ts",
    'import { refusals } from "../../contract/desk/endpoint.ts";\nimport { toLatinDigits } from "../../persian/digits.ts";\nimport type { Sms } from "../outside/sms.ts";\nimport { sha256 } from "./vault.ts";\nexport const x = (sms: Sms) => [refusals, toLatinDigits, sms, sha256];\n',
  ],
  ["api/people/user/x.ts", imports("../../goods/stock/statements.ts")],
  ["api/money/wallet/x.ts", imports("../../people/user/statements.ts")],
  ["api/buying/cart/x.ts", imports("../../money/wallet/statements.ts")],
  ["api/buying/cart/x.ts", imports("../../../contract/desk/giving.ts")],
  ["api/desk/payout/formats/x.ts", imports("../../../buying/cart/rules.ts")],
  ["api/desk/x.ts", imports("../openapi/routes.ts")],
  ["api/base/image/x.ts", imports("../context.ts")],
  ["worker/x.ts", imports("../contract/endpoints.ts")],
].map(([file = "", text = ""]) => [file, plant(file, text)] as const);
test.each(allowed)("%s may import what it needs", (_file, path) => {
  expect(complaintsAbout(path)).not.toContain("no-restricted-imports");
});

const barrel = plant("api/buying/cart/x.ts", 'export * from "./rules.ts";\n');
test("a file may not export what another file declares", () => {
  expect(complaintsAbout(barrel)).toContain("no-barrel-file");
});

const fetching = plant(
  "src/islands/cart/x.tsx",
  'export const load = () => fetch("/api/v1/carts");\n',
);
test("an island may not call the network", () => {
  expect(complaintsAbout(fetching)).toContain("no-restricted-globals");
});

const actOf = (lines: number) =>
  `export function act(): void {\n${"  act();\n".repeat(lines - 2)}}\n`;
const longest = [
  ["contract/x.ts", 60],
  ["worker/x.ts", 60],
  ["persian/x.ts", 60],
  ["scripts/x.ts", 60],
  ["sandbox/x.ts", 60],
  ["bench/x.ts", 60],
  ["api/desk/x.ts", 80],
  ["src/islands/cart/x.tsx", 100],
].map(([file, most]) => {
  const [path, lines] = [String(file), Number(most)];
  return [path, lines, plant(path, actOf(lines)), plant(path, actOf(lines + 1))] as const;
});
test.each(longest)("a function of %s has at most %d lines", (_file, _most, fitting, long) => {
  expect(complaintsAbout(fitting)).not.toContain("max-lines-per-function");
  expect(complaintsAbout(long)).toContain("max-lines-per-function");
});
