import type { Page } from "@playwright/test";
import { type Screen, screens } from "./screens.ts";
import { expect, test } from "./shopper.ts";

/** Every screen fits: on narrow and wide windows, and with letters twice as large. */

const PHONE = 390;
const WIDTHS = [320, PHONE, 768, 1280];

test.use({ expectedStatuses: new Set([404]) });

/** What sticks out of the window, or is cut off by what it lies in. Empty when all of it can be read. */
async function lost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, scrollWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${String(scrollWidth)} wide in a window of ${String(clientWidth)}`);
    const tell = (element: Element, why: string) => {
      found.push(
        `${element.tagName.toLowerCase()}.${element.className}: «${(element.textContent ?? "").trim().slice(0, 40)}» ${why}`,
      );
    };
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim());
      if (!hasText || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      if (element.closest(".sr-only, .skip, option, svg")) continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const text = range.getBoundingClientRect();
      if (text.width === 0) continue;
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        if (scrolls(around)) break;
        const style = getComputedStyle(around);
        const box = around.getBoundingClientRect();
        const isClipping = /hidden|clip/.test(style.overflowX) || /hidden|clip/.test(style.overflowY);
        const sticksOut =
          text.left < box.left - 1 || text.right > box.right + 1 || text.bottom > box.bottom + 3 || text.top < box.top - 3;
        if (isClipping && sticksOut) tell(element, `is cut off by ${around.tagName.toLowerCase()}.${around.className}`);
        if (around.parentElement === document.body && (text.left < -1 || text.right > clientWidth + 1))
          tell(element, "lies outside of the window");
      }
    }
    return found;
  });
}

async function enlarge(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = "200%";
  });
}

async function expectAllToBeSeen(page: Page, where: string): Promise<void> {
  await expect.poll(() => lost(page), { message: where, timeout: 2_000 }).toEqual([]);
}

for (const screen of screens) {
  const open = async (
    page: Page,
    arrive: { newcomer: string; enter: (phone: string) => Promise<void>; baseURL: string | undefined },
  ) => {
    if ((screen satisfies Screen).isSignedIn) await arrive.enter(arrive.newcomer);
    await screen.open(page, arrive.baseURL ?? "");
  };

  test(`${screen.name} is as wide as the window`, async ({ page, newcomer, enter, baseURL }) => {
    await open(page, { newcomer, enter, baseURL });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 800 });
      await expectAllToBeSeen(page, `${String(width)} px`);
    }
  });

  test(`${screen.name} can be read with letters twice as large`, async ({ page, newcomer, enter, baseURL }) => {
    await open(page, { newcomer, enter, baseURL });
    await enlarge(page);
    for (const width of [PHONE, 640, 1280]) {
      await page.setViewportSize({ width, height: 800 });
      await expectAllToBeSeen(page, `${String(width)} px, 200 %`);
    }
  });
}
