import { say } from "./snackbar.ts";

/** Search costs a page nothing until somebody goes to it: then it takes over the field as it finds it, text included. */
export function offerSearch(): void {
  for (const place of document.querySelectorAll<HTMLElement>("[data-search]")) {
    const wake = () => void load(place);
    place.addEventListener("focusin", wake);
    // Typing goes on after a load that failed.
    place.addEventListener("input", wake);
    if (place.contains(document.activeElement)) wake();
  }
  const overlay = document.querySelector<HTMLDialogElement>("[data-search-overlay]");
  const open = () => {
    if (overlay && !overlay.open) overlay.showModal();
  };
  document.querySelector("[data-search-open]")?.addEventListener("click", open);
  document.querySelector("[data-search-close]")?.addEventListener("click", () => overlay?.close());
  addEventListener("keydown", (event) => {
    if (
      event.key !== "/" ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      isTyping(event.target)
    )
      return;
    if (document.querySelector("dialog[open]")) return;
    event.preventDefault();
    focusSearch(open);
  });
  const asked = new URLSearchParams(location.search).get("search");
  if (asked) {
    const field = focusSearch(open);
    if (field) field.value = asked;
  }
}

/** The header's box where there is room for one, else the overlay. */
function focusSearch(open: () => void): HTMLInputElement | null {
  const box = document.querySelector<HTMLInputElement>("[data-search=box] input");
  if (box?.checkVisibility()) {
    box.focus();
    return box;
  }
  open();
  return document.querySelector("[data-search-overlay] input");
}

async function load(place: HTMLElement): Promise<void> {
  if (place.dataset["state"]) return;
  place.dataset["state"] = "loading";
  let start: (element: HTMLElement) => void;
  try {
    ({ startSearch: start } = await import("../islands/search/start-search.tsx"));
  } catch {
    // Why it failed stands in the browser's log already.
    delete place.dataset["state"];
    say("جستجو آماده نشد. اتصال اینترنت خود را بررسی کنید و دوباره بنویسید.");
    return;
  }
  start(place);
  place.dataset["state"] = "ready";
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
