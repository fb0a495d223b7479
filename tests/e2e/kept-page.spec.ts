import { findObjections } from "./axe.ts";
import { cleanPage } from "./kept-page.ts";
import { findOverflow } from "./overflow.ts";
import { answer, enterAs, expect, holdBack, store, test } from "./shopper.ts";

/** Helpers that other tests rely on: cleaning a kept page, and finding the faults of a page. */

test("a kept page loses cookies, storage, permissions, answers and windows between tests", async ({
  page,
  context,
  newcomer,
  baseURL,
}) => {
  await enterAs(context, baseURL ?? "", newcomer);
  await context.grantPermissions(["clipboard-read"]);
  await store(page, "guestCart", "{}");
  await answer(page, "GET /categories", { left: "behind" });
  await holdBack(page, "GET /orders");
  await page.emulateMedia({ reducedMotion: "no-preference" });
  await page.goto("/orders");
  await page.evaluate(() => sessionStorage.setItem("notice", "{}"));
  const other = await context.newPage();

  await cleanPage(page);

  expect(other.isClosed()).toBe(true);
  expect(await context.cookies()).toEqual([]);
  const left = await page.evaluate(async () => ({
    local: localStorage.length,
    session: sessionStorage.length,
    isReduced: matchMedia("(prefers-reduced-motion: reduce)").matches,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName }))
      .state,
    categories: JSON.stringify(await (await fetch("/api/v1/categories")).json()),
  }));
  expect(left).toMatchObject({ local: 0, session: 0, isReduced: true });
  expect(left.clipboard).not.toBe("granted");
  expect(left.categories).not.toContain("behind");
  for (const leave of [
    () => page.addInitScript(() => undefined),
    () => page.exposeFunction("left", () => undefined),
    () => page.clock.install(),
  ])
    expect(leave).toThrow("hasOwnContext");
});

test("low contrast, and texts outside the window or their box, are found", async ({ page }) => {
  await page.goto("/offline");
  expect(await findObjections(page)).toEqual([]);
  expect(await findOverflow(page)).toEqual([]);
  await page.evaluate(() => {
    const add = (text: string, style: Partial<CSSStyleDeclaration>) => {
      const element = Object.assign(document.createElement("p"), { textContent: text });
      Object.assign(element.style, style);
      document.querySelector("main")?.append(element);
    };
    add("pale", { color: "#ddd", background: "#fff" });
    add("wide", { width: "3000px", textAlign: "end" });
    add("cut off", { height: "4px", overflow: "hidden" });
  });
  const rules = ["color-contrast"];
  expect(await findObjections(page, { rules })).toEqual([expect.stringContaining("p")]);
  expect(await findObjections(page, { rules, within: "header" })).toEqual([]);
  const found = (await findOverflow(page)).join("\n");
  for (const sight of ["the page is", "«wide» lies outside", "«cut off» sticks out"])
    expect(found).toContain(sight);
});
