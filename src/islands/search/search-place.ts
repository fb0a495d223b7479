/** The elements of one search field, rendered by the server. */
export interface SearchPlace {
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

export function readPlace(element: HTMLElement): SearchPlace {
  const field = element.querySelector("input");
  if (!field) throw new Error("A search without a field");
  return {
    element,
    field,
    clear: piece(element, "[data-search-clear]"),
    status: piece(element, "[data-search-status]"),
    panel: piece(element, "[data-search-panel]"),
    listId: field.getAttribute("aria-controls") ?? "",
    overlay: element.closest("dialog"),
  };
}

function piece(element: HTMLElement, selector: string): HTMLElement {
  const found = element.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`A search without ${selector}`);
  return found;
}
