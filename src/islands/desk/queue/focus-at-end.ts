/** Puts the caret behind what stands in a field, where one goes on writing. */
export function focusAtEnd(field: HTMLTextAreaElement | null | undefined): void {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}
