/** Registers the service worker that shows the shop's own page when the browser is offline. */
export function keepOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
    console.warn("The offline page is unavailable", error);
  });
}
