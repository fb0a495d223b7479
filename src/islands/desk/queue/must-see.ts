/**
 * Focuses and returns the first box of «شما ببینید» that is not ticked; null when all are ticked.
 */
export function focusOpenBox(): HTMLInputElement | null {
  const box = document.querySelector<HTMLInputElement>(".pane-see input:not(:checked)");
  box?.focus();
  return box;
}
