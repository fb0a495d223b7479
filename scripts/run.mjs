import { spawn } from "node:child_process";
import { once } from "node:events";
import { root } from "./root.mjs";

/**
 * Runs a Node program to its end, its output kept back unless `shown`.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shown?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 also when a signal ended it
 */
export async function runNode(args, { env = process.env, shown = false } = {}) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env,
    stdio: ["ignore", shown ? "inherit" : "pipe", shown ? "inherit" : "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  const endWithUs = () => child.kill("SIGKILL");
  process.once("exit", endWithUs);
  const [code] = await once(child, "close");
  process.removeListener("exit", endWithUs);
  return { code: typeof code === "number" ? code : 1, output };
}

/** As `runNode`, for steps that must succeed. */
export async function mustRunNode(what, args, options) {
  const { code, output } = await runNode(args, options);
  if (code !== 0) throw new Error(`${what} failed:\n${output.trimEnd().split("\n").slice(-40).join("\n")}`);
}
