import type { Page } from "@playwright/test";

/** Finds texts and icons that stick out of the window or are cut off by an element around them. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { clientWidth, scrollWidth, clientHeight, scrollHeight } = document.documentElement;
    if (scrollWidth > clientWidth)
      found.push(`the page is ${String(scrollWidth)} wide in a window of ${String(clientWidth)}`);
    // The frame of the desk fills a wide window, and its content scrolls inside.
    if (getComputedStyle(document.body).overflowY === "hidden" && scrollHeight > clientHeight)
      found.push(`the page is ${String(scrollHeight)} high behind its frame`);
    const report = (element: Element, why: string) => {
      found.push(
        `${element.localName}.${element.getAttribute("class") ?? ""}: «${(element.textContent ?? "").trim().slice(0, 40)}» ${why}`,
      );
    };
    for (const element of document.body.querySelectorAll<HTMLElement>("*")) {
      const hasText = [...element.childNodes].some(
        (node) => node.nodeType === 3 && node.textContent?.trim(),
      );
      const isIcon = element.localName === "svg" && element.closest(".hero") === null;
      if (
        !(hasText || isIcon) ||
        !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      )
        continue;
      if (element.closest(".sr-only, .skip, option") || element.parentElement?.closest("svg"))
        continue;
      const range = document.createRange();
      range.selectNodeContents(element);
      const seen = isIcon ? element.getBoundingClientRect() : range.getBoundingClientRect();
      if (seen.width === 0) continue;
      // The box of a line is higher than its letters.
      const slack = isIcon ? 1 : parseFloat(getComputedStyle(element).fontSize) * 0.2;
      for (
        let around: Element | null = element;
        around && around !== document.body;
        around = around.parentElement
      ) {
        const style = getComputedStyle(around);
        if (/auto|scroll/.test(style.overflowX)) break;
        const box = around.getBoundingClientRect();
        const isClipping =
          /hidden|clip/.test(`${style.overflowX} ${style.overflowY}`) ||
          /fixed|sticky/.test(style.position);
        const isAcross = seen.left < box.left - 1 || seen.right > box.right + 1;
        const isAlong = seen.bottom > box.bottom + slack || seen.top < box.top - slack;
        if (isClipping && (isAcross || isAlong))
          report(element, `sticks out of ${around.localName}.${around.className}`);
        if (
          around.parentElement === document.body &&
          (seen.left < -1 || seen.right > clientWidth + 1)
        )
          report(element, "lies outside of the window");
        // An absolute element, such as the second bar, may extend beyond the elements around it.
        if (style.position === "absolute") break;
      }
    }
    return found;
  });
}
