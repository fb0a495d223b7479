import { png } from "../support/images.ts";
import { intercept } from "./intercept.ts";
import { sampleOrder, sampleOrders } from "./sample-order.ts";
import { SAMPLE_IMAGE, sampleMessage, sampleTicket, sampleTickets } from "./sample-ticket.ts";
import { type Screen, visit, dialogReady } from "./screen.ts";
import { answer, expect } from "./shopper.ts";

/** Screens of tickets, ratings, identity requests and e-mails. */

const LONG =
  "کد ریزر گلد در حساب آمریکا پذیرفته نشد و https://example.com/an-address-without-any-place-to-break-it-at-all";
const ORDER = sampleOrder();

export const helpScreens: readonly Screen[] = [
  {
    name: "many tickets",
    open: async (page) => {
      const [first, ...others] = sampleTickets(12);
      await answer(page, "GET /tickets", {
        tickets: [{ ...first, title: LONG, description: LONG }, ...others],
        nextCursor: null,
      });
      await visit(page, "/tickets", "تعداد در صفحه");
    },
  },
  {
    name: "the form of a ticket with refusals",
    open: async (page) => {
      await visit(page, "/tickets", "هیچ تیکتی یافت نشد.");
      await page.getByRole("button", { name: "تیکت جدید" }).click();
      await page.getByRole("button", { name: "حساب من ورود" }).click();
      await dialogReady(page);
      await page.getByRole("dialog").getByRole("button", { name: "ثبت تیکت" }).click();
      await expect(page.getByText("لطفاً عنوان تیکت را وارد کنید.")).toBeVisible();
    },
  },
  {
    name: "a new ticket that asks for its order",
    open: async (page) => {
      await answer(page, "GET /orders", { orders: sampleOrders(5), nextCursor: null });
      await visit(page, "/tickets", "هیچ تیکتی یافت نشد.");
      await page.getByRole("button", { name: "تیکت جدید" }).click();
      await page.getByRole("button", { name: "یک کد" }).click();
      await expect(page.getByText("کد کدام سفارش؟")).toBeFocused();
      await dialogReady(page);
    },
  },
  {
    name: "a ticket with its messages",
    open: async (page) => {
      const picture = Buffer.from(png({ width: 60, height: 40 }));
      const ticket = sampleTicket();
      await intercept(page, `GET ${SAMPLE_IMAGE}`, () => ({
        body: picture,
        headers: { "Content-Type": "image/png" },
      }));
      const Messages = [
        sampleMessage({ id: "message-3", content: `${LONG}\n${LONG}` }),
        ...ticket.Messages,
      ];
      await answer(page, "GET /tickets/ticket-1", {
        ticket: { ...ticket, title: LONG, Messages, nextCursor: "7~x" },
      });
      await visit(page, "/tickets/ticket-1", "پیام‌های پیشین");
    },
  },
  {
    name: "the form of a rating",
    open: async (page) => {
      await answer(page, `GET /orders/${ORDER.id}`, { order: ORDER });
      await answer(page, `GET /orders/${ORDER.id}/items/item-1/content`, ["ABCD-EFGH-JKLM-NPQR"]);
      await visit(page, `/orders/${ORDER.id}`, "محتوای محصول");
      await page.getByRole("button", { name: /^محتوای محصول/ }).click();
      await page.getByRole("button", { name: "ثبت نظر" }).click();
      await page.getByRole("button", { name: "امتیاز کامل و نظر مثبت" }).click();
      await dialogReady(page);
    },
  },
  {
    name: "the form of an identity request with refusals",
    open: async (page) => {
      await visit(page, "/authentication", "شروع احراز هویت");
      await page.getByRole("button", { name: "شروع احراز هویت" }).click();
      await dialogReady(page);
      await page.getByRole("dialog").getByRole("button", { name: "ثبت درخواست" }).click();
      await expect(page.getByText("لطفاً شماره کارت خود را وارد کنید.")).toBeVisible();
    },
  },
  {
    name: "a bad link of an e-mail",
    open: (page) => visit(page, "/verify/email", "ایمیل تأیید نشد"),
  },
];
