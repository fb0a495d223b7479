import type { Page } from "@playwright/test";
import type { Role } from "../../contract/desk/endpoint.ts";
import { OWNER_TOKENS } from "../support/people.ts";
import { operatorHeaders, test as base, expect, islandsReady } from "./shop.ts";

/** Fixtures of tests at the desk. */

interface Fixtures {
  /**
   * Gives this browser the session of a new operator, without the entrance page. Returns the name.
   */
  enterDesk: (role?: Role) => Promise<string>;
}

export const test = base.extend<Fixtures>({
  enterDesk: async ({ page }, use) => use((role = "owner") => enterDeskAs(page, role)),
});

export { expect, islandsReady };

/** Invites an operator, and returns the name and the secret of the invitation. */
export async function invite(page: Page, role: Role): Promise<{ name: string; secret: string }> {
  const name = `w${crypto.randomUUID().slice(0, 12)}`;
  const invited = await page.request.post("/desk/v1/operators", {
    headers: operatorHeaders(),
    data: { name, role, phone: newPhone() },
  });
  expect(invited.status(), await invited.text()).toBe(200);
  const { secret, proposalId } = (await invited.json()) as Invited;
  if (proposalId !== null) await confirmAsSecond(page, proposalId);
  return { name, secret };
}

interface Invited {
  secret: string;
  proposalId: string | null;
}

/** Confirms a role that needs two persons, as the second person of this shop. */
async function confirmAsSecond(page: Page, proposalId: string): Promise<void> {
  const confirmed = await page.request.put(`/desk/v1/proposals/${proposalId}`, {
    headers: { Authorization: `Bearer ${OWNER_TOKENS[1]}` },
    data: { status: "confirmed" },
  });
  expect(confirmed.status(), await confirmed.text()).toBe(200);
}

/** A new phone for an operator. */
export const newPhone = (): string =>
  `0901${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(10, "0")
    .slice(-7)}`;

/** Lets a new operator into the desk, in the browser of this page. */
export async function enterDeskAs(page: Page, role: Role): Promise<string> {
  const { name, secret } = await invite(page, role);
  const entered = await page.request.post("/desk/v1/invitations/acceptance", {
    headers: { Origin: originOf(page), "CF-Connecting-IP": "10.99.0.1" },
    data: { secret },
  });
  expect(entered.status(), await entered.text()).toBe(200);
  return name;
}

/** The origin of the page: without it the desk refuses calls of a browser. */
export const originOf = (page: Page) => new URL(page.url()).origin;

/** Does what an approval requires: waits for the open thing, and ticks each box with Space. */
export async function tickAllBoxes(page: Page): Promise<void> {
  const pane = page.getByRole("region", { name: "کار باز" });
  await expect(pane.getByRole("button", { name: /^کنار بگذار/ })).toBeEnabled();
  const boxes = await pane.getByRole("checkbox").all();
  for (let count = 0; count < boxes.length; count++) await page.locator("body").press("Space");
  for (const box of boxes) await expect(box).toBeChecked();
}
