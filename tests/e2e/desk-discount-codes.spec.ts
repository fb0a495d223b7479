import { tehranDay, writePersian } from "../../persian/calendar.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { expect, islandsReady, test } from "./desk.ts";
import { movePointerAway } from "./shop.ts";

/** Discount codes at the desk: made, searched, copied, stopped, and many at once. */

test.use({ viewport: { width: 1440, height: 900 } });

test("a code is made, found, copied and stopped, and a series is given out as a file", async ({
  page,
  enterDesk,
  expectedStatuses,
}) => {
  expectedStatuses.add(409).add(422);
  const name = await enterDesk("finance");
  const code = `SPEC${name.slice(1, 7).toUpperCase()}`;
  await page.goto("/desk/discount-codes");
  await islandsReady(page);
  const list = page.getByRole("region", { name: "فهرست کدهای تخفیف" });
  const rowOf = (text: string) => list.getByRole("row").filter({ hasText: text });
  await test.step("the rail marks this page", async () => {
    await expect(page.getByRole("link", { name: "کد تخفیف" }).first()).toHaveAttribute(
      "aria-current",
      "page",
    );
  });
  const dialog = page.getByRole("dialog", { name: "کد تخفیف تازه" });
  await test.step("a key opens the form, and mistakes are shown at their fields", async () => {
    await page.locator("body").press("KeyN");
    await dialog.getByLabel("کد، با حروف لاتین").fill("کد");
    await dialog.getByLabel("درصد", { exact: true }).last().fill("۱۲۰");
    const last = toPersianDigits(writePersian(tehranDay(Date.now()) + 3).replaceAll("-", "/"));
    await dialog.getByLabel("تا پایان روز").fill(last);
    await dialog.getByRole("button", { name: "کد را بساز" }).click();
    await expect(dialog.getByText("کد از ۳ تا ۳۲ حرف لاتین")).toBeVisible();
  });
  await test.step("the new code is in the list, in capitals, active and unused", async () => {
    await dialog.getByLabel("کد، با حروف لاتین").fill(code.toLowerCase());
    await expect(dialog.getByText("کد از ۳ تا ۳۲ حرف لاتین")).toBeHidden();
    await dialog.getByLabel("درصد", { exact: true }).last().fill("۲۰");
    await dialog.getByLabel("سقف تخفیف").fill("۳۰٬۰۰۰");
    await dialog.getByLabel("چند بار روی هم").fill("۵");
    await dialog.getByRole("button", { name: "کد را بساز" }).click();
    await expect(dialog).toBeHidden();
    await expect(rowOf(code)).toContainText("۲۰٪ تا ۳۰٬۰۰۰ تومان");
    await expect(rowOf(code)).toContainText("۰ از ۵");
    await expect(rowOf(code)).toContainText("در کار");
    await expect(rowOf(code)).toContainText(name);
  });
  await test.step("a copy has the same terms and needs its own code", async () => {
    await rowOf(code)
      .getByRole("button", { name: `کد تازه مانند این: ${code}` })
      .click();
    const copy = page.getByRole("dialog", { name: "کد تازه، مانند این" });
    await expect(copy.getByLabel("سقف تخفیف")).toHaveValue("۳۰٬۰۰۰");
    await copy.getByLabel("کد، با حروف لاتین").fill(code);
    await copy.getByLabel("هر نفر چند بار").fill("2");
    await copy.getByRole("button", { name: "کد را بساز" }).click();
    await expect(copy.getByText("این کد پیش‌تر ساخته شده است")).toBeVisible();
    await page.keyboard.press("Escape");
    await copy.getByRole("button", { name: "دور بریز" }).click();
    await expect(copy).toBeHidden();
  });
  await test.step("it is stopped after a sentence about the effects, and started again", async () => {
    await rowOf(code)
      .getByRole("button", { name: `از کار بینداز: ${code}` })
      .click();
    const stop = page.getByRole("dialog", { name: "از کار انداختن" });
    await expect(stop).toContainText("در هیچ سبدی کار نمی‌کند");
    await stop.getByRole("button", { name: "از کار بینداز" }).click();
    await expect(rowOf(code)).toContainText("متوقف");
    await rowOf(code)
      .getByRole("button", { name: `به کار بینداز: ${code}` })
      .click();
    await page.getByRole("dialog").getByRole("button", { name: "به کار بینداز" }).click();
    await expect(rowOf(code)).toContainText("در کار");
    await expect(page.getByRole("dialog")).toBeHidden();
  });
  const many = page.getByRole("dialog", { name: "چند کد با هم" });
  await test.step("a series is previewed first, with its possible cost", async () => {
    await page.locator("body").press("KeyB");
    await many.getByLabel("پیشوند").fill(code);
    await many.getByLabel("چند کد").fill("۴۰");
    await many.getByLabel("درصد", { exact: true }).last().fill("10");
    await many.getByLabel("سقف تخفیف").fill("20000");
    await many.getByRole("button", { name: "ببین چه می‌شود" }).click();
    await expect(many.getByText("۸۰۰٬۰۰۰ تومان", { exact: true })).toBeVisible();
    await expect(many.getByText("هشتصد هزار تومان")).toBeVisible();
    await expect(many.getByRole("list", { name: "نمونهٔ کدها" }).getByRole("listitem")).toHaveCount(
      5,
    );
  });
  await test.step("the series is downloaded, and is one row that leads to its codes", async () => {
    const download = page.waitForEvent("download");
    // The button replaces «ببین چه می‌شود». It accepts a press once the pointer has moved away.
    await movePointerAway(page);
    await many.getByRole("button", { name: "۴۰ کد را بساز" }).click();
    expect((await download).suggestedFilename()).toBe(`armaghan-${code.toLowerCase()}-40.csv`);
    await many.getByRole("button", { name: "برگشت به فهرست" }).click();
    await expect(rowOf("۴۰ کد")).toContainText("۰ از ۴۰");
    const again = page.waitForEvent("download");
    await rowOf("۴۰ کد")
      .getByRole("button", { name: `گرفتن CSV ${code}` })
      .click();
    expect((await again).suggestedFilename()).toBe(`armaghan-${code.toLowerCase()}-40.csv`);
    await rowOf("۴۰ کد").getByRole("link", { name: code }).click();
    await islandsReady(page);
    await expect(list.getByRole("row")).toHaveCount(41);
  });
  await test.step("the filter is in the address, and an empty result says what to do", async () => {
    await page.goto(`/desk/discount-codes?code=${code.slice(0, 8).toLowerCase()}&state=running`);
    await islandsReady(page);
    await expect(page.getByLabel("وضعیت")).toHaveValue("running");
    await expect(rowOf(code).first()).toBeVisible();
    await page.getByLabel("کد، یا آغاز آن").fill("NOBODYHASIT");
    await page.keyboard.press("Enter");
    await expect(page.getByText("کدی با این نشانه‌ها نیست.")).toBeVisible();
  });
});
