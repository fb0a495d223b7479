/** The server-drawn pieces of one search on the page. */
export interface SearchPlace {
  element: HTMLElement;
  field: HTMLInputElement;
  clear: HTMLElement;
  /** What screen readers are told. */
  status: HTMLElement;
  panel: HTMLElement;
  /** Id that the field names as its list. */
  listId: string;
  /** Null for the box of the header. */
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
