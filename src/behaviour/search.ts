import { say } from "./snackbar.ts";

/**
 * Loads the search island when a search field first gets the focus. The island takes over the field
 * with any text typed so far.
 */
export function offerSearch(): void {
  for (const element of document.querySelectorAll<HTMLElement>("[data-search]")) {
    const wake = () => void load(element);
    element.addEventListener("focusin", wake);
    // Typing more retries a load that failed.
    element.addEventListener("input", wake);
    if (element.contains(document.activeElement)) wake();
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
}

/** Focuses the header's search field if it is visible, else opens the overlay. */
function focusSearch(open: () => void): void {
  const box = document.querySelector<HTMLInputElement>("[data-search=box] input");
  if (box?.checkVisibility()) box.focus();
  else open();
}

async function load(element: HTMLElement): Promise<void> {
  if (element.dataset["state"]) return;
  element.dataset["state"] = "loading";
  try {
    const { startSearch } = await import("../islands/search/start-search.tsx");
    await startSearch(element);
  } catch {
    // The browser has already logged the reason.
    delete element.dataset["state"];
    say("جستجو آماده نشد. اتصال اینترنت خود را بررسی کنید و دوباره بنویسید.");
    return;
  }
  element.dataset["state"] = "ready";
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.matches("input, textarea, select"))
  );
}
