/** True when somebody wants to be led to a question whose field is not drawn yet. */
let isAwaited = false;

/** Leads to the first question without a right answer; a field that was left says what it lacks. */
export function leadToQuestion(): void {
  const field = document.querySelector<HTMLElement>("[data-unanswered]");
  isAwaited = field === null;
  field?.focus();
  field?.blur();
  field?.focus();
}

/** Fields of questions are drawn now, for whoever pressed before. */
export function questionsDrawn(): void {
  if (isAwaited) leadToQuestion();
}
