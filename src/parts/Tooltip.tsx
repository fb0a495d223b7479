import { type ReactNode, useId, useRef } from "react";

interface TooltipProps {
  text: string;
  children: ReactNode;
}

/** Shows `text` on hover, on keyboard focus and on tap. */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId();
  const bubble = useRef<HTMLSpanElement>(null);
  const toggle = (isShown: boolean) => {
    bubble.current?.togglePopover(isShown);
  };
  return (
    <>
      <button
        type="button"
        className="tooltip-trigger"
        popoverTarget={id}
        aria-describedby={id}
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse") toggle(true);
        }}
        onPointerLeave={(event) => {
          if (event.pointerType === "mouse") toggle(false);
        }}
        onFocus={(event) => {
          if (event.currentTarget.matches(":focus-visible")) toggle(true);
        }}
        onBlur={() => {
          toggle(false);
        }}
      >
        {children}
      </button>
      <span ref={bubble} id={id} role="tooltip" popover="auto" className="tooltip">
        {text}
      </span>
    </>
  );
}
