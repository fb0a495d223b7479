import type { Page } from "@playwright/test";
import type { Role } from "../../contract/desk/endpoint.ts";
import { islandsReady } from "./shop.ts";
import { expect } from "./shopper.ts";

/** A screen of the shop: a page in one of its states. */
export interface Screen {
  name: string;
  isSignedIn?: boolean;
  /** The role of the operator who opens it, on a screen of the desk. */
  role?: Role;
  /** Returns when the screen shows the state. */
  open: (page: Page) => Promise<void>;
}

/** Opens a page and waits for a text of it. */
export async function visit(page: Page, path: string, text: string | RegExp): Promise<void> {
  await page.goto(path);
  await islandsReady(page);
  await expect(page.locator("main").getByText(text).first()).toBeVisible();
}

/** Waits until a dialog has faded in. */
export async function dialogReady(page: Page): Promise<void> {
  await expect(page.getByRole("dialog")).toHaveCSS("opacity", "1");
}
