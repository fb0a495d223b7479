import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { addOwners } from "../../tests/support/add-people.ts";
import { OWNER_TOKENS } from "../../tests/support/people.ts";
import { findBrowser } from "../run/find-browser.mjs";
import { freePort } from "../run/port.mjs";
import { buildPages, fillHistory, readDemoPhone, seed } from "../run/prepare.mjs";
import { root } from "../run/root.mjs";
import { startStack } from "../run/stack.mjs";

/**
 * `node scripts/check/desk-pictures.mjs [WIDTHxHEIGHT [light|dark [FOLDER]]]`: takes the pictures of
 * docs/desk.md in a demo shop that it makes for this, with invented people only. With another size,
 * theme or folder it takes more screens, for checking them by eye.
 */
const [size = "1280x860", theme = "light", folder = join(root, "docs", "pictures")] =
  process.argv.slice(2);
const [width = 1280, height = 860] = size.split("x").map(Number);
const QUALITY = 78;
/** True when screens that docs/desk.md does not show are taken too. */
const isForLooking = process.argv.length > 2;

const dataDir = await mkdtemp(join(tmpdir(), "armaghan-pictures-"));
const port = await freePort();
await buildPages();
await seed(dataDir);
await fillHistory(dataDir);
await addOwners(dataDir);
const stack = await startStack({ port, dataDir, edge: true, shopVars: { SECOND_CODE: "off" } });
try {
  const browser = await chromium.launch({
    executablePath: await findBrowser(),
    args: ["--no-sandbox", "--disable-gpu"],
  });
  await takeAll(browser);
  await browser.close();
} finally {
  await stack.stop();
  await rm(dataDir, { recursive: true, force: true });
}

async function takeAll(browser) {
  const babak = await enter(browser, "babak", "owner");
  const raha = await enter(browser, "raha-m", "finance");
  for (const [name, role] of [
    ["sara-k", "support"],
    ["nima", "viewer"],
  ])
    await desk("POST", "/operators", { name, role, phone: newPhone() });
  await stack.runJobs();
  const orderId = await complain(browser);
  const { rows } = await desk("GET", "/queue");
  const idOf = (kind) => rows.find((row) => row.kind === kind)?.id ?? "";

  await take(babak, "settings", "/desk/settings", "کارمندان");
  await take(raha, "today", `/desk?open=identity:${idOf("identity")}`, "میز سنجید");
  await take(raha, "order", `/desk/orders/${orderId}`, "خریدار می‌گوید");
  await take(raha, "money", "/desk/money", "در انتظار پرداخت", async (page) => {
    await page.getByRole("button", { name: "همهٔ آزادها" }).click();
    await page.locator("body").press("KeyF");
    await page.getByText("فهرست کارت‌به‌کارت").click();
    await page.getByText("ریال").first().waitFor();
  });
  if (isForLooking) await take(raha, "stray", "/desk/money?tab=stray", "نیاز به بررسی");
  await take(raha, "closing", "/desk/closings", "روزها");
  await take(babak, "figures", "/desk/figures", "بدهی به خریداران", async (page) => {
    // Shows the month before, because the present month may have just begun.
    const month = await page.locator(".period-title").textContent();
    await page.locator("body").press("ArrowRight");
    await page.waitForFunction(
      (before) => document.querySelector(".period-title")?.textContent !== before,
      month,
    );
  });
  const { person } = await desk("GET", `/queue/withdrawal/${idOf("withdrawal")}`).then(
    ({ pane }) => pane,
  );
  if (isForLooking) await take(babak, "person", `/desk/people/${person.id}`, "هویت");
  await proposeAndTake(babak, person.id);
  await take(babak, "log", "/desk/log", "لغو تأیید کارت را خواست");
}

/** The demo shopper buys two codes, opens one, and says that it does not work. Returns the order. */
async function complain(browser) {
  const context = await browser.newContext({
    baseURL: stack.url,
    extraHTTPHeaders: { Origin: stack.url },
  });
  const call = async (method, path, data) => {
    const answer = await context.request.fetch(`/api/v1${path}`, { method, data });
    if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}`);
    return answer.json();
  };
  const username = await readDemoPhone();
  await call("POST", "/auth", { username });
  const [message] = await (await context.request.get(`/sandbox/sms.json?to=${username}`)).json();
  await call("POST", "/auth/verify", { username, otp: message.code });
  await call("PUT", "/carts/quantity", { productId: "itunes-us-2", quantity: 2 });
  const { orderId } = await call("POST", "/orders", {});
  const { order } = await call("GET", `/orders/${orderId}`);
  const [item] = order.OrderItems;
  const [code] = item.codes;
  await call("GET", `/orders/${orderId}/items/${item.id}/content?code=${code.id}`);
  await call("POST", "/tickets", {
    title: "کد مصرف شده است",
    description: "هنگام وارد کردن کد می‌گوید پیش‌تر به کار رفته است.",
    orderItemId: item.id,
    codeIds: [code.id],
  });
  await context.close();
  return orderId;
}

/**
 * Proposes, as another operator, an action that needs a second person, and takes a picture of the
 * proposal.
 */
async function proposeAndTake(page, personId) {
  const { cards } = await desk("GET", `/people/${personId}`);
  const { proposalId } = await desk("POST", `/bankcards/${cards[0].id}/revocation`, {
    reason: "بانک می‌گوید کارت از شخص دیگری است",
  });
  await take(page, "second", `/desk?open=proposal:${proposalId}`, "میز سنجید");
}

async function take(page, name, path, text, before = async () => {}) {
  await page.goto(path);
  await page.locator("astro-island[ssr]").first().waitFor({ state: "detached" });
  await page.locator("main").getByText(text).filter({ visible: true }).first().waitFor();
  await before(page);
  // Pictures of papers and the font are loaded after the text.
  await page.waitForLoadState("networkidle");
  await page.screenshot({
    path: join(folder, `desk-${name}.jpg`),
    type: "jpeg",
    quality: QUALITY,
    animations: "disabled",
  });
  console.log(`desk-${name}.jpg`);
}

/** Invites a new operator, and opens the desk as this operator. */
async function enter(browser, name, role) {
  const invited = await desk("POST", "/operators", { name, role, phone: newPhone() });
  const { secret, proposalId } = invited;
  if (proposalId !== null)
    await desk("PUT", `/proposals/${proposalId}`, { status: "confirmed" }, OWNER_TOKENS[1]);
  const context = await browser.newContext({
    baseURL: stack.url,
    viewport: { width, height },
    locale: "fa-IR",
    timezoneId: "Asia/Tehran",
    serviceWorkers: "block",
  });
  await context.addInitScript((chosen) => localStorage.setItem("theme", chosen), theme);
  const page = await context.newPage();
  await page.goto(`/desk/enter#${secret}`);
  await page.waitForURL((url) => url.pathname !== "/desk/enter");
  return page;
}

let phones = 0;
const newPhone = () => `0901${String(1_000_000 + ++phones)}`;

/** Calls the desk as an owner of this shop. */
async function desk(method, path, body, token = OWNER_TOKENS[0]) {
  const answer = await fetch(`${stack.url}/desk/v1${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${token}`,
      ...(body && { "Content-Type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${read.message}`);
  return read;
}
