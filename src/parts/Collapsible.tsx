import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

/** A title that shows or hides its text when pressed. */
export function Collapsible({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details className="card collapsible">
      <summary>
        <span>{title}</span>
        <ChevronDown size={18} className="text-muted transition-transform" aria-hidden="true" />
      </summary>
      <div className="px-5 pb-4 text-sm text-muted">{children}</div>
    </details>
  );
}
