import { map } from "nanostores";
import type { countQueue } from "../../../contract/desk/queue.ts";
import { callDesk } from "./call.ts";

/** The number of things that wait, by the path of the page that lists them: `{ "/desk": 12 }`. */
export const $waiting = map<Record<string, number>>({});

const ASK_EACH_MS = 60_000;

/**
 * Loads the numbers now, each minute, and when the page becomes visible again; never while it is
 * hidden.
 */
export function watchWaiting(): void {
  const ask = async () => {
    if (document.visibilityState !== "visible") return;
    const outcome = await callDesk<typeof countQueue>("GET", "/queue/count", {
      needs: ["count"],
      isPoll: true,
    });
    if (!outcome.ok) return;
    $waiting.setKey("/desk", outcome.value.count);
    $waiting.setKey("/desk/stock", outcome.value.lowStock);
  };
  void ask();
  setInterval(() => void ask(), ASK_EACH_MS);
  document.addEventListener("visibilitychange", () => void ask());
}
