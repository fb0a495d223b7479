import type { APIResponse, Page } from "@playwright/test";
import { png } from "../support/images.ts";
import { SCRIPT_PAYLOADS, SHORT_PAYLOADS } from "../support/script-payloads.ts";
import { amount } from "../torture/scale.ts";
import { islandsReady, operatorHeaders } from "./shop.ts";
import { expect, haveInCart, originOf, test } from "./shopper.ts";

/**
 * Scripts in texts that people type never run. The page fixture fails even when the content policy
 * stops a script.
 */

const PAYLOADS = SCRIPT_PAYLOADS.slice(0, amount(40, 200));
const PER_MESSAGE = 10;
const chunks = Array.from({ length: PAYLOADS.length / PER_MESSAGE }, (_, index) =>
  PAYLOADS.slice(index * PER_MESSAGE, (index + 1) * PER_MESSAGE),
);
const [NAME = "", FAMILY_NAME = "", TITLE = ""] = SHORT_PAYLOADS;

/** Returns a function that counts the payloads that have run. */
async function watchForScripts(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction("intruded", () => {
    count += 1;
  });
  page.on("dialog", (dialog) => {
    count += 1;
    void dialog.dismiss();
  });
  return () => count;
}

/** Opens a page and waits until it has loaded everything. */
async function openFully(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
  await page.waitForLoadState("networkidle");
}

/** Joins several payloads into one text, each on its own line. */
const linesOf = (payloads: readonly string[]) => payloads.join("\n");

test.use({ expectedStatuses: new Set([401, 404, 422]), hasOwnContext: true });
test.beforeEach(() => test.setTimeout(amount(60_000, 600_000)));

test("shows names, tickets, messages and ratings as written, without running them", async ({
  page,
  person,
  enter,
}) => {
  const count = await watchForScripts(page);
  await enter(person.phone);
  const headers = originOf(page);
  const succeeded = async <Body>(response: APIResponse): Promise<Body> => {
    expect([response.status(), response.ok()], await response.text()).toEqual([
      response.status(),
      true,
    ]);
    return (await response.json()) as Body;
  };
  const post = <Body>(path: string, data: unknown) =>
    page.request
      .post(`/api/v1${path}`, { headers, data })
      .then((response) => succeeded<Body>(response));

  const { ticket } = await post<{ ticket: { id: string } }>("/tickets", {
    title: TITLE,
    description: linesOf(chunks[0] ?? []),
  });
  for (const [index, chunk] of chunks.entries()) {
    const content = linesOf(chunk);
    if (index % 2 === 0) await post(`/tickets/${ticket.id}/messages`, { content });
    else await succeeded(await deskAnswer(page, ticket.id, content));
  }
  await haveInCart(page, "pubg-60-uc");
  const { orderId } = await post<{ orderId: string }>("/orders", {});
  const bought = await page.request.get(`/api/v1/orders/${orderId}`);
  const { order } = await succeeded<{ order: { OrderItems: { id: string }[] } }>(bought);
  const comment = linesOf(chunks[1] ?? []);
  await post("/ratings", { orderItemId: order.OrderItems[0]?.id, stars: 1, comment });

  await test.step("a ticket with all its messages", async () => {
    await openFully(page, `/tickets/${ticket.id}`);
    const shown = await page.locator("main p[dir=auto]").allTextContents();
    expect(shown.toSorted()).toEqual([...chunks, chunks[0] ?? []].map(linesOf).toSorted());
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(TITLE);
  });
  await test.step("the list of tickets and the overview", async () => {
    await openFully(page, "/tickets");
    await expect(
      page.locator(`main [title='${(chunks[0] ?? [])[0] ?? ""}'], main table, main ul`).first(),
    ).toBeVisible();
    await openFully(page, "/dashboard");
  });
  await test.step("a rating", async () => {
    await openFully(page, `/orders/${orderId}`);
    await page.locator(".order-facts summary").click();
    await page.getByRole("button", { name: /^محتوای محصول/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "دیدن نظر شما" }).click();
    await expect(page.getByRole("dialog").locator("p.whitespace-pre-line")).toHaveText(comment);
  });
  await test.step("the name of a file", async () => {
    await openFully(page, "/tickets");
    await page.getByRole("button", { name: "تیکت جدید" }).click();
    await page.getByRole("button", { name: "حساب من ورود" }).click();
    const [, file = ""] = SHORT_PAYLOADS;
    const picture = {
      name: `${file}.png`,
      mimeType: "image/png",
      buffer: Buffer.from(png({ width: 4, height: 3 })),
    };
    await page.getByRole("dialog").locator("input[type=file]").setInputFiles(picture);
    await expect(page.getByRole("dialog").locator("input[type=file]")).toHaveCount(0);
  });
  await test.step("a script in the name of the owner of a card is refused", async () => {
    const cardOwner = SHORT_PAYLOADS[0];
    const card = { cardNumber: person.cardNumber, cardOwner, cardImage: "javascript:intruded()" };
    const refused = await page.request.post("/api/v1/bankcards", { headers, data: card });
    expect(refused.status()).toBe(422);
    expect(Object.keys(((await refused.json()) as { fields: object }).fields).toSorted()).toEqual([
      "cardImage",
      "cardOwner",
    ]);
  });
  expect(count()).toBe(0);
});

/** Answers a ticket as an operator of the shop. */
function deskAnswer(page: Page, ticketId: string, content: string): Promise<APIResponse> {
  return page.request.post(`/desk/v1/tickets/${ticketId}/messages`, {
    headers: operatorHeaders(),
    data: { content },
  });
}

test("runs no part of a name that nobody has verified yet", async ({ page, newcomer, enter }) => {
  const count = await watchForScripts(page);
  await enter(newcomer);
  const saved = await page.request.put("/api/v1/users/update", {
    headers: originOf(page),
    data: { firstName: NAME, lastName: FAMILY_NAME },
  });
  expect(saved.status(), await saved.text()).toBe(200);
  await openFully(page, "/dashboard");
  await expect(page.locator("[data-account-name]")).toHaveText(`${NAME.slice(0, 15)}…`);
  await openFully(page, "/authentication");
  await expect(page.getByRole("textbox", { name: "نام", exact: true })).toHaveValue(NAME);
  expect(count()).toBe(0);
});

test("runs no part of an address: query, path or hash", async ({ page, newcomer, enter }) => {
  const count = await watchForScripts(page);
  const ADDRESS_PAYLOADS = 40;
  for (let from = 0; from < PAYLOADS.length; from += ADDRESS_PAYLOADS) {
    const text = encodeURIComponent(linesOf(PAYLOADS.slice(from, from + ADDRESS_PAYLOADS)));
    const one = encodeURIComponent(
      SHORT_PAYLOADS[(from / ADDRESS_PAYLOADS) % SHORT_PAYLOADS.length] ?? "",
    );
    for (const path of [
      `/?search=${one}&q=${text}#${text}`,
      `/auth?ref=${text}&return=${text}#${text}`,
      `/verify/email?token=${text}`,
      `/products/giftcard/itunes?product=${text}#${text}`,
      `/cart?error=${text}#${text}`,
      `/no-such-page?x=${text}#${text}`,
      `/orders?return=${text}`,
    ]) {
      await openFully(page, path);
    }
    // The edge refuses encoded slashes, so this path is sent without them.
    await page.goto(`/${one.replaceAll("%2F", "")}`);
  }
  await test.step("the address that the bank leads back to", async () => {
    await enter(newcomer);
    const text = encodeURIComponent(linesOf(PAYLOADS.slice(0, ADDRESS_PAYLOADS)));
    await page.goto(`/payment/verify?Authority=${text}&Status=${text}`);
    await page.waitForURL(/\/payment\/failed$/);
    await islandsReady(page);
    await expect(page.getByRole("main")).toContainText("پرداخت شما ناموفق بود.");
  });
  expect(count()).toBe(0);
});
