import type { Page } from "@playwright/test";
import { islandsReady } from "./shop.ts";
import { expect } from "./shopper.ts";

/** A screen of the shop, and how somebody comes to see it. */
export interface Screen {
  name: string;
  isSignedIn?: boolean;
  /** Ends when what the screen is about stands there. */
  open: (page: Page, baseURL: string) => Promise<void>;
}

export async function visit(page: Page, path: string, sight: string | RegExp): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
  await expect(page.locator("main").getByText(sight).first()).toBeVisible();
}

/** Waits until a window over the page is all there. */
export async function windowReady(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
}
