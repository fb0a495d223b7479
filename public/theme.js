// Runs before anything is drawn, so that theme, account button and chosen region do not flash.
{
  const root = document.documentElement;
  let theme = null;
  try {
    theme = localStorage.getItem("theme");
    const region = localStorage.getItem(`region:${location.pathname}`);
    if (region) root.dataset.region = region;
  } catch {
    // Storage is forbidden in this browser: the page stays light and whole.
  }
  root.dataset.theme = theme === "dark" ? "dark" : "light";
  if (document.cookie.split("; ").includes("signed_in=1")) root.dataset.signedIn = "";
}
