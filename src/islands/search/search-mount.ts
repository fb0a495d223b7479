/** The elements of one search field, rendered by the server. */
export interface SearchMount {
  element: HTMLElement;
  field: HTMLInputElement;
  clear: HTMLElement;
  /** The live region for screen readers. */
  status: HTMLElement;
  panel: HTMLElement;
  /** Id of the list of results, from the field's `aria-controls`. */
  listId: string;
  /** Null for the box in the header. */
  overlay: HTMLDialogElement | null;
}

export function readMount(element: HTMLElement): SearchMount {
  const field = element.querySelector("input");
  if (!field) throw new Error("The search has no input field");
  return {
    element,
    field,
    clear: requireElement(element, "[data-search-clear]"),
    status: requireElement(element, "[data-search-status]"),
    panel: requireElement(element, "[data-search-panel]"),
    listId: field.getAttribute("aria-controls") ?? "",
    overlay: element.closest("dialog"),
  };
}

function requireElement(element: HTMLElement, selector: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`The search has no ${selector}`);
  return found;
}
