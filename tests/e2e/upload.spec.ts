import type { Page } from "@playwright/test";
import { bytesOf, exifOf } from "../support/images.ts";
import { islandsReady } from "./shop.ts";
import { expect, holdBack, test } from "./shopper.ts";

/** Photos of phones over slow and silent connections. */

const field = (page: Page) => page.getByRole("dialog").getByLabel("تصویر کارت");
const done = (page: Page) => page.getByRole("dialog").getByText("تصویر بارگذاری شد.");
const bar = (page: Page) => page.getByRole("progressbar", { name: "پیشرفت بارگذاری تصویر" });

test.use({ hasOwnContext: true });
test.beforeEach(async ({ newcomer, enter }) => enter(newcomer));

async function openForm(page: Page): Promise<void> {
  await page.goto("/banks");
  await islandsReady(page);
  await page.locator("main").getByRole("button", { name: "افزودن کارت بانکی" }).click();
}

/**
 * A photo of coarse noise with a red corner at the top left of its pixels. The noise makes the file
 * large, and blocks of it survive compression.
 */
async function takePhoto(page: Page, width: number, height: number, quality: number) {
  const base64 = await page.evaluate(
    async ([across, down, fine]) => {
      const canvas = new OffscreenCanvas(across, down);
      const context = canvas.getContext("2d")!;
      const noise = new ImageData(across, down);
      // The sequence of numbers is fixed, so that every run sends the same photo.
      let state = 1;
      for (let index = 0; index < noise.data.length; index += 1) {
        state = Math.imul(state, 1_103_515_245) + 12_345;
        noise.data[index] = index % 4 === 3 ? 255 : (state >>> 16) % 128;
      }
      context.putImageData(noise, 0, 0);
      context.fillStyle = "#f00";
      context.fillRect(0, 0, across / 4, down / 4);
      const blob = await canvas.convertToBlob({ type: "image/jpeg", quality: fine });
      const reader = new FileReader();
      reader.readAsDataURL(blob);
      await new Promise((resolve) => reader.addEventListener("load", resolve));
      return String(reader.result).split(",")[1] ?? "";
    },
    [width, height, quality] as const,
  );
  return Buffer.from(base64, "base64");
}

/** Turns a photo as a phone does: by the EXIF orientation. 6 means a turn to the right. */
function turned(photo: Buffer): Buffer {
  return Buffer.from(bytesOf(photo.subarray(0, 2), exifOf(6), photo.subarray(2)));
}

test("a large photo is uploaded smaller and upright, and the progress is shown", async ({
  page,
}) => {
  await openForm(page);
  const film = Buffer.from(`\0\0\0\u0018ftypmp42${"\0".repeat(4096)}`, "latin1");
  const photo = Buffer.concat([turned(await takePhoto(page, 3000, 2000, 0.9)), film]);
  expect(photo.length).toBeGreaterThan(3_000_000);
  const sent = page.waitForRequest((request) => request.url().endsWith("/api/v1/uploads"));
  const answered = page.waitForResponse((response) => response.url().endsWith("/api/v1/uploads"));
  const release = await holdBack(page, "POST /uploads");
  await field(page).setInputFiles({ name: "IMG_1.JPG", mimeType: "image/jpeg", buffer: photo });
  await expect(bar(page)).toBeVisible();
  await sent;
  await expect(page.getByRole("dialog").getByText("IMG_1.jpg")).toBeVisible();
  await release();
  await expect(done(page)).toBeVisible();
  const { imageUrl } = (await (await answered).json()) as { imageUrl: string };
  const kept = await page.evaluate(async (url) => {
    const blob = await (await fetch(url)).blob();
    const image = await createImageBitmap(blob);
    const context = new OffscreenCanvas(image.width, image.height).getContext("2d", {
      willReadFrequently: true,
    })!;
    context.drawImage(image, 0, 0);
    const isRed = (x: number, y: number) => {
      const [red = 0, green = 0] = context.getImageData(x, y, 1, 1).data;
      return red > 200 && green < 60;
    };
    const { width, height } = image;
    return {
      bytes: blob.size,
      size: [width, height],
      corners: [isRed(40, 40), isRed(width - 40, 40), isRed(40, height - 40)],
    };
  }, imageUrl);
  expect(kept.size).toEqual([1333, 2000]);
  expect(kept.corners, "red is at the top right, where the turned photo shows it").toEqual([
    false,
    true,
    false,
  ]);
  expect(kept.bytes).toBeLessThan(photo.length / 2);
});

test("a slow upload continues, and a silent one is given up", async ({ page }) => {
  await page.clock.install();
  await openForm(page);
  const photo = { name: "card.jpg", mimeType: "image/jpeg" };
  const buffer = await takePhoto(page, 1200, 800, 0.9);
  expect(buffer.length).toBeLessThan(1_000_000);

  await test.step("slow: the upload continues for more than two minutes", async () => {
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    const sendAtMost = (uploadThroughput: number) =>
      session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: 0,
        downloadThroughput: -1,
        uploadThroughput,
      });
    await sendAtMost(buffer.length / 30);
    await field(page).setInputFiles({ ...photo, buffer });
    const percent = async () => Number(await bar(page).getAttribute("value"));
    for (let step = 0, before = 0; step < 6; step += 1) {
      await expect.poll(percent, { intervals: [20] }).toBeGreaterThan(before);
      before = await percent();
      await expect(page.getByRole("dialog").getByText(/^[۰-۹]+٪$/)).toBeVisible();
      await page.clock.fastForward(21_000);
    }
    await sendAtMost(-1);
    await expect(done(page)).toBeVisible();
    await session.detach();
  });
  await test.step("silent: the page gives up after half a minute, and offers another try", async () => {
    await page.getByRole("button", { name: "حذف تصویر" }).click();
    const release = await holdBack(page, "POST /uploads");
    const begun = page.waitForRequest((request) => request.url().endsWith("/api/v1/uploads"));
    await field(page).setInputFiles({ ...photo, buffer });
    await begun;
    await page.clock.fastForward(29_000);
    await expect(bar(page)).toBeVisible();
    await page.clock.fastForward(2000);
    await expect(page.getByText("پاسخی از فروشگاه نرسید. لطفاً دوباره تلاش کنید.")).toBeVisible();
    await release();
    await page.getByRole("button", { name: "بارگذاری دوباره" }).click();
    await expect(done(page)).toBeVisible();
  });
});
