import { findObjections } from "./axe.ts";
import { expect, islandsReady, test } from "./desk.ts";

/** Goods at the desk: made, seen in the shop at once, priced, restored and hidden. */

test.use({ viewport: { width: 1440, height: 900 } });

test("a category, a subcategory and a product are made, sold, priced and hidden", async ({
  page,
  enterDesk,
  expectedStatuses,
}) => {
  expectedStatuses.add(404).add(409).add(422);
  const name = await enterDesk("owner");
  const word = `made-${name.slice(1, 7)}`;
  await page.goto("/desk/products");
  await islandsReady(page);
  const dialog = page.getByRole("dialog");
  await test.step("the rail leads here, and a key opens the form of a category", async () => {
    await expect(page.getByRole("link", { name: "کالا و قیمت" }).first()).toHaveAttribute(
      "aria-current",
      "page",
    );
    await expect(page.getByRole("heading", { name: /^گیفت کارت/ })).toBeVisible();
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
  await test.step("it gets a subcategory, whose name in addresses may not be another's", async () => {
    await category.getByRole("button", { name: "زیردستهٔ تازه" }).click();
    await dialog.getByLabel("نام فارسی").fill("هدهد");
    await dialog.getByLabel("نام لاتین، روی کارت").fill("Hodhod");
    await dialog.getByLabel("نام در نشانی").fill("itunes");
    await dialog.getByLabel("یک جمله").fill("برای خرید در بازار هدهد.");
    await dialog.getByLabel("هشدار ریجن").fill("حساب هدهد شما باید جهانی باشد.");
    await dialog.getByLabel("گام‌های فعال‌سازی").fill("وارد شوید.\nکد را بچسبانید.");
    await dialog.getByLabel("آموزش").selectOption({ index: 1 });
    await dialog.getByLabel("واژه‌هایی که مردم").fill("شانه به سر");
    expect(await findObjections(page)).toEqual([]);
    await dialog.getByRole("button", { name: "زیردسته را بساز" }).click();
    await expect(dialog.getByText("این نام نشانی پیش‌تر به کار رفته است")).toBeVisible();
    await dialog.getByLabel("نام در نشانی").fill(word);
    await dialog.getByRole("button", { name: "زیردسته را بساز" }).click();
    await expect(dialog).toBeHidden();
    await expect(category.getByText("هنوز کالایی ندارد.")).toBeVisible();
  });
  await test.step("and a product with a price in Persian digits", async () => {
    await category.getByRole("button", { name: "کالای تازه در هدهد" }).click();
    await dialog.getByLabel("نام کالا").fill("کارت هدهد ۱۰ دلاری");
    await dialog.getByLabel("ریجن").fill("جهانی");
    await dialog.getByLabel("ارزش روی کارت").fill("$10");
    await dialog.getByLabel("دستی، به دست همکاران").check();
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
  });
  const listing = `/products/${word}/${word}`;
  await test.step("the shop shows them at once, with drawn cards and the tutorial", async () => {
    const shop = await page.context().newPage();
    await shop.goto(listing);
    await expect(shop.getByRole("heading", { name: "کارت نو هدهد" })).toBeVisible();
    await expect(shop.getByText("کارت هدهد ۱۰ دلاری").first()).toBeVisible();
    await expect(shop.locator(".art-name").first()).toHaveText("Hodhod");
    await expect(shop.locator(".tutorial-chip")).toHaveCount(1);
    const picture = await shop.request.get(`/art/${word}.svg`);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([
      200,
      expect.stringContaining("image/svg+xml"),
    ]);
    const shared = await shop.request.get(`/share/subcategories/${word}.png`);
    expect([shared.status(), new URL(shared.url()).pathname]).toEqual([200, "/share/armaghan.png"]);
    await shop.close();
  });
  await test.step("its page changes the price with a reason, and keeps what was typed", async () => {
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
    // A colleague is faster.
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const seen = { price: 100_000, priceAfterDiscount: null, reward: 0 };
    const rival = await page.request.put(`/desk/v1/products/${id}/price`, {
      headers: { Origin: new URL(page.url()).origin },
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
    await page.getByRole("button", { name: "بازگرداندن ۱۰۰٬۰۰۰ تومان" }).click();
    await expect(page.getByLabel("چرا؟")).toHaveValue("بازگرداندن قیمت شمارهٔ ۱");
    await page.keyboard.press("Enter");
    await expect(
      page.getByRole("region", { name: "قیمت‌های این کالا" }).getByRole("row"),
    ).toHaveCount(5);
  });
  await test.step("hidden, it is gone from the shop; shown, it is back", async () => {
    const hide = page.getByRole("button", { name: "پنهان کردن کارت هدهد ۱۰ دلاری" });
    await hide.click();
    await expect(dialog).toContainText("پرداخت‌های در راه انجام می‌شوند");
    await dialog.getByRole("button", { name: "پنهان کن" }).click();
    await expect(page.getByRole("button", { name: "نشان دادن کارت هدهد ۱۰ دلاری" })).toBeVisible();
    const listed = await page.request.get(`/api/v1/products?subcategory=${word}`);
    expect(await listed.json()).toMatchObject({ products: [] });
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    expect((await page.request.get(`/art/${word}/${id}.svg`)).status()).toBe(200);
    await page.getByRole("button", { name: "نشان دادن کارت هدهد ۱۰ دلاری" }).click();
    await expect(hide).toBeVisible();
  });
  await test.step("so is its category, which other pages of the shop then do not know", async () => {
    await page.goto("/desk/products");
    await islandsReady(page);
    await category.getByRole("button", { name: "پنهان کردن کارت نو" }).click();
    await dialog.getByRole("button", { name: "پنهان کن" }).click();
    await expect(category.getByRole("button", { name: "نشان دادن کارت نو" })).toBeVisible();
    const { categories } = (await (await page.request.get("/api/v1/categories")).json()) as {
      categories: { type: string }[];
    };
    expect(categories.map(({ type }) => type)).not.toContain(word);
  });
});
