// Runs before anything is drawn, so that neither theme nor account button flashes.
{
  const root = document.documentElement;
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
  } catch {
    // Storage is forbidden in this browser: the page stays light.
  }
  root.dataset.theme = theme === "dark" ? "dark" : "light";
  if (document.cookie.split("; ").includes("signed_in=1")) root.dataset.signedIn = "";
}
