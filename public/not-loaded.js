// Without this, a part of the page whose script does not come asks to wait forever.
addEventListener("astro:hydration-error", ({ target }) => {
  target.querySelector('[role="status"]')?.remove();
  const notice = document.getElementById("not-loaded");
  notice.hidden = false;
  notice.querySelector("button").onclick = () => location.reload();
});
