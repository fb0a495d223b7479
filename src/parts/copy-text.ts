/** The result of copying: where the browser refuses, the text is selected, to be copied by hand. */
export type Copied = "copied" | "selected";

/** Said beside a text that was selected because the browser has no clipboard for the page. */
export const SELECTED_SENTENCE = "انتخاب شد؛ نگه دارید و کپی کنید";

/**
 * Copies a text as it is. Without a clipboard (an insecure connection, the browser inside another
 * app) it selects `shown`, by default the text that stands before the button.
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

/** Finds the isolated text that is nearest before the button. */
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
