/**
 * Tells the other tabs of this browser that the session ended, began or has shown its second code,
 * or that the shopper's cart changed, and hears it from them. Works without storage.
 */
export type Said = "ended" | "begun" | "proven" | "cart";

const CHANNEL = "tabs";
/** A channel delivers to its own tab too, where another one is open. */
const me = Math.random();

export function tellOtherTabs(said: Said): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  channel.postMessage({ said, from: me });
  channel.close();
}

/** Calls `act` when another tab says so. Returns a function that stops listening. */
export function onOtherTabs(wanted: Said, act: () => void): () => void {
  let channel: BroadcastChannel | null = null;
  const listen = () => {
    if (channel) return;
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener("message", ({ data }: MessageEvent<{ said: Said; from: number }>) => {
      if (data.said === wanted && data.from !== me) act();
    });
  };
  // A page with an open channel may not be kept for going back.
  const rest = () => {
    channel?.close();
    channel = null;
  };
  listen();
  addEventListener("pagehide", rest);
  addEventListener("pageshow", listen);
  return () => {
    rest();
    removeEventListener("pagehide", rest);
    removeEventListener("pageshow", listen);
  };
}
