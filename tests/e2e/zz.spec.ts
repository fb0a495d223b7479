import { sampleCode, sampleItem, sampleOrder } from "./sample-order.ts";
import { islandsReady } from "./shop.ts";
import { answer, test } from "./shopper.ts";
const itunes = {
  Product: {
    id: "itunes-us-10",
    name: "گیفت کارت آیتونز ۱۰ دلاری آمریکا",
    imageUrl: "/art/itunes/itunes-us-10.svg",
    productType: "giftcard",
    subcategoryUrlName: "itunes",
    region: "آمریکا",
    latinName: "iTunes",
    redeem: {
      url: "https://apple.com/redeem?code={code}",
      steps: [
        "در آیفون، `App Store` را باز کنید و روی عکس حساب خود بزنید.",
        "`Redeem Gift Card or Code` را انتخاب کنید.",
        "کد را بچسبانید. موجودی همان لحظه اضافه می‌شود.",
      ],
    },
  },
};
test("shots", async ({ page, newcomer, enter }) => {
  await enter(newcomer);
  const now = new Date(Date.now() - 600_000).toISOString();
  const until = new Date(Date.now() + 85_000_000).toISOString();
  const c = (n: number, m = {}) => sampleCode(n, { reportUntil: until, ...m });
  const base = { createdAt: now, totalAmount: 2_330_000 };
  const two = sampleOrder({
    ...base,
    OrderItems: [sampleItem({ ...itunes, quantity: 2, codes: [c(1), c(2)] })],
  });
  const five = sampleOrder({
    ...base,
    OrderItems: [
      sampleItem({
        ...itunes,
        quantity: 5,
        codes: [
          c(1),
          c(2, { state: "used" }),
          c(3, { state: "refunded", reportUntil: null }),
          c(4, { state: "reported", ticketId: "t", reportUntil: null }),
          c(5),
        ],
      }),
      sampleItem({ id: "item-2", deliveryType: "manual", deliveryStatus: "processing" }),
    ],
  });
  const locked = sampleOrder({
    ...base,
    shouldShow: false,
    profileDueAt: until,
    OrderItems: [sampleItem({ ...itunes, codes: [c(1)] })],
  });
  await answer(page, `GET /orders/${two.id}/items/item-1/content`, ["KX6G-5QNL-SCXR-6VHG"]);
  const go = async (
    order: typeof two,
    name: string,
    width: number,
    dark: boolean,
    act?: () => Promise<void>,
  ) => {
    await page.setViewportSize({ width, height: 860 });
    await answer(page, `GET /orders/${order.id}`, { order });
    await page.goto(`/orders/${order.id}`);
    await page.evaluate((d) => {
      document.documentElement.dataset["theme"] = d ? "dark" : "light";
    }, dark);
    await islandsReady(page);
    await page.locator(".code-stage").first().waitFor();
    await act?.();
    await page.waitForFunction(() =>
      document.getAnimations().every((a) => a.playState !== "running"),
    );
    await page.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: true });
  };
  const see = async () => {
    await page
      .getByRole("button", { name: /^دیدن کد/ })
      .first()
      .click();
    await page.locator(".code-shown").first().waitFor();
  };
  const report = async () => {
    await see();
    await page
      .getByRole("button", { name: /^گزارش مشکل/ })
      .first()
      .click();
    await page.getByRole("button", { name: "نامعتبر است" }).click();
  };
  await go(two, "a-360-closed", 360, false);
  await go(two, "b-360-open", 360, false, see);
  await go(two, "c-1280-open", 1280, false, see);
  await go(two, "d-360-report-dark", 360, true, report);
  await go(five, "e-768", 768, false);
  await go(five, "f-390-dark", 390, true);
  await go(locked, "g-360-locked", 360, false);
  await go(five, "h-1280-dark", 1280, true);
});
