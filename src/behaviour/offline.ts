/** Without a line a page of our own says so. It is fetched when everything else has been. */
export function keepOfflinePage(): void {
  if (!("serviceWorker" in navigator)) return;
  window.addEventListener("load", () => {
    navigator.serviceWorker.register("/sw.js").catch((error: unknown) => {
      console.warn("The offline page could not be kept", error);
    });
  });
}
