import { type Locator, expect } from "@playwright/test";

/** The most pixels between a popover and the element that it belongs to. */
const NEAR = 8;

/** Expects a popover next to its element, on one of its four sides, and within the window. */
export async function expectBeside(popover: Locator, element: Locator): Promise<void> {
  await expect(popover).toBeVisible();
  await expect(popover).toBeInViewport({ ratio: 1 });
  const distance = async () => {
    const [one, other] = [await popover.boundingBox(), await element.boundingBox()];
    if (!one || !other) return null;
    const across = gap(one.x, one.width, other.x, other.width);
    const along = gap(one.y, one.height, other.y, other.height);
    return { isApart: Math.max(across, along) > 0, farthest: Math.max(across, along, 0) <= NEAR };
  };
  await expect.poll(distance).toEqual({ isApart: true, farthest: true });
}

/** Returns the space between two lengths. It is negative where they overlap. */
function gap(one: number, oneSize: number, other: number, otherSize: number): number {
  return Math.max(one, other) - Math.min(one + oneSize, other + otherSize);
}

/** True when nothing covers the middle of an element, so that a press there hits it. */
export async function isOnTop(element: Locator): Promise<boolean> {
  return element.evaluate((own) => {
    const { x, y, width, height } = own.getBoundingClientRect();
    return own.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}
