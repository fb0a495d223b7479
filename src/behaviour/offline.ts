/**
 * Registers the service worker that shows our own page when the browser is offline. Waits until the
 * page has loaded.
 */
export function keepOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.warn("The offline page is unavailable", error);
    });
  });
}
