import { Check, Copy } from "lucide-react";
import { useEffect, useRef } from "react";
import { SELECTED_SENTENCE } from "../../parts/copy-text.ts";
import { useCopy } from "../../parts/use-copy.ts";

interface CopyCodeProps {
  label: string;
  className: string;
  /** Returns the text to copy, or null when there is none. */
  getText: () => Promise<string | null> | string;
  isFocused?: boolean;
  /**
   * True when the button copies a list. If the browser refuses, the list before the button is then
   * selected instead of one code.
   */
  isForList?: boolean;
}

/** A button that copies. Its label then shows the result, without a change of width. */
export function CopyCode({ label, className, getText, isFocused, isForList }: CopyCodeProps) {
  const { state, copy } = useCopy(2_000);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFocused === true) button.current?.focus();
  }, [isFocused]);
  const copyText = async () => {
    const text = await getText();
    if (text === null || !button.current) return;
    const list = isForList === true ? button.current.previousElementSibling : undefined;
    await copy(text, button.current, list);
  };
  const shown = (of: typeof state) => (state === of ? "copy-label" : "copy-label copy-label-off");
  return (
    <>
      <button ref={button} type="button" className={className} onClick={() => void copyText()}>
        {state === "copied" ? (
          <Check size={18} className="copy-check" aria-hidden="true" />
        ) : (
          <Copy size={18} aria-hidden="true" />
        )}
        <span className="copy-labels" aria-live="polite">
          <span className={shown("idle")}>{label}</span>
          <span className={shown("copied")}>کپی شد</span>
          <span className={shown("selected")}>انتخاب شد</span>
        </span>
      </button>
      {state === "selected" && (
        <p className="copy-selected" role="status">
          {`${isForList === true ? "کدها" : "کد"} ${SELECTED_SENTENCE}.`}
        </p>
      )}
    </>
  );
}
