/**
 * Section 11.2: scrolling down past 50 px hides the bar after 150 ms; at the top it always shows.
 */
const HIDE_BELOW_PX = 50;
const TOP_PX = 5;
const HIDE_DELAY_MS = 150;

export function hideBarOnScroll(): void {
  const header = document.querySelector<HTMLElement>("[data-header]");
  if (!header) return;
  let lastScrollY = scrollY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const update = () => {
    const now = scrollY;
    if (now <= TOP_PX || now < lastScrollY) {
      clearTimeout(timer);
      timer = undefined;
      delete header.dataset["scrolled"];
    } else if (now > lastScrollY && now > HIDE_BELOW_PX) {
      timer ??= setTimeout(() => {
        header.dataset["scrolled"] = "";
      }, HIDE_DELAY_MS);
    }
    lastScrollY = now;
  };
  addEventListener("scroll", update, { passive: true });
}
