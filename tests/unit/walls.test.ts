import { spawnSync } from "node:child_process";
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";

/** The walls between the folders, each with a fault that must not get past the linter. */
const root = resolve(import.meta.dirname, "../..");
let house: string;

beforeAll(async () => {
  house = await mkdtemp(join(tmpdir(), "armaghan-walls-"));
  await cp(join(root, ".oxlintrc.json"), join(house, ".oxlintrc.json"));
  await symlink(join(root, "node_modules"), join(house, "node_modules"), "junction");
});
afterAll(() => rm(house, { recursive: true, force: true }));

async function lint(file: string, text: string): Promise<string> {
  const path = join(house, file);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  const { stdout } = spawnSync(
    process.execPath,
    [join(root, "node_modules/oxlint/bin/oxlint"), "--format=unix", file],
    {
      cwd: house,
      encoding: "utf8",
    },
  );
  await rm(path);
  return stdout;
}

const imports = (from: string) => `import { thing } from "${from}";\nexport const other = thing;\n`;

test.each([
  ["contract/x.ts", "../api/cart/rules.ts"],
  ["contract/x.ts", "hono"],
  ["contract/x.ts", "../src/settings.ts"],
  ["persian/x.ts", "../contract/cart.ts"],
  ["api/cart/x.ts", "../../src/stores/cart.ts"],
  ["api/cart/x.ts", "../../worker/cookies.ts"],
  ["api/cart/x.ts", "../../sandbox/world.ts"],
  ["api/cart/x.ts", "react"],
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
])("%s may not import %s", async (file, from) => {
  expect(await lint(file, imports(from))).toContain("no-restricted-imports");
});

test("a page may not import the shop in its front matter either", async () => {
  const page = `---\nimport { createVault } from "../../api/base/vault.ts";\nconst vault = createVault;\n---\n<p>{vault.name}</p>\n`;
  expect(await lint("src/pages/x.astro", page)).toContain("no-restricted-imports");
});

test.each([
  [
    "contract/x.ts",
    'import { z } from "zod";\nimport { toLatinDigits } from "../persian/digits.ts";\nexport const x = [z, toLatinDigits];\n',
  ],
  [
    "src/islands/cart/x.tsx",
    'import type { Cart } from "../../../contract/cart.ts";\nexport type X = Cart;\n',
  ],
  ["src/islands/cart/x.tsx", imports("../../../contract/address.ts")],
  ["src/stores/x.ts", imports("../../contract/address.ts")],
  ["api/cart/x.ts", imports("../../contract/cart.ts")],
  ["worker/x.ts", imports("../contract/endpoints.ts")],
])("what %s needs gets through", async (file, text) => {
  expect(await lint(file, text)).not.toContain("no-restricted-imports");
});

test("nothing is exported on from elsewhere", async () => {
  expect(await lint("api/cart/x.ts", 'export * from "./rules.ts";\n')).toContain("no-barrel-file");
});

test("an island does not speak to the network", async () => {
  expect(
    await lint("src/islands/cart/x.tsx", 'export const load = () => fetch("/api/v1/carts");\n'),
  ).toContain("no-restricted-globals");
});
