import { spawn } from "node:child_process";
import { isPortFree } from "../run/port.mjs";
import { isWindows, signalGroup } from "../run/process-group.mjs";
import { toolArguments } from "./tool.mjs";

/**
 * Prism: a proxy that answers with an error when a request or answer does not match the document.
 */
const PRISM = "@stoplight/prism-cli@5.16.0";

/**
 * Opens Prism in front of the calls of a shop, with the document that the shop publishes.
 * @param {string} api address of the calls
 */
export async function openPrism(api) {
  let port = 4010;
  while (!(await isPortFree(port))) port++;
  const args = ["proxy", `${api}/openapi.json`, api, "--errors", "--port", String(port)];
  const child = spawn(process.execPath, toolArguments(PRISM, args), {
    stdio: ["ignore", "pipe", "pipe"],
    detached: !isWindows,
  });
  const close = () => signalGroup(child.pid, "SIGKILL");
  process.once("exit", close);
  let output = "";
  await new Promise((resolve, reject) => {
    child.once("exit", () => reject(new Error(`Prism ended:\n${output}`)));
    for (const pipe of [child.stdout, child.stderr])
      pipe.setEncoding("utf8").on("data", (text) => {
        output += text;
        if (output.includes("is listening")) resolve(undefined);
      });
  });
  return { address: `http://127.0.0.1:${String(port)}`, close };
}
