import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findBrowser } from "../scripts/run/find-browser.mjs";
import { root } from "../scripts/run/root.mjs";

/**
 * `node bench/lighthouse.mjs [address [path…]]`: runs Lighthouse on every kind of public page, the
 * cart and the sign-in page, as a phone on a slow connection. The shop must run (`npm start`). npx
 * downloads Lighthouse, which is not a dependency of the project.
 */
const LIGHTHOUSE = "lighthouse@13.5.0";
const address = process.argv[2] ?? "http://localhost:4321";
const PAGES =
  process.argv.length > 3
    ? process.argv.slice(3)
    : [
        "/",
        "/products/giftcard/itunes",
        "/products/giftcard/playstation",
        "/tutorials",
        "/tutorials/redeem-itunes-gift-card",
        "/guide",
        "/about-us",
        "/contact-us",
        "/terms",
        "/cart",
        "/auth",
      ];
const FLAGS = "--headless=new --no-sandbox --disable-gpu --disable-background-networking";

const reports = join(root, ".cache", "lighthouse");
mkdirSync(reports, { recursive: true });
const browser = await findBrowser();

console.log("performance  accessibility  best practices  SEO  LCP ms  CLS    bytes   page");
for (const path of PAGES) {
  const report = join(reports, `${path.replace(/\W+/g, "_")}.json`);
  measure(`${address}${path}`, report);
  const { categories, audits } = JSON.parse(readFileSync(report, "utf8"));
  const score = (name) => String(Math.round(categories[name].score * 100));
  const value = (name, digits) => audits[name].numericValue.toFixed(digits);
  console.log(
    [
      score("performance").padEnd(11),
      score("accessibility").padEnd(13),
      score("best-practices").padEnd(14),
      score("seo").padEnd(3),
      value("largest-contentful-paint", 0).padEnd(6),
      value("cumulative-layout-shift", 3).padEnd(5),
      value("total-byte-weight", 0).padEnd(6),
      path,
    ].join("  "),
  );
  for (const audit of Object.values(audits)) {
    const isScored = Object.values(categories).some(({ auditRefs }) =>
      auditRefs.some(({ id, weight }) => id === audit.id && weight > 0),
    );
    if (isScored && audit.score !== null && audit.score < 0.9)
      console.log(`             ${audit.id}: ${audit.displayValue ?? audit.title}`);
  }
}

/** Runs Lighthouse, and again if it fails, since a busy machine sometimes loses the trace. */
function measure(page, report) {
  const args = [
    "--yes",
    LIGHTHOUSE,
    page,
    "--quiet",
    "--output=json",
    `--output-path=${report}`,
    `--chrome-flags=${FLAGS}`,
  ];
  const options = {
    encoding: "utf8",
    env: { ...process.env, CHROME_PATH: browser },
    shell: process.platform === "win32",
  };
  let stderr = "";
  for (let attempt = 0; attempt < 2; attempt++) {
    const result = spawnSync("npx", args, options);
    if (result.status === 0) return;
    stderr = result.stderr;
  }
  throw new Error(`Lighthouse failed on ${page}:\n${stderr}`);
}
