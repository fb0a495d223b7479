import type { Page } from "@playwright/test";

/**
 * Does to a page what the translators of browsers do: each text node is replaced by an element with
 * another text node, now and whenever text appears or changes.
 */
export function translate(): void {
  const skipped = "font, script, style, textarea, title, option, svg, [translate=no]";
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.parentElement || text.parentElement.closest(skipped)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.append(text.data);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  wrap(document.body);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === "characterData") wrap(target);
      else for (const node of addedNodes) wrap(node);
  }).observe(document.body, { childList: true, characterData: true, subtree: true });
}

/** Translates the page that is open and all that follow. Needs a context of its own. */
export async function translateAll(page: Page): Promise<void> {
  await page.addInitScript(`addEventListener("DOMContentLoaded", ${translate.toString()})`);
}
