import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { root } from "../../scripts/run/root.mjs";
import type { DeskRun } from "./desk-process.ts";
import type { TestShop } from "./shop.ts";

type Desk = Pick<TestShop, "stack">;
interface Ended {
  code: number;
  output: string;
}

let desk: ReturnType<typeof startDesk> | undefined;
let last: Promise<unknown> = Promise.resolve();

/**
 * Runs a command of the desk against this shop, without an address or token from this environment.
 * `input` is what is written into its standard input.
 */
export function runDesk(
  { stack }: Desk,
  words: string[],
  environment: Record<string, string> = {},
  input = "",
): Promise<Ended> {
  const run = last.then(() =>
    take({ words, environment: { ...ofShop(stack), ...environment }, input }),
  );
  last = run.catch(() => null);
  return run;
}

async function take(run: DeskRun): Promise<Ended> {
  desk ??= startDesk();
  const { child, ended } = desk;
  const waiting = new AbortController();
  const answer = once(child, "message", { signal: waiting.signal }) as Promise<[Ended]>;
  child.send(run);
  try {
    return (await Promise.race([answer, ended]))[0];
  } finally {
    waiting.abort();
  }
}

function startDesk(): { child: ChildProcess; ended: Promise<never> } {
  const { DESK_URL: _url, DESK_TOKEN: _token, ...env } = process.env;
  const child = fork(join(root, "tests", "support", "desk-process.ts"), {
    env,
    execArgv: ["--no-warnings"],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  child.unref();
  child.channel?.unref();
  const ended = once(child, "exit").then(() => {
    throw new Error("The process of the desk ended by itself.");
  });
  // Nobody waits for it between two commands.
  ended.catch(() => null);
  return { child, ended };
}

const ofShop = (stack: Desk["stack"]) => ({ PORT: String(stack.port), DATA_DIR: stack.dataDir });

/** Runs `npm run desk` as a person does, in a process of its own. */
export async function runDeskProgram({ stack }: Desk, words: string[], input = ""): Promise<Ended> {
  const { DESK_URL: _url, DESK_TOKEN: _token, ...rest } = process.env;
  const child = spawn(process.execPath, [join(root, "scripts", "command.mjs"), "desk", ...words], {
    env: { ...rest, ...ofShop(stack) },
  });
  child.stdin.end(input);
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (text: string) => (output += text));
  const [code] = (await once(child, "close")) as [number];
  return { code, output };
}
