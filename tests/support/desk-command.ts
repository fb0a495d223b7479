import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../scripts/run/root.mjs";
import type { TestShop } from "./shop.ts";

/**
 * Runs `npm run desk` against this shop, without an address or token of this environment. `input`
 * is its standard input.
 */
export async function runDesk(
  { stack }: Pick<TestShop, "stack">,
  words: string[],
  environment: Record<string, string> = {},
  input = "",
) {
  const { DESK_URL: _url, DESK_TOKEN: _token, ...rest } = process.env;
  const here = { PORT: String(stack.port), DATA_DIR: stack.dataDir };
  const child = spawn(process.execPath, [join(root, "scripts", "command.mjs"), "desk", ...words], {
    env: { ...rest, ...here, ...environment },
  });
  child.stdin.end(input);
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}
