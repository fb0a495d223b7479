import { $notices, takeNotice } from "../stores/notice.ts";

let isLoading = false;

/** Shows notices in the page's container. The code that draws them is loaded with the first. */
export function watchNotices(): void {
  $notices.subscribe((notices) => {
    const container = document.getElementById("notices");
    if (notices.length === 0 || isLoading || !container) return;
    isLoading = true;
    void import("./Toasts.tsx").then(({ drawToasts }) => {
      drawToasts(container, container.dataset["area"] === "account");
    });
  });
  takeNotice();
}
