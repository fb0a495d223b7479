import { $notices, takeNotice } from "../stores/notice.ts";

let isLoading = false;

/** Shows notices in the page's container. The code that draws them is loaded with the first. */
export function watchNotices(): void {
  $notices.subscribe((notices) => {
    const place = document.getElementById("notices");
    if (notices.length === 0 || isLoading || !place) return;
    isLoading = true;
    void import("./Toasts.tsx").then(({ drawToasts }) => {
      drawToasts(place, place.dataset["area"] === "account");
    });
  });
  takeNotice();
}
