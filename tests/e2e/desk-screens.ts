import type { Page } from "@playwright/test";
import type { getHealthDetails } from "../../contract/desk/health.ts";
import type { AnswerOf } from "../../contract/request.ts";
import { sampleConsequences, sampleDeskOrder, sampleDeskOrderRow } from "./sample-desk-order.ts";
import { sampleInquiries } from "./sample-inquiry.ts";
import { samplePrices, sampleRates } from "./sample-prices.ts";
import { sampleImport, sampleLook, sampleShelf, sampleStock } from "./sample-stock.ts";
import { samplePane, sampleQueue } from "./sample-queue.ts";
import { sampleSupplierOrders, sampleSupply } from "./sample-supply.ts";
import { type Screen, visit } from "./screen.ts";
import { intercept } from "./intercept.ts";
import {
  SAMPLE_TICKET_OF_DESK,
  SAMPLE_WHOLE_PERSON,
  sampleDiscountCodes,
  sampleWithdrawals,
} from "./sample-desk.ts";
import { expect } from "./shopper.ts";

/** The screens of the desk. screens.spec.ts checks the same rules on all screens. */
export const deskScreens: readonly Screen[] = [
  {
    name: "the entrance of the desk",
    open: (page) => visit(page, "/desk/enter", "لینک یک‌بارمصرف"),
  },
  {
    name: "the queue of the desk, with papers open",
    role: "support",
    open: async (page) => {
      await page.route("**/desk/v1/queue", (route) => route.fulfill({ json: sampleQueue() }));
      await page.route("**/desk/v1/queue/*/*", (route) => route.fulfill({ json: samplePane() }));
      await page.route("**/desk/v1/queue/*/*/hold", (route) =>
        route.fulfill({ json: { heldBy: "sara", heldUntil: new Date().toISOString() } }),
      );
      await visit(page, "/desk", "سارا کاظمی");
      await page.locator(".queue-row").first().click();
      await expect(page.getByText("میز سنجید")).toBeVisible();
    },
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
      await fake(page, "inquiries", sampleInquiries);
      await fake(page, "health", sampleHealth);
      await visit(page, "/desk/settings", "گزارش شبانهٔ فروش");
      await expect(page.getByText("۲ ایراد")).toBeVisible();
    },
  },
  {
    name: "a shop that can be closed",
    role: "finance",
    open: (page) => visit(page, "/desk/closure", "اکنون در راه"),
  },
  {
    name: "a shop that is closed",
    role: "finance",
    open: async (page) => {
      await fake(page, "closure", {
        closure: {
          id: "closure",
          reason: "تعطیل رسمی است. سفارش‌ها و کدهای شما مثل همیشه باز است.",
          closedAt: new Date().toISOString(),
          reopensAt: new Date(Date.now() + 10 * 3_600_000).toISOString(),
          closedBy: "sara",
        },
        underWay: { payments: 0, heldCodes: 0, gifts: 0 },
      });
      await visit(page, "/desk/closure", "فروشگاه را باز کن");
    },
  },
  {
    name: "withdrawals that wait",
    role: "finance",
    open: async (page) => {
      await fake(page, "withdrawals", { withdrawals: sampleWithdrawals, nextCursor: null });
      await visit(page, "/desk/money", "برگشت از بانک");
    },
  },
  {
    name: "the flow of money",
    role: "viewer",
    open: (page) => visit(page, "/desk/money?tab=flow", "جریان پول"),
  },
  {
    name: "wallets behind a figure",
    role: "viewer",
    open: (page) => visit(page, "/desk/money?tab=owed&kind=wallet", "برگشت به آمار"),
  },
  {
    name: "stray money",
    role: "viewer",
    open: (page) => visit(page, "/desk/money?tab=stray", "پول سرگردان"),
  },
  {
    name: "where people are found",
    role: "support",
    open: (page) => visit(page, "/desk/people", "یافتن یک شخص"),
  },
  {
    name: "a person at the desk",
    role: "owner",
    open: async (page) => {
      await fake(page, "people/sample", SAMPLE_WHOLE_PERSON);
      await visit(page, "/desk/people/sample", "هویت تأییدشده");
    },
  },
  {
    name: "the archive of tickets",
    role: "support",
    open: (page) => visit(page, "/desk/tickets", "بایگانی تیکت‌ها"),
  },
  {
    name: "a ticket at the desk",
    role: "support",
    open: async (page) => {
      await fake(page, "tickets/sample", { ticket: SAMPLE_TICKET_OF_DESK });
      await visit(page, "/desk/tickets/sample", "پاسخ فروشگاه");
    },
  },
  {
    name: "the log of the desk",
    role: "owner",
    open: (page) => visit(page, "/desk/log", "گرفتن CSV"),
  },
  {
    name: "discount codes at the desk",
    role: "finance",
    open: async (page) => {
      await fake(page, "discount-codes", { discountCodes: sampleDiscountCodes, nextCursor: null });
      await visit(page, "/desk/discount-codes", "۳۷ سفارش زیر بها");
    },
  },
  {
    name: "a new discount code",
    role: "finance",
    open: async (page) => {
      await fake(page, "discount-codes", { discountCodes: [], nextCursor: null });
      await visit(page, "/desk/discount-codes", "هنوز کد تخفیفی نیست.");
      await page.getByRole("button", { name: "کد تازه" }).first().click();
      await expect(page.getByLabel("کد، با حروف لاتین")).toBeVisible();
    },
  },
  {
    name: "a series of discount codes before it is made",
    role: "finance",
    open: async (page) => {
      await visit(page, "/desk/discount-codes", "کدهای فروشگاه");
      await page.locator("body").press("KeyB");
      const dialog = page.getByRole("dialog", { name: "چند کد با هم" });
      await dialog.getByLabel("پیشوند").fill("LOOKED");
      await dialog.getByLabel("چند کد").fill("200");
      await dialog.getByLabel("درصد", { exact: true }).last().fill("20");
      await dialog.getByRole("button", { name: "ببین چه می‌شود" }).click();
      await expect(dialog.getByText("بیش‌ترین خرج")).toBeVisible();
    },
  },
  {
    name: "rates and prices",
    role: "owner",
    open: async (page) => {
      await fake(page, "rates", sampleRates);
      await fake(page, "prices/preview", samplePrices, "POST");
      await visit(page, "/desk/prices", "منبع نرخی بسیار دور می‌گوید");
      await expect(page.getByText("۱۱ سبد باز")).toBeAttached();
    },
  },
  {
    name: "goods and prices",
    role: "finance",
    open: (page) => visit(page, "/desk/products", "گیفت کارت آیتونز ۲ دلاری آمریکا"),
  },
  {
    name: "a new subcategory",
    role: "finance",
    open: async (page) => {
      await visit(page, "/desk/products", "گیفت کارت آیتونز ۲ دلاری آمریکا");
      await page.getByRole("button", { name: "زیردستهٔ تازه" }).first().click();
      await expect(page.getByLabel("نام لاتین، روی کارت")).toBeVisible();
    },
  },
  {
    name: "a product and its prices",
    role: "finance",
    open: (page) => visit(page, "/desk/products/itunes-us-10", "قیمت‌هایی که داشته"),
  },
  {
    name: "the shelf",
    role: "viewer",
    open: async (page) => {
      await fake(page, "stock", sampleStock);
      await fake(page, "imports", { imports: [sampleImport] });
      await visit(page, "/desk/stock", "مرکز کارت آنکارا");
    },
  },
  {
    name: "a file of codes that is looked at",
    role: "finance",
    open: async (page) => {
      await fake(page, "stock/sample", sampleShelf);
      await fake(page, "imports", { imports: [sampleImport] });
      await fake(page, "imports/import-1", sampleLook);
      await visit(page, "/desk/stock/sample", "به تأمین‌کننده بگویید");
      await page.getByLabel("بهای هر کد").fill("5310000");
    },
  },
  {
    name: "a file of codes that is being added",
    role: "finance",
    open: async (page) => {
      await fake(page, "stock/sample", sampleShelf);
      const adding = { ...sampleImport, state: "adding", batchId: "batch-4", left: 90 };
      await fake(page, "imports", { imports: [adding] });
      await fake(page, "imports/import-1", { ...sampleLook, import: adding });
      await visit(page, "/desk/stock/sample", "به انبار رفت");
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
    open: (page) => visit(page, "/desk/closings", "به تومان"),
  },
  {
    name: "all orders at the desk",
    role: "finance",
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
    name: "suppliers of codes",
    role: "finance",
    open: async (page) => {
      await fake(page, "supply", sampleSupply);
      await fake(page, "supply/orders", { orders: sampleSupplierOrders, nextCursor: null });
      await visit(page, "/desk/suppliers", "نیازمند بررسی");
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
/** As on a server of one's own, which tells of its state. */
const sampleHealth: AnswerOf<typeof getHealthDetails> = {
  status: "ok",
  version: "0.1.0",
  migration: "0009_desk.sql",
  databaseBytes: 38_000_000,
  jobs: [],
  oldestDuePaymentSeconds: null,
  oldestDueMessageSeconds: null,
  messagesGivenUp: 0,
  alertChannelsInTrouble: 0,
  dollar: null,
  closure: null,
  server: {
    copiedAt: "2026-11-28T08:10:00.000Z",
    provenAt: "2026-11-27T23:41:00.000Z",
    findings: 2,
    certificateEndsAt: "2026-12-10T10:00:00.000Z",
    isTrouble: true,
  },
  isDemo: false,
};

const fake = (page: Page, path: string, json: unknown, method: "GET" | "POST" = "GET") =>
  intercept(
    page,
    `${method} ${new URL(page.url()).origin}/desk/v1/${path}` as `GET http${string}`,
    () => ({ json }),
  );
