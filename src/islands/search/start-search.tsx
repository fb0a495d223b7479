import { createRoot } from "react-dom/client";
import { createSearch } from "../../stores/search.ts";
import { SearchPanel } from "./SearchPanel.tsx";
import { type SearchPlace, readPlace } from "./search-place.ts";
import { describeState } from "./search-sentences.ts";

/** Starts the search on a server-rendered field. Text typed before the start counts. */
export function startSearch(element: HTMLElement): void {
  const place = readPlace(element);
  const search = createSearch();
  const leave = () => {
    place.field.value = "";
    search.reset();
    place.overlay?.close();
  };

  place.field.addEventListener("input", () => {
    search.ask(place.field.value);
  });
  place.clear.addEventListener("click", () => {
    place.field.value = "";
    search.reset();
    place.field.focus();
  });
  element.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key === "Enter" && event.target === place.field) search.askNow(place.field.value);
    if (event.key !== "Escape") return;
    leave();
    place.field.focus();
  });
  if (place.overlay) place.overlay.addEventListener("close", leave);
  else leaveWithPointerAndFocus(place, leave, search.reset, search.askNow);

  search.$search.subscribe((state) => {
    place.status.textContent = describeState(state);
  });
  createRoot(place.panel).render(<SearchPanel place={place} search={search} onLeave={leave} />);
  search.askNow(place.field.value);
}

/**
 * A click outside ends the search. Leaving by keyboard only hides the results: the typed text stays
 * and is searched again when the focus returns.
 */
function leaveWithPointerAndFocus(
  { element, field }: SearchPlace,
  leave: () => void,
  fold: () => void,
  unfold: (typed: string) => void,
): void {
  addEventListener("pointerdown", (event) => {
    if (event.target instanceof Node && !element.contains(event.target)) leave();
  });
  element.addEventListener("focusout", (event) => {
    if (event.relatedTarget instanceof Node && !element.contains(event.relatedTarget)) fold();
  });
  field.addEventListener("focus", () => {
    unfold(field.value);
  });
}
