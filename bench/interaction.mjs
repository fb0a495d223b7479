import { chromium, devices } from "@playwright/test";
import { pages } from "../contract/pages.ts";
import { findBrowser } from "../scripts/run/find-browser.mjs";

/**
 * `node bench/interaction.mjs [address]`: measures how fast account pages respond to a touch, on a
 * phone with a processor four times slower than this one. The shop must run (`npm start`). Presses
 * every button of a page, types into every field, and prints the longest and the median time from a
 * touch to the next frame (Event Timing, like INP).
 */
const address = process.argv[2] ?? "http://localhost:4321";
const SLOWER = 4;
const PRESSES_MAX = 12;
const PAGES = [
  ...pages.filter(({ audience }) => audience === "shopper").map(({ path }) => path),
  "/cart",
].filter((path) => !path.includes(":") && path !== "/payment/verify");

const browser = await chromium.launch({
  executablePath: await findBrowser(),
  args: ["--no-sandbox", "--disable-gpu"],
});
try {
  const context = await browser.newContext({
    ...devices["Pixel 7"],
    baseURL: address,
    locale: "fa-IR",
  });
  await signIn(context);
  console.log(`longest ms  median ms  touches  page (processor ${SLOWER} times slower)`);
  for (const path of PAGES) console.log(await measure(context, path));
} finally {
  await browser.close();
}

/** Signs in as the demo shopper, with the code that the sandbox received. */
async function signIn({ request }) {
  const headers = { Origin: address };
  const { phone } = await (await request.get("/sandbox/demo.json")).json();
  const ask = () => request.post("/api/v1/auth", { headers, data: { username: phone } });
  let asked = await ask();
  if (asked.status() === 429) {
    await new Promise((done) => setTimeout(done, Number(asked.headers()["retry-after"]) * 1_000));
    asked = await ask();
  }
  if (!asked.ok()) throw new Error(`No code for the demo shopper: ${await asked.text()}`);
  const [message] = await (await request.get(`/sandbox/sms.json?to=${phone}`)).json();
  const verified = await request.post("/api/v1/auth/verify", {
    headers,
    data: { username: phone, otp: message.code },
  });
  if (!verified.ok())
    throw new Error(`The demo shopper could not sign in: ${await verified.text()}`);
}

async function measure(context, path) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    window["touches"] = new Map();
    const note = (list) => {
      for (const { interactionId, duration } of list.getEntries()) {
        if (interactionId)
          window["touches"].set(
            interactionId,
            Math.max(duration, window["touches"].get(interactionId) ?? 0),
          );
      }
    };
    new PerformanceObserver(note).observe({ type: "event", durationThreshold: 16, buffered: true });
  });
  await page.goto(path, { waitUntil: "networkidle" });
  const session = await context.newCDPSession(page);
  await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  const count = await touchEverything(page, path);
  const times = await page.evaluate(() =>
    [...window["touches"].values()].toSorted((one, other) => one - other),
  );
  await page.close();
  // The browser records no event for a touch that is answered within 16 ms.
  const all = [...Array(Math.max(0, count - times.length)).fill(16), ...times];
  const median = all[Math.floor(all.length / 2)] ?? 0;
  return [
    String(all.at(-1) ?? 0).padEnd(10),
    String(median).padEnd(9),
    String(count).padEnd(7),
    path,
  ].join("  ");
}

/**
 * Uses every control and closes each dialog that a control opens. Returns the number of touches.
 */
async function touchEverything(page, path) {
  const targets = page
    .locator("main")
    .locator("button:visible:enabled:not([data-sign-out]), summary:visible, input:visible:enabled");
  let count = 0;
  for (let index = 0; index < Math.min(PRESSES_MAX, await targets.count()); index++) {
    const target = targets.nth(index);
    if (!(await target.isVisible())) continue;
    const isText = await target.evaluate((node) =>
      node.matches("input:not([type=checkbox], [type=radio], [type=file], [readonly])"),
    );
    if (isText) await target.pressSequentially("12", { timeout: 5_000 });
    else await target.click({ timeout: 5_000 });
    count += isText ? 2 : 1;
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 100))),
    );
    await page.keyboard.press("Escape");
    count += 1;
    await page.waitForFunction(() => !document.querySelector("dialog[open]"));
    if (new URL(page.url()).pathname !== path) break;
  }
  return count;
}
