import { Check, Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { useCopy } from "../../parts/use-copy.ts";

interface CopyCodeProps {
  label: string;
  className: string;
  /** Returns the text to copy, or null when there is none. */
  getText: () => Promise<string | null> | string;
  isFocused?: boolean;
}

/** A button that copies and says so in its own place, with the same width. */
export function CopyCode({ label, className, getText, isFocused = false }: CopyCodeProps) {
  const { state, copy } = useCopy(2_000);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  const copyText = async () => {
    const text = await getText();
    if (text !== null) await copy(text);
  };
  const shown = (of: typeof state) => (state === of ? "copy-label" : "copy-label copy-label-off");
  return (
    <button ref={button} type="button" className={className} onClick={() => void copyText()}>
      {state === "copied" ? (
        <Check size={18} className="copy-check" aria-hidden="true" />
      ) : (
        <Copy size={18} aria-hidden="true" />
      )}
      <span className="copy-labels" aria-live="polite">
        <span className={shown("idle")}>{label}</span>
        <span className={shown("copied")}>کپی شد</span>
        <span className={shown("refused")}>کپی نشد</span>
      </span>
    </button>
  );
}

/** Spaces only group the signs of a code; services refuse them. */
export function asCopied(text: string): string {
  return /^[\w\s-]+$/.test(text) ? text.replace(/\s/g, "") : text;
}
