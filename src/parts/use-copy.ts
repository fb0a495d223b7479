import { useEffect, useState } from "react";

type CopyState = "idle" | "copied" | "refused";

/** Copies to the clipboard, and tells for `shownMs` milliseconds how it went. */
export function useCopy(shownMs: number): {
  state: CopyState;
  copy: (text: string) => Promise<void>;
} {
  const [state, setState] = useState<CopyState>("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => {
      setState("idle");
    }, shownMs);
    return () => {
      clearTimeout(timer);
    };
  }, [state, shownMs]);
  const copy = async (text: string) => {
    try {
      // Also throws on an insecure connection, which has no clipboard.
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
    }
  };
  return { state, copy };
}
