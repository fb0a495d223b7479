import { runNode } from "../run/run-program.mjs";

/** Returns the arguments with which Node runs a package's program by `npm exec`, as npx does. */
export function toolArguments(tool, args) {
  const npm = process.env.npm_execpath;
  if (npm === undefined) throw new Error("Start this with `npm run outside`");
  return [npm, "exec", "--yes", "--", tool, ...args];
}

/** Runs a package's program. Throws its output if it fails. */
export async function runTool(tool, args) {
  const { code, output } = await runNode(toolArguments(tool, args));
  if (code !== 0) throw new Error(`ended with ${String(code)}:\n${output.slice(-8_000)}`);
  return output;
}
