import { CircleCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";

interface ConfirmationProps {
  title: string;
  /** Explains the next steps. */
  children?: ReactNode;
  onClose: () => void;
}

/** Replaces a form after success. Takes the focus, so that screen readers read it out. */
export function Confirmation({ title, children, onClose }: ConfirmationProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    box.current?.focus();
  }, []);
  return (
    <div
      ref={box}
      tabIndex={-1}
      role="status"
      className="flex flex-col items-center gap-4 pt-2 text-center outline-none"
    >
      <span className="rounded-full bg-firouzeh-wash p-4 text-firouzeh-strong">
        <CircleCheck size={32} aria-hidden="true" />
      </span>
      <p className="text-base font-semibold">{title}</p>
      {children && <div className="text-sm text-muted">{children}</div>}
      <button type="button" className="button mt-2 w-full" onClick={onClose}>
        بستن
      </button>
    </div>
  );
}
