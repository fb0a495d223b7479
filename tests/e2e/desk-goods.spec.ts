import { deflateSync } from "node:zlib";
import type { Page } from "@playwright/test";
import { png } from "../support/images.ts";
import { findObjections } from "./axe.ts";
import { FIRST_SECRET, test } from "./own-shop.ts";
import { expect, islandsReady } from "./shop.ts";
import { keepSession } from "./shopper.ts";

/** An owner opens an empty shop, and sells the first code of a category that did not exist. */

test.use({ isEmpty: true });

const CODE = "HODHOD-7KQ2-91XA";

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
}

test("an owner opens an empty shop and sells the first code of a new category", async ({
  own,
  expectedStatuses,
}) => {
  test.setTimeout(180_000);
  expectedStatuses.add(404).add(409).add(422).add(503);
  const buyer = await own.somebody({ width: 390, height: 844 });
  await test.step("an empty shop says that its cards will come", async () => {
    await buyer.goto("/");
    await expect(buyer.getByRole("heading", { name: "نخستین گیفت کارت‌ها" })).toBeVisible();
    await expect(buyer.getByRole("link", { name: "آموزش‌های گیفت کارت" })).toBeVisible();
    await expect(buyer.locator("body")).not.toContainText(/۰ دسته|همهٔ گیفت کارت‌ها/);
    expect(await findObjections(buyer)).toEqual([]);
    for (const [query, sentence] of [
      ["زعفران", "نتیجه‌ای یافت نشد."],
      ["", "نام کارت، بازی یا سرویس را"],
    ] as const) {
      const found = await buyer.request.get("/search", { params: { q: query } });
      expect(await found.text()).toContain(sentence);
    }
  });
  const page = await own.somebody();
  const name = "babak";
  const word = "hodhod";
  const dialog = page.getByRole("dialog");
  const shareBar = page.locator(".share-bar");
  await test.step("the first owner enters, and every list says how to begin", async () => {
    await open(page, `/desk/enter#first.${FIRST_SECRET}`);
    await page.getByLabel("نام کوتاه، با حروف کوچک لاتین").fill(name);
    await page.getByLabel("شمارهٔ موبایل").fill("09120000001");
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === "/desk");
    await open(page, "/desk/stock");
    await expect(page.getByText("هنوز کالایی با تحویل آنی نیست.")).toBeVisible();
    await page.getByRole("link", { name: "کالا و قیمت" }).first().click();
    await islandsReady(page);
    await expect(page.getByText("هنوز کالایی نیست.")).toBeVisible();
  });
  await test.step("a key opens the form of a category", async () => {
    await page.locator("body").press("KeyN");
    await dialog.getByLabel("نام، برای خریداران").fill("<b>کارت نو</b>");
    await dialog.getByLabel("نام در نشانی").fill("کارت نو");
    await dialog.getByRole("button", { name: "دسته را بساز" }).click();
    await expect(dialog.getByText("نشانه‌های < و > پذیرفته نمی‌شود")).toBeVisible();
    await expect(dialog.getByText("نام نشانی با حروف کوچک لاتین")).toBeVisible();
    await expect(dialog.getByLabel("نام در نشانی")).toHaveValue("کارت نو");
    await dialog.getByLabel("نام، برای خریداران").fill("کارت نو");
    await dialog.getByLabel("نام در نشانی").fill(word);
    await dialog.getByLabel("نام در نشانی").press("Enter");
    await expect(dialog).toBeHidden();
  });
  const category = page.getByRole("region", { name: "دستهٔ کارت نو" }).filter({ hasText: word });
  await test.step("it gets a subcategory, whose share picture the browser draws", async () => {
    await category.getByRole("button", { name: "زیردستهٔ تازه" }).click();
    await dialog.getByLabel("نام فارسی").fill("هدهد");
    await dialog.getByLabel("نام لاتین، روی کارت").fill("Hodhod");
    await dialog.getByLabel("نام در نشانی").fill(word);
    await dialog.getByLabel("یک جمله").fill("برای خرید در بازار هدهد.");
    await dialog.getByLabel("هشدار ریجن").fill("حساب هدهد شما باید جهانی باشد.");
    await dialog.getByLabel("گام‌های فعال‌سازی").fill("وارد شوید.\nکد را بچسبانید.");
    await dialog.getByLabel("آموزش").selectOption({ index: 1 });
    await dialog.getByLabel("واژه‌هایی که مردم").fill("شانه به سر");
    expect(await findObjections(page)).toEqual([]);
    const drawn = page.waitForResponse((answer) => answer.url().includes("/share-picture"));
    await dialog.getByRole("button", { name: "زیردسته را بساز" }).click();
    await expect(dialog).toBeHidden();
    expect((await drawn).status()).toBe(200);
    await expect(category.getByText("هنوز کالایی ندارد.")).toBeVisible();
    await expect(shareBar).toBeHidden();
  });
  const newProduct = async (product: string, worth: string) => {
    await category.getByRole("button", { name: "کالای تازه در هدهد" }).click();
    await dialog.getByLabel("نام کالا").fill(product);
    await dialog.getByLabel("ریجن").fill("جهانی");
    await dialog.getByLabel("ارزش روی کارت").fill(worth);
  };
  await test.step("two products are made: one delivered by hand, one from stock", async () => {
    await newProduct("کارت هدهد ۱۰ دلاری", "$10");
    await dialog.getByLabel("دستی، به دست همکاران").check();
    // The form is closed and opened again with the same input.
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: "بماند" }).click();
    await category.getByRole("button", { name: "زیردستهٔ تازه" }).click();
    await expect(dialog.getByLabel("نام فارسی")).toHaveValue("");
    await page.keyboard.press("Escape");
    await category.getByRole("button", { name: "کالای تازه در هدهد" }).click();
    await expect(dialog.getByLabel("نام کالا")).toHaveValue("کارت هدهد ۱۰ دلاری");
    await expect(dialog.getByLabel("ارزش روی کارت")).toHaveValue("$10");
    await expect(dialog.getByLabel("دستی، به دست همکاران")).toBeChecked();
    await dialog.getByLabel("قیمت", { exact: true }).fill("۱۰۰٬۰۰۰");
    await dialog.getByLabel("قیمت حراج").fill("۱۲۰٬۰۰۰");
    await dialog.getByLabel("چند واحد داریم").fill("۷");
    await dialog.getByLabel("بهای خرید هر واحد").fill("80000");
    await dialog.getByRole("button", { name: "کالا را بساز" }).click();
    await expect(dialog.getByText("قیمت حراج باید کمتر از قیمت باشد")).toBeVisible();
    await dialog.getByLabel("قیمت حراج").fill("");
    await dialog.getByRole("button", { name: "کالا را بساز" }).click();
    await expect(dialog).toBeHidden();
    const row = category.getByRole("row").filter({ hasText: "کارت هدهد ۱۰ دلاری" });
    await expect(row).toContainText("۲۰٬۰۰۰ ۲۰٫۰٪");
    await expect(row).toContainText("در فروش");
    await newProduct("کارت هدهد ۵ دلاری", "$5");
    await dialog.getByLabel("آنی، از انبار کد").check();
    await dialog.getByLabel("قیمت", { exact: true }).fill("۶۰٬۰۰۰");
    await dialog.getByRole("button", { name: "کالا را بساز" }).click();
    await expect(dialog).toBeHidden();
  });
  await test.step("the second product is moved to the front, on a phone", async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const names = category.locator(".list-row").getByRole("link");
    await expect(names).toHaveText(["کارت هدهد ۱۰ دلاری", "کارت هدهد ۵ دلاری"]);
    await category.getByRole("button", { name: "بالا بردن کارت هدهد ۵ دلاری" }).press("Enter");
    await expect(names).toHaveText(["کارت هدهد ۵ دلاری", "کارت هدهد ۱۰ دلاری"]);
    await expect(
      category.getByRole("button", { name: "بالا بردن کارت هدهد ۵ دلاری" }),
    ).toBeFocused();
    await page.setViewportSize({ width: 1440, height: 900 });
  });
  await test.step("its first code is pasted", async () => {
    await page.getByRole("link", { name: "انبار کد" }).first().click();
    await islandsReady(page);
    await page.getByRole("link", { name: "کارت هدهد ۵ دلاری" }).click();
    await islandsReady(page);
    await expect(page.getByRole("heading", { name: "افزودن کد" })).toBeVisible();
    await page.locator("body").press("KeyV");
    await page.keyboard.type(CODE);
    await page.getByRole("button", { name: "پیش‌نمایش" }).press("Enter");
    const form = page.getByRole("form", { name: "افزودن به انبار" });
    await form.getByLabel("تأمین‌کننده").fill("پخش هدهد");
    await form.getByLabel("بهای هر کد").fill("۵۰٬۰۰۰");
    // A first code cannot be compared with others, so it has to be accepted.
    await form.getByRole("checkbox").check();
    await page.keyboard.press("Control+Enter");
    await expect(page.getByText("۱ کد افزوده شد.")).toBeVisible();
  });
  await test.step("a shopper finds it from the front page, pays at the bank and reads the code", async () => {
    const { token } = await own.newShopper();
    await keepSession(buyer.context(), own.siteUrl, token);
    await open(buyer, "/");
    await buyer.locator(".category-grid").getByRole("link", { name: "هدهد" }).click();
    await buyer.waitForURL(`**/products/${word}/${word}`);
    await islandsReady(buyer);
    await expect(buyer.getByRole("heading", { name: "کارت نو هدهد" })).toBeVisible();
    await expect(buyer.locator(".art-name").first()).toHaveText("Hodhod");
    await expect(buyer.locator(".tutorial-chip")).toHaveCount(1);
    const shared = await buyer.locator('meta[property="og:image"]').getAttribute("content");
    const picture = await buyer.request.get(shared ?? "");
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
    const added = buyer.waitForResponse(
      (answer) => answer.url().includes("/carts") && answer.request().method() !== "GET",
    );
    await buyer.getByRole("button", { name: "افزودن به سبد خرید: کارت هدهد ۵ دلاری" }).click();
    await added;
    await open(buyer, "/cart");
    await buyer.getByRole("button", { name: "پرداخت از درگاه" }).click();
    await buyer.waitForURL(/127\.0\.0\.1.*StartPay/);
    await buyer.getByRole("button", { name: "پرداخت", exact: true }).click();
    await buyer.waitForURL(/\/orders\/[\w-]+$/);
    await islandsReady(buyer);
    await buyer.locator(".code-open-large").click();
    await expect(buyer.locator(".code-shown")).toHaveText(/HODHOD.*7KQ2.*91XA/);
  });
  await test.step("the owner's own picture takes the place of the card", async () => {
    await open(page, "/desk/products");
    await category.getByRole("button", { name: "تصویر هدهد" }).click();
    const file = (width: number, height: number) => ({
      name: "own.png",
      mimeType: "image/png",
      buffer: Buffer.from(
        png({ width, height, data: deflateSync(new Uint8Array(height * (1 + width))) }),
      ),
    });
    await dialog.getByLabel("انتخاب تصویر").setInputFiles(file(40, 30));
    await expect(dialog.getByText("این تصویر کوچک است")).toBeVisible();
    await dialog.getByLabel("انتخاب تصویر").setInputFiles(file(900, 700));
    expect(await findObjections(page)).toEqual([]);
    // One call fails, so the share picture is missing.
    const silence = { status: 503, json: { message: "خطایی رخ داد." } };
    await page.route("**/share-picture?*", (route) => route.fulfill(silence), { times: 1 });
    await dialog.getByRole("button", { name: "این تصویر را نشان بده" }).click();
    await expect(dialog).toBeHidden();
    await expect(category.locator("header img")).toHaveAttribute("src", /^\/pictures\//);
    // The edge may answer with a page that is some seconds old.
    await expect(async () => {
      await open(buyer, `/products/${word}/${word}?once`);
      await expect(buyer.locator(".listing-head image")).toHaveAttribute("href", /^\/pictures\//, {
        timeout: 1_000,
      });
    }).toPass();
  });
  await test.step("a missing share picture is drawn at a press", async () => {
    await expect(shareBar).toContainText("کشیده نشد. هنوز تصویر هم‌رسانی ندارد: هدهد.");
    await shareBar.getByRole("button", { name: "دوباره بکش" }).click();
    await expect(shareBar).toBeHidden();
  });
  await test.step("removing the own picture restores the drawn card", async () => {
    await category.getByRole("button", { name: "تصویر هدهد" }).click();
    const drawn = page.waitForResponse((answer) => answer.url().includes("/share-picture"));
    await dialog.getByRole("button", { name: "کارت کشیده‌شده را بازگردان" }).click();
    await expect(dialog).toBeHidden();
    await expect(category.locator("header img")).toHaveAttribute("src", /^\/art\//);
    expect((await drawn).status()).toBe(200);
    await expect(shareBar).toBeHidden();
  });
  await test.step("the page of the product changes the price with a reason, and keeps typed input", async () => {
    await category.getByRole("link", { name: "کارت هدهد ۱۰ دلاری" }).click();
    await islandsReady(page);
    await expect(page.getByRole("heading", { name: "کارت هدهد ۱۰ دلاری" })).toBeVisible();
    const price = page.getByLabel("قیمت", { exact: true });
    const change = page.getByRole("button", { name: "قیمت را عوض کن" });
    await expect(change).toBeDisabled();
    await page.locator("body").press("KeyP");
    await expect(price).toBeFocused();
    await price.fill("۱۵۰٬۰۰۰");
    await expect(page.getByText("هر واحد ۷۰٬۰۰۰ تومان سود دارد (۴۶٫۷٪).")).toBeVisible();
    await change.click();
    await expect(page.getByText("لطفاً دلیل را بنویسید.")).toBeVisible();
    await expect(price).toHaveValue("۱۵۰٬۰۰۰");
    // A colleague changes it first.
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const seen = { price: 100_000, priceAfterDiscount: null, reward: 0 };
    const rival = await page.request.put(`/desk/v1/products/${id}/price`, {
      headers: { Origin: own.siteUrl },
      data: { ...seen, price: 130_000, reason: "همکار گران کرد", seen },
    });
    expect(rival.status()).toBe(200);
    await page.getByLabel("چرا؟").fill("نرخ دلار بالا رفت");
    await change.click();
    await expect(page.getByText("در این میان عوض شده است")).toContainText("۱۳۰٬۰۰۰ تومان");
    await expect(price).toHaveValue("۱۵۰٬۰۰۰");
    await change.click();
    const history = page.getByRole("region", { name: "قیمت‌های این کالا" });
    await expect(history.getByRole("row")).toHaveCount(4);
    await expect(history.getByRole("row").nth(1)).toContainText("نرخ دلار بالا رفت");
    await expect(history.getByRole("row").nth(1)).toContainText(name);
  });
  await test.step("an earlier price is restored as a new change", async () => {
    await page.getByRole("button", { name: "بازگردان: ۱۰۰٬۰۰۰ تومان" }).click();
    await expect(page.getByLabel("چرا؟")).toHaveValue("بازگرداندن قیمت شمارهٔ ۱");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("region", { name: "قیمت‌های این کالا" }).getByRole("row"),
    ).toHaveCount(5);
  });
  await test.step("the product disappears from the shop when it is hidden, and comes back when it is shown", async () => {
    const hide = page.getByRole("button", { name: "پنهان کن: کارت هدهد ۱۰ دلاری" });
    await hide.click();
    await expect(dialog).toContainText("پرداخت‌های در راه انجام می‌شوند");
    await dialog.getByRole("button", { name: "پنهان کن" }).click();
    await expect(page.getByRole("button", { name: "نشان بده: کارت هدهد ۱۰ دلاری" })).toBeVisible();
    const listed = await page.request.get(`/api/v1/products?subcategory=${word}`);
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect(await listed.text()).not.toContain(id);
    expect((await page.request.get(`/art/${word}/${id}.svg`)).status()).toBe(200);
    await page.getByRole("button", { name: "نشان بده: کارت هدهد ۱۰ دلاری" }).click();
    await expect(hide).toBeVisible();
  });
  await test.step("a hidden category disappears from the shop's categories", async () => {
    await page.goto("/desk/products");
    await islandsReady(page);
    await category.getByRole("button", { name: "پنهان کن: کارت نو" }).click();
    await dialog.getByRole("button", { name: "پنهان کن" }).click();
    await expect(category.getByRole("button", { name: "نشان بده: کارت نو" })).toBeVisible();
    const { categories } = (await (await page.request.get("/api/v1/categories")).json()) as {
      categories: { type: string }[];
    };
    expect(categories.map(({ type }) => type)).not.toContain(word);
  });
});
