import { toPersianDigits } from "../../persian/digits.ts";
import { showKeys } from "../stores/desk/keys.ts";
import { leave } from "../stores/desk/session.ts";
import { $waiting, watchWaiting } from "../stores/desk/waiting.ts";
import { notify } from "../stores/notice.ts";
import { guardPresses } from "./press-guard.ts";
import { local } from "../stores/storage.ts";

/** The rail and the bottom bar of the desk. */

guardPresses();

const all = (selector: string) => document.querySelectorAll<HTMLElement>(selector);

$waiting.subscribe((waiting) => {
  for (const count of all("[data-waiting]")) {
    const number = waiting[count.dataset["waiting"] ?? ""] ?? 0;
    count.hidden = number === 0;
    count.textContent = toPersianDigits(number);
  }
});

// The number of waiting things is not loaded on the page of the queue, which loads the whole queue,
// or for operators whose rail has no link to the queue.
if (location.pathname !== "/desk" && document.querySelector('[data-waiting="/desk"]'))
  watchWaiting();

for (const button of all("[data-desk-keys]")) button.addEventListener("click", showKeys);

for (const button of all("[data-desk-leave]"))
  button.addEventListener("click", () => {
    void leave().then((problem) => {
      if (problem !== "") notify("error", problem);
    });
  });

// Does the same as the shop's theme toggle. It is written again here, because a shared module would
// make both scripts larger.
for (const toggle of all("[data-theme-toggle]"))
  toggle.addEventListener("click", () => {
    const root = document.documentElement;
    const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
    root.dataset["theme"] = theme;
    local.keep("theme", theme);
  });
