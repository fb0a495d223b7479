import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { freePort } from "../../scripts/run/port.mjs";
import { root } from "../../scripts/run/root.mjs";
import { openReverseProxy } from "./reverse-proxy.ts";
import { createSandbox } from "./sandbox.ts";
import { openStack } from "./stack.ts";

/** `npm run serve` in a folder of its own, behind a reverse proxy, with stand-ins for providers. */

export type Server = Awaited<ReturnType<typeof openServer>>;
export type Running = ReturnType<Server["start"]>;

export const DOMAIN = "giftshop.ir";
/** The answers of an operator to the questions about secrets; the optional ones are left out. */
const SECRETS = [
  "2c1a5b7e-6d3f-4f0a-9b8c-1e2d3c4b5a69",
  "1915487",
  "sandbox",
  "sandbox",
  ...Array.from({ length: 8 }, () => ""),
];
const START_WAIT_MS = 120_000;

const nameOf = (pid: number) => readFileSync(`/proc/${String(pid)}/comm`, "utf8").trim();

/** The processes below a process, as Linux lists them. */
function descendants(pid: number): number[] {
  const tasks = `/proc/${String(pid)}/task`;
  return readdirSync(tasks)
    .flatMap((task) => readFileSync(`${tasks}/${task}/children`, "utf8").trim().split(" "))
    .filter((child) => child !== "")
    .flatMap((child) => [Number(child), ...descendants(Number(child))]);
}

export async function openServer(settings: Record<string, string> = {}) {
  const providers = await openStack({ shop: false });
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "armaghan-server-"));
  const dataDir = join(folder, "data");
  const proxy = await openReverseProxy({ port, domain: DOMAIN, token: () => keys().proxyToken });
  const keys = () =>
    JSON.parse(readFileSync(join(dataDir, "keys.json"), "utf8")) as {
      proxyToken: string;
      shop: Record<string, string>;
    };
  const at = (provider: string) => `${providers.bankUrl}/sandbox/${provider}`;
  const own = (server: Record<string, string | number> = {}) =>
    [
      `domain = "${DOMAIN}"`,
      "[server]",
      ...Object.entries({ port, ...server }).map(
        ([name, value]) => `${name} = ${JSON.stringify(value)}`,
      ),
      "[settings]",
      ...Object.entries({
        ZARINPAL_ORIGIN: at("zarinpal"),
        ZARINPAL_GRAPHQL_ORIGIN: at("zarinpal"),
        KAVENEGAR_ORIGIN: at("kavenegar"),
        NOBITEX_ORIGIN: at("nobitex"),
        WALLEX_ORIGIN: at("wallex"),
        ...settings,
      }).map(([name, value]) => `${name} = "${value}"`),
      "",
    ].join("\n");
  writeFileSync(join(folder, "shop.toml"), own());

  /** Starts the command, with an operator who types these lines. */
  function start(answers: readonly string[] = [], words: readonly string[] = []) {
    const child = spawn(
      process.execPath,
      ["--no-warnings", join(root, "scripts", "command.mjs"), "serve", ...words],
      { cwd: folder },
    );
    child.stdin.end(answers.map((answer) => `${answer}\n`).join(""));
    let output = "";
    for (const pipe of [child.stdout, child.stderr])
      pipe.setEncoding("utf8").on("data", (text: string) => (output += text));
    const ended = once(child, "close") as Promise<[number | null, string | null]>;
    return {
      output: () => output,
      ended: ended.then(([code]) => ({ code, output })),
      signal: (name: NodeJS.Signals) => child.kill(name),
      /** The process of workerd. */
      runtime: () => {
        const found = descendants(child.pid ?? 0).find((pid) => nameOf(pid) === "workerd");
        if (found === undefined) throw new Error("workerd does not run");
        return found;
      },
      /** The process that watches workerd. */
      engine: () => {
        const [found] = descendants(child.pid ?? 0);
        if (found === undefined) throw new Error("The engine does not run");
        return found;
      },
      /** Waits until the shop answers, and returns after how many milliseconds it did. */
      answers: async () => {
        const startedAt = Date.now();
        for (;;) {
          if (child.exitCode !== null) throw new Error(`The server ended:\n${output}`);
          if (Date.now() - startedAt > START_WAIT_MS) throw new Error(`No answer:\n${output}`);
          if ((await statusOf("/up")) !== 0) return Date.now() - startedAt;
          await setTimeout(50);
        }
      },
    };
  }

  /** Returns the status of an address without the proxy; 0 when nobody answers. */
  const statusOf = (path: string, headers: Record<string, string> = {}): Promise<number> =>
    // fetch would send a Host of its own.
    new Promise((resolve) => {
      request({ host: "127.0.0.1", port, path, headers, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      })
        .on("error", () => {
          resolve(0);
        })
        .end();
    });

  return {
    url: proxy.url,
    underWay: proxy.underWay,
    port,
    folder,
    dataDir,
    sandbox: createSandbox(providers.url),
    keys,
    own,
    writeOwn: (text: string) => {
      writeFileSync(join(folder, "shop.toml"), text);
    },
    start,
    startFirst: () => start(SECRETS),
    statusOf,
    close: async () => {
      proxy.close();
      await providers.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
