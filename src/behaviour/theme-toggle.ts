/** Every toggle of the page switches between light and dark; the choice is remembered where storage is allowed. */
export function listenToThemeToggle(): void {
  const root = document.documentElement;
  for (const toggle of document.querySelectorAll("[data-theme-toggle]")) {
    toggle.addEventListener("click", () => {
      const theme = root.dataset["theme"] === "dark" ? "light" : "dark";
      root.dataset["theme"] = theme;
      try {
        localStorage.setItem("theme", theme);
      } catch (error) {
        console.warn("The theme cannot be remembered", error);
      }
    });
  }
}
