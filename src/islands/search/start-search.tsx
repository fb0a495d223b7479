import { draw } from "../../parts/draw.tsx";
import { createSearch } from "../../stores/search.ts";
import { rememberSearch } from "./before-typing.ts";
import { SearchPanel } from "./SearchPanel.tsx";
import { type SearchMount, readMount } from "./search-mount.ts";
import sheet from "../../styles/search-panel.css?url";
import { describeState } from "./search-sentences.ts";

/**
 * Loads the styles of the results, which no page needs before a search. Throws when they cannot be
 * loaded.
 */
function loadStyles(): Promise<void> {
  if (document.querySelector(`link[href="${sheet}"]`)) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = sheet;
  return new Promise((resolve, reject) => {
    link.addEventListener("load", () => {
      resolve();
    });
    link.addEventListener("error", () => {
      link.remove();
      reject(new Error("The styles of the search did not come"));
    });
    document.head.append(link);
  });
}

/**
 * Starts the search on a server-rendered field. Text that was typed before the start is searched
 * too.
 */
export async function startSearch(element: HTMLElement): Promise<void> {
  await loadStyles();
  const mount = readMount(element);
  const search = createSearch();
  const leave = () => {
    mount.field.value = "";
    search.reset();
    mount.overlay?.close();
  };

  mount.field.addEventListener("input", () => {
    search.ask(mount.field.value);
  });
  mount.clear.addEventListener("click", () => {
    mount.field.value = "";
    search.reset();
    mount.field.focus();
  });
  element.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (event.key !== "Escape") return;
    leave();
    mount.field.focus();
  });
  // Enter opens the page of results, unless a result is active and handles the key.
  element.addEventListener("submit", () => {
    rememberSearch(mount.field.value);
  });
  mount.panel.addEventListener("click", (event) => {
    if (event.target instanceof Element && event.target.closest("a"))
      rememberSearch(mount.field.value);
  });
  if (mount.overlay) mount.overlay.addEventListener("close", leave);
  else leaveWithPointerAndFocus(mount, leave, search.reset, search.askNow);

  search.$search.subscribe((state) => {
    mount.status.textContent = describeState(state);
  });
  draw(mount.panel, <SearchPanel mount={mount} search={search} onLeave={leave} />);
  search.askNow(mount.field.value);
}

/**
 * A click outside ends the search. Leaving by keyboard only hides the results: the typed text stays
 * and is searched again when the focus returns.
 */
function leaveWithPointerAndFocus(
  { element, field }: SearchMount,
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
