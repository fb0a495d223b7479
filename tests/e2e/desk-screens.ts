import type { Page } from "@playwright/test";
import { type Screen, visit } from "./screen.ts";
import { intercept } from "./intercept.ts";
import { SAMPLE_TICKET_OF_DESK, SAMPLE_WHOLE_PERSON, sampleWithdrawals } from "./sample-desk.ts";
import { expect } from "./shopper.ts";

/** Answers a call of the desk in place of the shop. */
const answerDesk = (page: Page, path: string, json: unknown) =>
  intercept(page, `GET ${new URL(page.url()).origin}/desk/v1${path}`, () => ({ json }));

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
    name: "withdrawals that wait",
    role: "finance",
    open: async (page) => {
      await answerDesk(page, "/withdrawals", { withdrawals: sampleWithdrawals, nextCursor: null });
      await visit(page, "/desk/money", "برگشت از بانک");
    },
  },
  {
    name: "the flow of money",
    role: "viewer",
    open: (page) => visit(page, "/desk/money?tab=flow", "جریان پول"),
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
      await answerDesk(page, "/people/sample", SAMPLE_WHOLE_PERSON);
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
      await answerDesk(page, "/tickets/sample", { ticket: SAMPLE_TICKET_OF_DESK });
      await visit(page, "/desk/tickets/sample", "پاسخ فروشگاه");
    },
  },
  {
    name: "the log of the desk",
    role: "owner",
    open: (page) => visit(page, "/desk/log", "گرفتن CSV"),
  },
];
