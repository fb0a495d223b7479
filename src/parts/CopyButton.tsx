import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const SHOWN_MS = 2_500;

/** Copies `text` unchanged to the clipboard. */
export function CopyButton({
  text,
  label,
  isOnDeep = false,
}: {
  text: string;
  label: string;
  isOnDeep?: boolean;
}) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  useEffect(() => {
    if (state === "idle") return;
    const timer = setTimeout(() => {
      setState("idle");
    }, SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [state]);
  const copy = async () => {
    try {
      // Also throws on an insecure connection, which has no clipboard.
      await navigator.clipboard.writeText(text);
      setState("copied");
    } catch {
      setState("refused");
    }
  };
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-live="polite"
        className={`text-xs ${isOnDeep ? "" : state === "refused" ? "text-anar" : "text-firouzeh-strong"}`}
      >
        {state === "copied" && "کپی شد"}
        {state === "refused" && "مرورگر اجازه کپی نداد"}
      </span>
      <button
        type="button"
        className={`icon-button ${isOnDeep ? "" : "text-muted"}`}
        aria-label={label}
        onClick={() => void copy()}
      >
        {state === "copied" ? (
          <Check size={18} aria-hidden="true" />
        ) : (
          <Copy size={18} aria-hidden="true" />
        )}
      </button>
    </span>
  );
}
