/** Section 11.5: messages of the shop stay three seconds; one with a link stays longer, so that it can be reached. */
const SHOWN_MS = 3_000;
const SHOWN_WITH_LINK_MS = 6_000;

let timer: ReturnType<typeof setTimeout> | undefined;

/** Says something in passing at the foot of the page; screen readers hear it too. */
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
  timer = setTimeout(hide, link ? SHOWN_WITH_LINK_MS : SHOWN_MS);
}
