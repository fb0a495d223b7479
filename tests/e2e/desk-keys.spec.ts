import type { Page, Request } from "@playwright/test";
import type { QueueKind } from "../../contract/desk/queue.ts";
import { expect, islandsReady, tickAllBoxes, test } from "./desk.ts";
import { samplePane, sampleQueue } from "./sample-queue.ts";
import { toast } from "./shop.ts";

/** Held keys and viewed pictures. The test answers the calls of the queue. */

test.use({ viewport: { width: 1440, height: 900 }, hasOwnContext: true });

const pane = (page: Page) => page.getByRole("region", { name: "کار باز" });
const CARD = "6104337712345674";
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><rect width="1200"
  height="800" fill="#eee"/><text x="80" y="400" font-size="64">${CARD}</text></svg>`;

const withKind = (kind: QueueKind, id: string, name: string) => {
  const { pane: whole } = samplePane();
  const [row] = sampleQueue().rows;
  const changes = { kind, id, name, heldBy: null, aside: null };
  return { row: { ...row, ...changes }, pane: { ...whole, ...changes, uploadId: "picture" } };
};

interface Desk {
  /** The decisions, in the order of their requests. */
  decided: Request[];
  /** Lets the picture load; until then its answer is held back. */
  showPicture: () => void;
}

/** Opens a queue of papers whose decisions do not reach the shop. */
async function openPapers(page: Page, things: ReturnType<typeof withKind>[]): Promise<Desk> {
  const decided: Request[] = [];
  const picture = Promise.withResolvers<undefined>();
  const isDecided = (id: string) => decided.some((request) => request.url().endsWith(`/${id}`));
  await page.route("**/desk/v1/queue", (route) => {
    const rows = things.map(({ row }) => row).filter(({ id }) => !isDecided(id));
    return route.fulfill({ json: { ...sampleQueue(), rows } });
  });
  await page.route("**/desk/v1/queue/*/*", (route) => {
    const thing = things.find(({ pane: { id } }) => route.request().url().endsWith(`/${id}`));
    return route.fulfill({ json: { pane: thing?.pane } });
  });
  await page.route("**/desk/v1/queue/*/*/hold", (route) =>
    route.fulfill({ json: { heldBy: "me", heldUntil: new Date().toISOString() } }),
  );
  await page.route("**/desk/v1/queue/*/*/card", (route) =>
    route.fulfill({ json: { cardNumber: CARD } }),
  );
  await page.route("**/desk/v1/uploads/*/link", (route) =>
    route.fulfill({
      json: { url: "/desk/v1/images/x", expiresAt: new Date(Date.now() + 120_000).toISOString() },
    }),
  );
  await page.route("**/desk/v1/images/x", async (route) => {
    await picture.promise;
    await route.fulfill({ contentType: "image/svg+xml", body: SVG });
  });
  for (const noun of ["authorizes", "bankcards", "name-requests"])
    await page.route(`**/desk/v1/${noun}/*`, (route) => {
      decided.push(route.request());
      return route.fulfill({ json: { message: "" } });
    });
  await page.goto("/desk");
  await islandsReady(page);
  await expect(page.locator(".queue-row")).toHaveCount(things.length);
  return {
    decided,
    showPicture: () => {
      picture.resolve(undefined);
    },
  };
}

const HOLD_MS = 3_000;
const REPEAT_MS = 100;

/** Holds a key for three seconds, as a keyboard repeats it. */
async function hold(page: Page, key: string): Promise<void> {
  for (let heldMs = 0; heldMs < HOLD_MS; heldMs += REPEAT_MS) {
    await page.keyboard.down(key);
    await page.clock.runFor(REPEAT_MS);
  }
  await page.keyboard.up(key);
}

test("a held key decides once, and each decision can be undone for eight seconds", async ({
  page,
  enterDesk,
}) => {
  await page.goto("/guide");
  await enterDesk("support");
  await page.clock.install();
  const things = [
    ...["یک", "دو", "سه"].map((name, at) => withKind("identity", `i${String(at)}`, name)),
    ...["چهار", "پنج", "شش"].map((name, at) => withKind("bank_card", `c${String(at)}`, name)),
    withKind("name_request", "n0", "هفت"),
  ].map((thing) => ({ ...thing, pane: { ...thing.pane, mustTick: [] } }));
  const { decided, showPicture } = await openPapers(page, things);
  showPicture();
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  const bar = page.locator(".undo-bar");
  const left = page.locator(".queue-row");
  /** Waits until React has noticed the loaded picture; moving the fake clock is not enough. */
  const open = () =>
    expect(async () => {
      await page.clock.runFor(1_700);
      await expect(pane(page).getByRole("button", { name: /^تأیید/ })).toBeEnabled({
        timeout: 500,
      });
    }).toPass();

  await page.keyboard.press("KeyJ");
  for (const [at, key] of ["KeyY", "Digit1", "Digit3"].entries()) {
    await page.clock.runFor(300);
    // The seconds of viewing begin when the picture has loaded, not when its frame appears.
    const picture = pane(page).locator(".queue-picture img");
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete))
      .toBe(true);
    await open();
    // The last key is released at once, while the decision before it still waits.
    await (at === 2 ? page.keyboard.press(key) : hold(page, key));
    await expect(left, key).toHaveCount(things.length - 1 - at);
  }
  await test.step("each decision waits its own eight seconds, and Z takes the last one back", async () => {
    await expect(bar).toContainText("تصمیم در راه");
    const sent = decided.length;
    await hold(page, "KeyZ");
    await expect(left).toHaveCount(things.length - 2);
    await page.clock.runFor(9_000);
    await expect(bar).toBeHidden();
    await expect.poll(() => decided.length).toBe(2);
    expect(sent).toBeLessThan(2);
  });
  await test.step("a dialog that opens while a key is held ignores that key", async () => {
    for (const [key, title] of [
      ["KeyN", "رد: چرا؟"],
      ["KeyS", "کنار گذاشتن"],
    ] as const) {
      await open();
      await hold(page, key);
      const dialog = page.getByRole("dialog", { name: title });
      await expect(dialog.getByLabel("دلیل")).toHaveValue("");
      await page.keyboard.press("Escape");
      await page.clock.runFor(500);
      await expect(dialog).toBeHidden();
    }
    await dialogSendsOnce(page);
  });
  await test.step("a second click does not decide about the next thing at the same place", async () => {
    const before = await left.count();
    await pane(page).getByRole("button", { name: "نوشته ناخواناست" }).dblclick();
    await page.clock.runFor(500);
    await expect(left).toHaveCount(before - 1);
  });
  await page.clock.runFor(9_000);
  // Four decisions were sent: two of the first three (Z undid one), one from the dialog, and one
  // by a click.
  await expect.poll(() => decided.length).toBe(4);
  expect(new Set(decided.map((request) => request.url())).size).toBe(4);
});

/** Holds Enter on the button of a dialog. The dialog sends its decision only once. */
async function dialogSendsOnce(page: Page): Promise<void> {
  await page.keyboard.press("KeyN");
  const dialog = page.getByRole("dialog", { name: "رد: چرا؟" });
  await page.clock.runFor(500);
  await dialog.getByLabel("دلیل").fill("تصویر تار است");
  await dialog.getByRole("button", { name: "رد", exact: true }).focus();
  await hold(page, "Enter");
  await expect(dialog).toBeHidden();
  await page.clock.runFor(2_500);
}

test("a key pressed before loading acts later or shows a message, and decides nothing", async ({
  page,
  enterDesk,
}) => {
  await page.goto("/guide");
  await enterDesk("support");
  const { decided } = await openPapers(page, [
    withKind("ticket", "t0", "سارا کاظمی"),
    withKind("identity", "i0", "دو"),
  ]);
  const [list, thing] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  for (const [address, gate] of [
    ["**/desk/v1/queue", list],
    ["**/desk/v1/queue/ticket/t0", thing],
  ] as const)
    await page.route(address, async (route) => {
      await gate.promise;
      await route.fallback();
    });
  await page.reload();
  await islandsReady(page);
  for (const key of ["KeyJ", "KeyY"]) await page.keyboard.press(key);
  await expect(toast(page, "این صفحه هنوز باز می‌شود. کلید را دوباره بزنید.")).toBeVisible();
  await expect(page.locator(".queue-row")).toHaveCount(0);
  list.resolve(undefined);
  // J opens the first thing. The answer of its call comes only after R and Y are pressed.
  await expect(page.locator("[aria-current=true]")).toContainText("سارا کاظمی");
  for (const key of ["KeyR", "KeyY"]) await page.keyboard.press(key);
  thing.resolve(undefined);
  const reply = pane(page).getByLabel("پاسخ فروشگاه");
  await expect(reply).toBeFocused();
  await reply.press("Escape");
  await page.keyboard.press("Shift+Digit2");
  await expect(page.getByRole("button", { name: /^مدارک/ })).toHaveAttribute(
    "aria-pressed",
    "true",
  );
  await expect(page.locator(".queue-row")).toHaveCount(1);
  expect(decided).toEqual([]);
});

test("a picture is viewed in full width, in full screen, and beside the whole card number", async ({
  page,
  enterDesk,
}) => {
  await page.goto("/guide");
  await enterDesk("support");
  await page.clock.install();
  const { decided, showPicture } = await openPapers(page, [
    withKind("identity", "i0", "سارا کاظمی"),
    { ...withKind("bank_card", "c0", "بی تصویر") },
  ]);
  const yes = pane(page).getByRole("button", { name: /^تأیید هویت/ });
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1_000));
  await page.keyboard.press("KeyJ");
  await page.clock.runFor(5_000);

  await test.step("approval is disabled until the picture has loaded", async () => {
    await expect(pane(page).getByText("تصویر هنوز نیامده است.")).toBeVisible();
    await expect(yes).toBeDisabled();
    await page.keyboard.press("KeyY");
    showPicture();
    await expect(pane(page).getByRole("img", { name: "تصویری که فرستاده است" })).toBeVisible();
    await expect(pane(page).getByText("تصویر را یک لحظه ببینید.")).toBeVisible();
    await page.clock.runFor(1_000);
    await expect(yes).toBeDisabled();
    await page.clock.runFor(1_000);
    await expect(yes).toBeEnabled();
    await page.clock.resume();
  });
  await test.step("the card number is shown beside the open picture", async () => {
    await expect(pane(page).locator(".queue-number")).toContainText("۶۱۰۴۳۳۷۷۱۲۳۴۵۶۷۴");
    const [picture, body] = [
      await pane(page).locator(".queue-picture").boundingBox(),
      await pane(page).locator(".pane-body").boundingBox(),
    ];
    expect(picture?.width).toBeGreaterThan((body?.width ?? 0) - 64);
  });
  await test.step("in full screen the picture can be zoomed, moved and turned", async () => {
    await page.locator("body").press("Enter");
    const full = page.getByRole("dialog", { name: "تصویر، تمام صفحه" });
    const moved = full.locator(".full-picture-moved");
    await expect(full.locator(".queue-number")).toBeVisible();
    await page.keyboard.press("+");
    const stage = await full.locator(".full-picture-stage").boundingBox();
    const middle = [(stage?.width ?? 0) / 2, (stage?.height ?? 0) / 2] as const;
    await page.mouse.move(...middle);
    await page.mouse.wheel(0, -100);
    await expect(moved).toHaveCSS("transform", /^matrix\(1\.56/);
    await page.mouse.down();
    await page.mouse.move(middle[0] + 40, middle[1] + 30);
    await page.mouse.up();
    await expect(moved).toHaveCSS("transform", /40, 30(\.\d+)?\)$/);
    await page.keyboard.press("r");
    await expect(moved).toHaveCSS("transform", /^matrix\(0, 1\.56/);
    await page.keyboard.press("Escape");
    await expect(full).toBeHidden();
  });
  await test.step("a turned picture fits, and Space ticks a box after a mouse press", async () => {
    await pane(page).getByText("تمام صفحه").click();
    const full = page.getByRole("dialog", { name: "تصویر، تمام صفحه" });
    await page.keyboard.press("r");
    const stage = await full.locator(".full-picture-stage").boundingBox();
    const turned = await full.getByRole("img").boundingBox();
    expect(turned?.width).toBeCloseTo(stage?.width ?? 0, 0);
    expect(turned?.height).toBeCloseTo(stage?.height ?? 0, 0);
    await page.keyboard.press("Escape");
    await expect(page.locator("body")).toBeFocused();
    await page.keyboard.press("Space");
    await expect(full).toBeHidden();
    await expect(pane(page).getByRole("checkbox").first()).toBeChecked();
  });
  await test.step("closing the picture masks the number and still allows a decision", async () => {
    await tickAllBoxes(page);
    await page.keyboard.press("KeyI");
    await expect(pane(page).getByText("تصویر بسته شد.")).toBeVisible();
    await expect(pane(page).locator(".queue-number")).toBeHidden();
    await expect(yes).toBeEnabled();
    expect(decided).toEqual([]);
  });
  await test.step("Escape closes the open thing, and its row gets the focus", async () => {
    await page.keyboard.press("KeyS");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await expect(yes).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(yes).toBeHidden();
    await expect(page.locator(".queue-row").first()).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(yes).toBeVisible();
  });
});
