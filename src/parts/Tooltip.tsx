import { type ReactNode, useId, useRef, useState } from "react";
import type { Side } from "./beside.ts";
import { useBeside } from "./use-beside.ts";

interface TooltipProps {
  text: string;
  side?: Side;
  children: ReactNode;
}

/** Shows `text` on hover, on keyboard focus and on tap. */
export function Tooltip({ text, side = "top", children }: TooltipProps) {
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);
  const bubble = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useBeside(isOpen, trigger, bubble, side);
  const toggle = (isShown: boolean) => {
    bubble.current?.togglePopover(isShown);
  };
  return (
    <>
      <button
        ref={trigger}
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
      <span
        ref={bubble}
        id={id}
        role="tooltip"
        popover="auto"
        className="tooltip"
        onToggle={(event) => {
          setIsOpen(event.newState === "open");
        }}
      >
        {text}
      </span>
    </>
  );
}
