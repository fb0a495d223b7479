import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { SETS, fontsOf } from "../../tests/support/faces.ts";
import { root } from "../run/root.mjs";

/**
 * `node scripts/check/ten-runs.mjs [from] [to]`: runs the whole of `npm test` ten times in a row.
 * Each run has another seed, another part of the samples, and other conditions: other fonts,
 * another time, or a busy processor. Ends at the first run that fails. The output of the runs is in
 * .cache/reports/runs/.
 */
const RUNS = [
  { name: "as it is" },
  { name: "the fonts of a bare Debian", sets: ["DejaVu of Linux"] },
  { name: "many fonts", sets: Object.keys(SETS), hasOwn: true },
  { name: "a Friday, and midnight", clock: "2026-12-04T23:54" },
  { name: "the night of Yalda, the first minutes of a month", clock: "2026-12-22T00:03" },
  { name: "the end of a year of the other calendar", clock: "2027-01-01T03:24" },
  { name: "the last of Esfand, and Nowruz", clock: "2027-03-20T23:54" },
  { name: "a leap day", clock: "2028-02-29T11:59" },
  { name: "the leap day of Esfand", clock: "2030-03-20T08:00" },
  { name: "beside six busy loops", busy: 6 },
];

const [first = 1, last = RUNS.length] = process.argv.slice(2).map(Number);
const folder = join(root, ".cache", "reports", "runs");
mkdirSync(folder, { recursive: true });
for (let number = first; number <= last; number++) {
  const { code, line } = await playRun(number, RUNS[number - 1]);
  console.log(line);
  if (code !== 0) process.exit(1);
}

async function playRun(number, { name, sets, hasOwn = false, clock, busy = 0 }) {
  const faces = mkdtempSync(join(tmpdir(), "armaghan-faces-"));
  const loops = Array.from({ length: busy }, () => spawn(process.execPath, ["-e", "for(;;);"]));
  const startedAt = performance.now();
  try {
    const env = {
      ...process.env,
      ...(sets && { FONTCONFIG_FILE: await writeFontConfig(faces, sets, hasOwn) }),
    };
    const words = [`seed=${number}`, `part=${number}`, ...(clock ? [`clock=${clock}`] : [])];
    const { code, output } = await test(words, env);
    writeFileSync(join(folder, `${number}.log`), output);
    const [count = "no count"] = /^\d+ passed, \d+ failed$/m.exec(output.slice(-200)) ?? [];
    const minutes = ((performance.now() - startedAt) / 60_000).toFixed(1);
    return { code, line: `${number}. ${name} (seed ${number}): ${count}, ${minutes} minutes` };
  } finally {
    for (const loop of loops) loop.kill();
    rmSync(faces, { recursive: true });
  }
}

/**
 * Writes a config file for fontconfig with the fonts of these systems and, if `hasOwn`, with the
 * fonts of this machine.
 */
async function writeFontConfig(faces, sets, hasOwn) {
  for (const [at, set] of sets.entries()) await fontsOf(set, join(faces, String(at)));
  const file = join(faces, "fonts.conf");
  const own = hasOwn ? "<dir>/usr/share/fonts</dir><dir>/usr/local/share/fonts</dir>" : "";
  writeFileSync(
    file,
    `<fontconfig><dir>${faces}</dir>${own}<cachedir>${faces}</cachedir></fontconfig>`,
  );
  return file;
}

async function test(words, env) {
  const args = [join(root, "scripts", "command.mjs"), "test", ...words];
  const child = spawn(process.execPath, args, { cwd: root, env });
  let output = "";
  for (const pipe of [child.stdout, child.stderr])
    pipe.setEncoding("utf8").on("data", (text) => (output += text));
  const code = await new Promise((done) => child.once("close", done));
  return { code, output };
}
