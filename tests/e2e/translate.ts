/**
 * Does to a page what the translators of browsers do: each text node is replaced by an element with
 * another text, now and whenever text appears or changes. The other text is the same text with an
 * invisible character at its end, so that tests still find it.
 */
export function translate(): void {
  const skipped = "font, head, script, style, noscript, textarea, option, svg, [translate=no]";
  const wrap = (root: Node) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts: Text[] = root instanceof Text ? [root] : [];
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    for (const text of texts) {
      if (!text.data.trim() || !text.parentElement || text.parentElement.closest(skipped)) continue;
      const [outer, inner] = [document.createElement("font"), document.createElement("font")];
      inner.append(`${text.data}\u2060`);
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  wrap(document);
  new MutationObserver((changes) => {
    for (const { type, target, addedNodes } of changes)
      if (type === "characterData") wrap(target);
      else for (const node of addedNodes) wrap(node);
  }).observe(document, { childList: true, characterData: true, subtree: true });
}
