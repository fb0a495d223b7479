/**
 * Section 11.5: scrolling down past 50 px hides the bar after 150 ms; at the top it always shows.
 */
const HIDE_BELOW_PX = 50;
const TOP_PX = 5;
const HIDE_DELAY_MS = 150;

export function hideBarOnScroll(): void {
  const header = document.querySelector<HTMLElement>("[data-header]");
  if (!header) return;
  let before = scrollY;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const look = () => {
    const now = scrollY;
    if (now <= TOP_PX || now < before) {
      clearTimeout(timer);
      timer = undefined;
      delete header.dataset["scrolled"];
    } else if (now > before && now > HIDE_BELOW_PX) {
      timer ??= setTimeout(() => {
        header.dataset["scrolled"] = "";
      }, HIDE_DELAY_MS);
    }
    before = now;
  };
  addEventListener("scroll", look, { passive: true });
}
