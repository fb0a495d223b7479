import { Readable } from "node:stream";
import { format } from "node:util";
import runDesk from "../../scripts/desk/run-desk.mjs";

/**
 * Runs commands of `npm run desk`, one after the other, in one process: starting Node takes longer
 * than most of them do.
 */

export interface DeskRun {
  words: string[];
  environment: Record<string, string>;
  input: string;
}

const own = { ...process.env };
let output = "";
const keep = (...values: unknown[]) => {
  output += `${format(...values)}\n`;
};
console.log = keep;
console.error = keep;

async function run({ words, environment, input }: DeskRun) {
  process.env = { ...own, ...environment };
  Object.defineProperty(process, "stdin", { value: Readable.from([input]), configurable: true });
  process.exitCode = 0;
  output = "";
  await runDesk(words);
  process.send?.({ code: Number(process.exitCode), output });
}

process.on("message", (asked: DeskRun) => void run(asked));
process.on("disconnect", () => process.exit(0));
