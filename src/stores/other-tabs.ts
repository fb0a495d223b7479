/**
 * Messages between the tabs of this browser: the session ended or began, the second code was typed,
 * or the shopper's cart changed. They work without storage.
 */
export type TabMessage = "ended" | "begun" | "proven" | "cart";

const CHANNEL = "tabs";
/** Identifies this tab: a channel also delivers to other channels of the same tab. */
const me = Math.random();

export function tellOtherTabs(said: TabMessage): void {
  const channel = new BroadcastChannel(CHANNEL);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
  channel.postMessage({ said, from: me });
  channel.close();
}

/** Calls `act` when another tab sends this message. Returns a function that stops listening. */
export function onOtherTabs(requested: TabMessage, act: () => void): () => void {
  let channel: BroadcastChannel | null = null;
  const listen = () => {
    if (channel) return;
    channel = new BroadcastChannel(CHANNEL);
    channel.addEventListener(
      "message",
      ({ data }: MessageEvent<{ said: TabMessage; from: number }>) => {
        if (data.said === requested && data.from !== me) act();
      },
    );
  };
  // A page with an open channel may not be kept in the back/forward cache.
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
