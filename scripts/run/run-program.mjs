import { spawn } from "node:child_process";
import { once } from "node:events";
import { isWindows, signalGroup } from "./process-group.mjs";
import { root } from "./root.mjs";

/**
 * Runs a Node program to its end. Returns its output, or, with `shown`, prints it while the program
 * runs.
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, shown?: boolean }} [options]
 * @returns {Promise<{ code: number, output: string }>} code 1 if a signal ended it
 */
export function runNode(args, options) {
  return runProgram(process.execPath, args, options);
}

/** Runs any program in the way `runNode` runs a Node program. */
export async function runProgram(command, args, { env = process.env, shown = false } = {}) {
  const stream = shown ? "inherit" : "pipe";
  const child = spawn(command, args, {
    cwd: root,
    env,
    stdio: ["ignore", stream, stream],
    detached: !isWindows,
    windowsHide: true,
  });
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe?.setEncoding("utf8").on("data", (text) => (output += text));
  const endWithUs = () => signalGroup(child.pid, "SIGKILL");
  process.once("exit", endWithUs);
  try {
    const [code] = await once(child, "close");
    return { code: typeof code === "number" ? code : 1, output };
  } finally {
    process.removeListener("exit", endWithUs);
  }
}

/** Runs a Node program and throws the end of its output if it fails. */
export async function mustRunNode(what, args, options) {
  const { code, output } = await runNode(args, options);
  if (code !== 0)
    throw new Error(`${what} failed:\n${output.trimEnd().split("\n").slice(-40).join("\n")}`);
}
