/** Makes every theme toggle switch between light and dark. Stores the choice if storage works. */
export function listenToThemeToggle(): void {
  const root = document.documentElement;
  for (const toggle of document.querySelectorAll("[data-theme-toggle]")) {
    toggle.addEventListener("click", () => {
      const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
      root.dataset["theme"] = theme;
      try {
        localStorage.setItem("theme", theme);
      } catch (error) {
        console.warn("The theme could not be stored", error);
      }
    });
  }
}
