import { Check, Copy } from "lucide-react";
import { useCopy } from "./use-copy.ts";

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
  const { state, copy } = useCopy(2_500);
  return (
    <span className="inline-flex items-center gap-2">
      <span
        aria-live="polite"
        className={`text-xs ${isOnDeep ? "" : state === "refused" ? "text-anar" : "text-firouzeh-strong"}`}
      >
        {`${state === "copied" ? "کپی شد" : ""}${state === "refused" ? "مرورگر اجازه کپی نداد" : ""}`}
      </span>
      <button
        type="button"
        className={`icon-button ${isOnDeep ? "" : "text-muted"}`}
        aria-label={label}
        onClick={() => void copy(text)}
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
