/** True when the focus has to move to a question whose field is not drawn yet. */
let isAwaited = false;

/**
 * Focuses the first question without a valid answer. The blur makes the field show what is missing.
 */
export function leadToQuestion(): void {
  const field = document.querySelector<HTMLElement>("[data-unanswered]");
  isAwaited = field === null;
  field?.focus();
  field?.blur();
  field?.focus();
}

/** Called once the fields are drawn. Focuses a question if that was requested before. */
export function questionsDrawn(): void {
  if (isAwaited) leadToQuestion();
}
