import { Check, Copy } from "lucide-react";
import { SELECTED_SENTENCE } from "./copy-text.ts";
import { useCopy } from "./use-copy.ts";

/**
 * Copies `text` unchanged to the clipboard. When that fails, selects the text before the button.
 */
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
    <span className="inline-flex items-center gap-2 select-none">
      <span
        aria-live="polite"
        className={`text-xs ${isOnDeep ? "" : state === "selected" ? "text-ink" : "text-firouzeh-strong"}`}
      >
        {`${state === "copied" ? "کپی شد" : ""}${state === "selected" ? SELECTED_SENTENCE : ""}`}
      </span>
      <button
        type="button"
        className={`icon-button ${isOnDeep ? "" : "text-muted"}`}
        aria-label={label}
        onClick={({ currentTarget }) => void copy(text, currentTarget)}
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
