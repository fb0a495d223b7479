/** The result of copying. When the browser refuses, the text is selected, to be copied by hand. */
export type Copied = "copied" | "selected";

/** Shown beside a text that was selected because the page may not use the clipboard. */
export const SELECTED_SENTENCE = "انتخاب شد؛ نگه دارید و کپی کنید";

/**
 * Copies a text unchanged. Without a clipboard (on an insecure connection, or in a browser inside
 * another app), selects `shown`, by default the text before the button.
 */
export async function copyText(
  text: string,
  button: Element,
  shown: Element | null = shownBefore(button),
): Promise<Copied> {
  try {
    await navigator.clipboard.writeText(text);
    return "copied";
  } catch {
    if (shown) getSelection()?.selectAllChildren(shown);
    return "selected";
  }
}

/** Finds the nearest `bdi` or `data-copied` element before the button. */
function shownBefore(button: Element): Element | null {
  for (let around = button.parentElement; around; around = around.parentElement) {
    const before = [...around.querySelectorAll("bdi, [data-copied]")].filter(
      (text) => text.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING,
    );
    const nearest = before.at(-1);
    if (nearest) return nearest;
  }
  return null;
}
