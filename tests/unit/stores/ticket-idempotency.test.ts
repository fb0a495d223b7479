import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** The idempotency keys of tickets and replies: the shop stores two requests with one key once. */

const TICKET = {
  title: "کد پذیرفته نشد",
  description: "کد را وارد کردم و پیام خطا دیدم.",
  imageUrl: null,
  orderItemId: null,
};
const ANSWER = { content: "ریجن حساب من آمریکاست.", imageUrl: null };
const stored = new Map<string, string>();
const fetched = vi.fn<(path: string, init: { headers: Headers }) => Promise<Response>>();

/** Loads the store as after a reload of the page: only the session storage is left. */
async function reload() {
  vi.resetModules();
  return import("../../../src/stores/ticket.ts");
}

function keyOf(nth: number): string | null | undefined {
  return fetched.mock.calls[nth]?.[1].headers.get("idempotency-key");
}

beforeEach(() => {
  stored.clear();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  vi.stubGlobal("sessionStorage", {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => stored.set(name, value),
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("a ticket whose answer was lost keeps its key after a reply and a reload, without storing its text", async () => {
  fetched.mockRejectedValue(new TypeError("offline"));
  await (await reload()).openTicket(TICKET);
  await (await reload()).reply("ticket-1", ANSWER);
  await (await reload()).openTicket(TICKET);
  expect(keyOf(0)).toMatch(/^[\w-]{36}$/);
  expect(keyOf(1)).not.toBe(keyOf(0));
  expect(keyOf(2)).toBe(keyOf(0));
  expect([...stored.keys()].sort()).toEqual(["replyKey", "ticketKey"]);
  expect([...stored.values()].join()).not.toContain("کد");
});

test.each([
  ["accepted", 200, { message: "", ticket: {} }],
  ["refused", 422, { message: "نه", code: "invalid" }],
])("once a ticket was %s, the same text makes another ticket", async (_, status, body) => {
  const { openTicket } = await reload();
  fetched.mockImplementation(() => Promise.resolve(Response.json(body, { status })));
  await openTicket(TICKET);
  await openTicket(TICKET);
  expect(keyOf(1)).not.toBe(keyOf(0));
});

test("another text has another key", async () => {
  const { openTicket } = await reload();
  fetched.mockRejectedValue(new TypeError("offline"));
  await openTicket(TICKET);
  await openTicket({ ...TICKET, title: "کد تکراری بود" });
  expect(keyOf(1)).not.toBe(keyOf(0));
});
