import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run/root.mjs";

/**
 * Returns environment variables with which all programs, also workerd and the browser, start at
 * another time; their clock runs on from there. Needs Linux and a C compiler.
 * @param {string} time in Tehran, such as 2027-03-20T23:50
 */
export function clockAt(time) {
  const at = Date.parse(`${time}:00+03:30`);
  if (Number.isNaN(at)) throw new Error(`"${time}" is no time such as 2027-03-20T23:50.`);
  const library = join(root, ".cache", "clock.so");
  mkdirSync(join(root, ".cache"), { recursive: true });
  const source = join(root, "tests", "support", "clock.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O2", "-o", library, source], { stdio: "inherit" });
  return {
    LD_PRELOAD: library,
    CLOCK_AHEAD_SECONDS: String(Math.round((at - Date.now()) / 1_000)),
    // The test shop is seeded again, with data for this time.
    TEST_CLOCK: time,
  };
}
