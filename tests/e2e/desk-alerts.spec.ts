import { expect, islandsReady, test } from "./desk.ts";

/** Alerts, and inquiries about identities, in the settings of the desk. */

test.use({ viewport: { width: 1440, height: 900 } });

test("an owner makes a channel, tries it, and reads what is wrong", async ({
  page,
  enterDesk,
  expectedStatuses,
}) => {
  expectedStatuses.add(409).add(422);
  await enterDesk("owner");
  await page.goto("/desk/settings");
  await islandsReady(page);
  const alerts = page.getByRole("region", { name: "هشدارها" });
  const chat = `-403${String(Date.now()).slice(-8)}`;
  const row = alerts.getByRole("row").filter({ hasText: chat });
  const dialog = page.getByRole("dialog", { name: "راه هشدار تازه" });
  await test.step("the inquiries about identities are shown with the names of their settings", async () => {
    const inquiries = page.getByRole("region", { name: "استعلام هویت" });
    await expect(inquiries).toContainText("خاموش");
    await expect(inquiries).toContainText(
      "هیچ پرسشی نمی‌شود؛ هر هویت و هر کارت را یک نفر از شما می‌بیند.",
    );
    await expect(inquiries.getByText("پرسیده می‌شود")).toBeVisible();
  });
  await test.step("a wrong chat is refused at its field", async () => {
    await alerts.getByRole("button", { name: "راه تازه" }).click();
    await dialog.getByLabel("شناسهٔ گفت‌وگو").fill("چت");
    await dialog.getByRole("button", { name: "راه هشدار را بساز" }).click();
    await expect(dialog.getByText("شناسهٔ گفت‌وگو عدد است")).toBeVisible();
    await dialog.getByLabel("شناسهٔ گفت‌وگو").fill(chat);
    await dialog.getByRole("combobox", { name: "چه ساعت‌هایی؟" }).click();
    await dialog.getByRole("option", { name: "در نوبت" }).click();
    await dialog.getByRole("combobox", { name: "تا ساعت" }).click();
    await dialog.getByRole("option", { name: "۱۴" }).click();
    await dialog.getByRole("button", { name: "راه هشدار را بساز" }).click();
    await expect(row).toContainText("همه از ۸ تا ۱۴");
    await expect(row).toContainText("در کار");
  });
  await test.step("the trial says that this chat has stopped the bot", async () => {
    await row.getByRole("button", { name: `آزمایش ${chat}` }).click();
    await expect(alerts.getByText("Start").first()).toBeVisible();
    await expect(row).toContainText("گفت‌وگو بسته است");
  });
  await test.step("the top of every screen says that alerts do not arrive", async () => {
    await page.goto("/desk/settings");
    await expect(page.getByText("هشدارها نمی‌رسند")).toBeVisible();
  });
  await test.step("the channel is removed after a question", async () => {
    await islandsReady(page);
    await row.getByRole("button", { name: `برداشتن ${chat}` }).click();
    await page.getByRole("button", { name: "برداشته شود" }).click();
    await expect(row).toBeHidden();
  });
});
