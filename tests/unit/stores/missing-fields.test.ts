import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { $balance, loadBalance } from "../../../src/stores/wallet.ts";
import { $bankCards, loadBankCards } from "../../../src/stores/bank-card.ts";
import { shopperCartSource } from "../../../src/stores/cart-source.ts";
import { deposit } from "../../../src/stores/deposit.ts";
import { $discountCodes, loadDiscountCodes } from "../../../src/stores/discount-code.ts";
import { fallbackSentence } from "../../../src/stores/fallback.ts";
import {
  $hasActiveIdentity,
  $identityRequests,
  loadIdentityRequests,
  loadIdentityStatus,
} from "../../../src/stores/identity.ts";
import { $order, $orders, loadOrder, loadOrders } from "../../../src/stores/order.ts";
import { $payment, pay } from "../../../src/stores/payment.ts";
import {
  $ticket,
  $tickets,
  loadTicket,
  loadTickets,
  openTicket,
} from "../../../src/stores/ticket.ts";
import { $transactions, loadTransactions } from "../../../src/stores/transaction.ts";
import { $user, loadUser } from "../../../src/stores/user.ts";

/** Section 8.4: another backend may answer 200 without the fields that a page needs. */

const CARD = {
  id: "card",
  cardNumber: "6037991234567893",
  cardOwner: "آزمون آزمون",
  cardBank: "ملی",
  cardImage: null,
  status: "verified",
  rejectionReason: null,
  isDefault: true,
} as unknown as Parameters<typeof deposit>[1];
const CART = { CartItems: [], totalAmountAfterDiscount: 9_000 } as unknown as Parameters<
  typeof pay
>[0];
const left: string[] = [];
const answered = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();

beforeEach(() => {
  left.length = 0;
  answered.mockReset();
  answered.mockImplementation(() => Promise.resolve(Response.json({})));
  vi.stubGlobal("fetch", answered);
  vi.stubGlobal("sessionStorage", { getItem: () => null, setItem() {}, removeItem() {} });
  vi.stubGlobal("location", {
    origin: "https://shop.example",
    assign: (url: string | URL) => left.push(String(url)),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a payment whose answer lacks the address to go to", () => {
  const sentence = fallbackSentence("POST", "/payments/initiate") ?? "";

  it.each(["{}", '{"url":null}', '{"url":""}', "null", "[]"])(
    "stays on the page after the answer %s",
    async (body) => {
      answered.mockImplementation(() => Promise.resolve(new Response(body)));
      await pay(CART, { walletToman: 0, gatewayToman: 9_000 } as never, CARD);
      expect($payment.get()).toMatchObject({ state: "refused", message: sentence });
      expect(await deposit(9_000, CARD)).toEqual({ form: sentence });
      expect(left).toEqual([]);
    },
  );

  it("stays on the page when it was paid from the wallet, too", async () => {
    await pay(CART, { walletToman: 9_000, gatewayToman: 0 } as never, null);
    expect($payment.get()).toMatchObject({
      state: "refused",
      message: fallbackSentence("POST", "/orders"),
    });
    expect(left).toEqual([]);
  });
});

describe("a page whose data is missing", () => {
  it.each([
    ["GET", "/wallets/balance", loadBalance, $balance],
    ["GET", "/bankcards", loadBankCards, $bankCards],
    ["GET", "/discount-codes", loadDiscountCodes, $discountCodes],
    ["GET", "/authorizes", () => loadIdentityRequests(10), $identityRequests],
    ["GET", "/authorizes/status/checkstatus", loadIdentityStatus, $hasActiveIdentity],
    ["GET", "/orders", () => loadOrders(10), $orders],
    ["GET", "/orders/:orderId", () => loadOrder("1"), $order],
    ["GET", "/tickets", () => loadTickets(10), $tickets],
    ["GET", "/tickets/:id", () => loadTicket("1"), $ticket],
    ["GET", "/transactions", () => loadTransactions(10), $transactions],
    ["GET", "/users/profile", loadUser, $user],
  ] as const)("says so after %s %s", async (method, path, load, store) => {
    await load();
    const shown = store.get();
    expect(shown).toMatchObject({ state: "failed" });
    const sentence =
      path === "/transactions" ? "خطا در دریافت اطلاعات" : fallbackSentence(method, path);
    expect(shown.state === "failed" && shown.message).toContain(sentence);
  });

  it("says so when the answer to a new ticket lacks the ticket", async () => {
    const ticket = {
      title: "عنوان",
      description: "شرح مشکل کد",
      imageUrl: null,
      orderItemId: null,
    };
    expect(await openTicket(ticket)).toMatchObject({
      ok: false,
      message: fallbackSentence("POST", "/tickets"),
    });
  });
});

it("when a change of the cart is answered without the cart, the page reads the cart", async () => {
  const cart = { CartItems: [], totalAmount: 7 };
  answered.mockImplementation((path, { method }) =>
    Promise.resolve(Response.json(method === "GET" && path === "/api/v1/carts" ? { cart } : {})),
  );
  for (const change of [
    () => shopperCartSource.setQuantity("itunes-us-5", 2),
    () => shopperCartSource.setQuantity("itunes-us-5", 0),
    () => shopperCartSource.empty(),
    () => shopperCartSource.applyDiscount("YALDA"),
  ])
    expect(await change()).toEqual({ ok: true, value: { cart } });
  // When the answer contains the cart, there is no second call.
  answered.mockClear();
  answered.mockImplementation(() => Promise.resolve(Response.json({ cart })));
  expect(await shopperCartSource.applyDiscount("YALDA")).toEqual({ ok: true, value: { cart } });
  expect(answered).toHaveBeenCalledTimes(1);
});
