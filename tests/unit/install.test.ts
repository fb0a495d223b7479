import { spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { root } from "../../scripts/run/root.mjs";

/**
 * `install.sh` with stand-ins for the programs of the machine, and for the shop itself. Users and
 * services are not made: docs/untried.md.
 */

const TOKEN = "proxy-token-of-the-test";
/** Programs of the machine. Each notes how it was called; some do what matters here. */
const PROGRAMS = {
  id: '[ "$1" = -u ] && echo 0 || [ -f "$STATE/user" ]',
  useradd: 'touch "$STATE/user"',
  runuser: 'while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
  systemctl:
    'case $1 in enable) touch "$STATE/active";; stop|disable) rm -f "$STATE/active";; is-active) [ -f "$STATE/active" ];; esac',
  install:
    'dir=no; while [ "${1#-}" != "$1" ]; do case $1 in -d) dir=yes; shift;; -D) shift;; *) shift 2;; esac; done; if [ $dir = yes ]; then mkdir -p "$1"; else mkdir -p "$(dirname "$2")"; cp "$1" "$2"; fi',
  "apt-get":
    'mkdir -p "$ARMAGHAN_ROOT/etc/caddy"; echo "# of the distribution" > "$ARMAGHAN_ROOT/etc/caddy/Caddyfile"; cp "$STATE/bin/true" "$STATE/bin/caddy"',
  curl: 'case "$*" in *127.0.0.1:8099/up*) ;; *) [ -f "$STATE/outside" ];; esac',
  chgrp: "",
  journalctl: "echo the log",
  true: "",
};
/** The shop: answers nothing, and leaves what the real one leaves. */
const SHOP = `
import { mkdirSync, writeFileSync } from "node:fs";
const [program, command, ...more] = process.argv.slice(2);
if (command === "prepare") {
  mkdirSync("data", { recursive: true });
  writeFileSync("shop.toml", 'domain = "giftshop.ir"\\n[server]\\nport = 8099\\n');
  writeFileSync("data/keys.json", JSON.stringify({ proxyToken: "${TOKEN}" }));
}
console.log("the shop:", program, command, ...more, "in", process.cwd());
process.exit(more[0] === "bad" ? 1 : 0);
`;

let machine = "";
let project = "";
beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), "armaghan-machine-"));
  project = join(machine, "clone");
  mkdirSync(join(machine, "state", "bin"), { recursive: true });
  for (const [name, does] of Object.entries(PROGRAMS)) {
    const file = join(machine, "state", "bin", name);
    writeFileSync(file, `#!/bin/sh\necho "${name} $*" >> "$STATE/calls"\n${does}\n`);
    chmodSync(file, 0o755);
  }
  mkdirSync(join(project, "scripts"), { recursive: true });
  mkdirSync(join(project, "node_modules", "node", "bin"), { recursive: true });
  mkdirSync(join(project, "data"));
  writeFileSync(join(project, "data", "secret"), "");
  symlinkSync(process.execPath, join(project, "node_modules", "node", "bin", "node"));
  writeFileSync(join(project, "package.json"), "{}");
  writeFileSync(join(project, "scripts", "command.mjs"), SHOP);
  copyFileSync(join(root, "install.sh"), join(project, "install.sh"));
  cpSync(join(root, "server", "service"), join(project, "server", "service"), { recursive: true });
});
afterEach(() => {
  rmSync(machine, { recursive: true });
});

const at = (...path: string[]) => join(machine, "root", ...path);
const read = (...path: string[]) => readFileSync(at(...path), "utf8");
const calls = () => readFileSync(join(machine, "state", "calls"), "utf8");
function install(...words: string[]) {
  const { status, stdout, stderr } = spawnSync("sh", [join(project, "install.sh"), ...words], {
    encoding: "utf8",
    env: {
      PATH: `${join(machine, "state", "bin")}:${process.env["PATH"] ?? ""}`,
      STATE: join(machine, "state"),
      ARMAGHAN_ROOT: at(),
    },
  });
  return { code: status, output: stdout + stderr };
}

test("it is short enough to be read, and says each step without doing it", () => {
  expect(readFileSync(join(root, "install.sh"), "utf8").split("\n").length).toBeLessThanOrEqual(
    151,
  );
  const { code, output } = install("--dry-run");
  expect(code).toBe(0);
  for (const word of ["useradd", "serve prepare", "systemctl enable --now armaghan", "caddy"])
    expect(output).toContain(word);
  expect(existsSync(at())).toBe(false);
});

test("a machine becomes a shop, and a second run changes nothing but its code", () => {
  const first = install();
  expect([first.code, first.output]).toEqual([0, expect.any(String) as string]);
  expect(first.output).toContain(`the shop: serve prepare in ${at("var/lib/armaghan")}`);
  expect(first.output).toContain("https://giftshop.ir does not answer yet");
  expect(existsSync(at("opt/armaghan/data"))).toBe(false);
  expect(read("etc/systemd/system/armaghan.service")).toContain(
    "WorkingDirectory=/var/lib/armaghan",
  );
  const proxy = read("etc/caddy/armaghan.caddy");
  expect(proxy).toContain("\ngiftshop.ir, www.giftshop.ir {");
  expect(proxy).toContain("redir https://giftshop.ir{uri} permanent");
  expect(proxy).not.toMatch(/tls|DOMAIN,|TOKEN$/m);
  expect(proxy).toContain("reverse_proxy 127.0.0.1:8099 {");
  expect(proxy).toContain(`header_up X-Proxy-Token ${TOKEN}\n`);
  expect(statSync(at("etc/caddy/armaghan.caddy")).mode & 0o007).toBe(0);
  expect(calls()).toContain("systemctl reload-or-restart caddy");

  writeFileSync(join(project, "package.json"), '{"version":"2"}');
  writeFileSync(join(machine, "state", "outside"), "");
  const second = install();
  expect([second.code, second.output]).toEqual([
    0,
    expect.stringContaining("The shop is at https://giftshop.ir.") as string,
  ]);
  expect(read("opt/armaghan/package.json")).toContain("2");
  expect(read("etc/caddy/armaghan.caddy")).toBe(proxy);
  expect(read("etc/caddy/Caddyfile").match(/^import armaghan\.caddy$/gm)).toHaveLength(1);
  expect(calls().match(/^useradd/gm)).toHaveLength(1);
  // The code changes only while the shop rests.
  expect(calls()).toContain("systemctl stop armaghan");
});

test("own files of a certificate, or no proxy at all", () => {
  expect(install("--certificate", "/etc/ssl/shop.pem", "/etc/ssl/shop.key").code).toBe(0);
  expect(read("etc/caddy/armaghan.caddy")).toContain(
    "\n\ttls /etc/ssl/shop.pem /etc/ssl/shop.key\n",
  );
  rmSync(at("etc/caddy"), { recursive: true });
  expect(install("--no-proxy").code).toBe(0);
  expect(existsSync(at("etc/caddy"))).toBe(false);
});

test("it stops at the first step that fails, and goes on when run again", () => {
  rmSync(join(project, "scripts", "command.mjs"));
  const stopped = install();
  expect(stopped.code).not.toBe(0);
  expect(existsSync(at("etc/systemd/system/armaghan.service"))).toBe(false);
  writeFileSync(join(project, "scripts", "command.mjs"), SHOP);
  expect(install().code).toBe(0);
});

test("the service starts again after a restore, also after one that was refused", () => {
  install();
  const refused = install("restore", "bad");
  expect(refused.code).toBe(1);
  expect(calls().trimEnd().split("\n").at(-1)).toBe("systemctl start armaghan");
  expect(install("restore")).toMatchObject({
    code: 0,
    output: expect.stringContaining("the shop: serve restore in") as string,
  });
  expect(install("log").output).toContain("the log");
  expect(install("audit").output).toContain("the shop: audit");
});

test("nothing is removed without a copy that was checked, and the data always stay", () => {
  install();
  const copies = at("var/lib/armaghan/copies");
  mkdirSync(copies, { recursive: true });
  for (const proof of ["", '{"findings":2}']) {
    writeFileSync(join(copies, "proof.json"), proof);
    expect(install("uninstall").code).toBe(1);
  }
  expect(existsSync(at("opt/armaghan"))).toBe(true);
  writeFileSync(join(copies, "proof.json"), '{"findings":0}');
  expect(install("uninstall").code).toBe(0);
  expect([existsSync(at("opt/armaghan")), existsSync(at("etc/caddy/armaghan.caddy"))]).toEqual([
    false,
    false,
  ]);
  expect(read("etc/caddy/Caddyfile")).toBe("# of the distribution\n");
  expect(existsSync(at("var/lib/armaghan/data/keys.json"))).toBe(true);
});

test("the service may write only into its own folder, as systemd itself judges", () => {
  const unit = join(root, "server", "service", "armaghan.service");
  expect(readFileSync(unit, "utf8")).toContain("ReadWritePaths=/var/lib/armaghan");
  const { status, stdout } = spawnSync("systemd-analyze", ["security", "--offline=yes", unit], {
    encoding: "utf8",
  });
  // Not every machine has this program.
  if (status !== 0) return;
  const [, exposure = "10"] = /exposure level for [^:]+: ([\d.]+)/.exec(stdout) ?? [];
  expect(Number(exposure)).toBeLessThanOrEqual(3);
});
