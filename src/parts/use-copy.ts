import { useEffect, useState } from "react";
import { type Copied, copyText } from "./copy-text.ts";

/** Copies to the clipboard. `state` shows the result for `shownMs` milliseconds. */
export function useCopy(shownMs: number): {
  state: "idle" | Copied;
  copy: (text: string, button: Element, shown?: Element | null) => Promise<void>;
} {
  const [state, setState] = useState<"idle" | Copied>("idle");
  useEffect(() => {
    // A selected text still has to be copied by hand, so its sentence stays.
    if (state !== "copied") return;
    const timer = setTimeout(() => {
      setState("idle");
    }, shownMs);
    return () => {
      clearTimeout(timer);
    };
  }, [state, shownMs]);
  const copy = async (text: string, button: Element, shown?: Element | null) => {
    setState(await copyText(text, button, shown));
  };
  return { state, copy };
}
