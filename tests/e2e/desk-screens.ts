import type { Page } from "@playwright/test";
import { intercept } from "./intercept.ts";
import { sampleConsequences, sampleDeskOrder, sampleDeskOrderRow } from "./sample-desk-order.ts";
import { type Screen, visit } from "./screen.ts";
import { expect } from "./shopper.ts";

/** Screens of the desk, for the rules that hold on all screens. */
export const deskScreens: readonly Screen[] = [
  {
    name: "the entrance of the desk",
    open: (page) => visit(page, "/desk/enter", "لینک یک‌بارمصرف"),
  },
  {
    name: "the desk's settings",
    role: "owner",
    open: async (page) => {
      const made = await page.request.post("/desk/v1/tokens", {
        headers: { Origin: new URL(page.url()).origin },
        data: { label: "گزارش شبانهٔ فروش", role: "viewer" },
      });
      expect(made.status()).toBe(200);
      await visit(page, "/desk/settings", "گزارش شبانهٔ فروش");
    },
  },
  {
    name: "figures",
    role: "viewer",
    open: (page) => visit(page, "/desk/figures", "بدهی به خریداران"),
  },
  {
    name: "figures as a table",
    role: "viewer",
    open: (page) => visit(page, "/desk/figures?view=table", "از کیف پول"),
  },
  {
    name: "the daily close",
    role: "finance",
    open: (page) => visit(page, "/desk/closings", "پنل درگاه نشان می‌دهد"),
  },
  {
    name: "all orders at the desk",
    role: "support",
    open: async (page) => {
      const rows = [sampleDeskOrderRow(), sampleDeskOrderRow({ id: "order-2", isHeld: true })];
      await fake(page, "orders", { orders: rows, nextCursor: "1~order-2" });
      await visit(page, "/desk/orders", "نگه‌داشته برای دیدن");
    },
  },
  {
    name: "one order at the desk, with a complaint",
    role: "owner",
    open: async (page) => {
      await fake(page, "order-items/item-1/consequences", { consequences: sampleConsequences() });
      await fake(page, "orders/order-1", { order: sampleDeskOrder() });
      await visit(page, "/desk/orders/order-1", "نفر دوم باید تأیید کند");
    },
  },
  {
    name: "the search of the desk",
    role: "support",
    open: async (page) => {
      await visit(page, "/desk/settings", "نشان‌های برنامه‌ها");
      await page.locator("body").press("Control+KeyK");
      await expect(page.getByRole("option").first()).toBeVisible();
    },
  },
];

/** Answers a call of the desk in place of the shop. */
const fake = (page: Page, path: string, json: unknown) =>
  intercept(
    page,
    `GET ${new URL(page.url()).origin}/desk/v1/${path}` as `GET http${string}`,
    () => ({ json }),
  );
