/**
 * The time for which a message is shown (section 11.2). It stays longer while the pointer or the
 * focus is on it.
 */
const SHOWN_MS = 3_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Shows a short message at the foot of the page and announces it to screen readers. */
export function say(text: string, link?: { href: string; label: string }): void {
  const snackbar = document.querySelector<HTMLElement>("[data-snackbar]");
  if (!snackbar) return;
  snackbar.textContent = text;
  if (link) {
    const anchor = document.createElement("a");
    anchor.href = link.href;
    anchor.textContent = link.label;
    snackbar.append(anchor);
  }
  snackbar.dataset["shown"] = "";
  clearTimeout(timer);
  const hide = () => {
    if (snackbar.matches(":hover, :focus-within")) timer = setTimeout(hide, SHOWN_MS);
    else {
      delete snackbar.dataset["shown"];
      snackbar.textContent = "";
    }
  };
  timer = setTimeout(hide, SHOWN_MS);
}
