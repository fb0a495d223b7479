import { local } from "../stores/storage.ts";

/** Makes every theme toggle switch between light and dark. Keeps the choice. */
export function listenToThemeToggle(): void {
  const root = document.documentElement;
  for (const toggle of document.querySelectorAll("[data-theme-toggle]")) {
    toggle.addEventListener("click", () => {
      const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
      root.dataset["theme"] = theme;
      local.keep("theme", theme);
    });
  }
}
