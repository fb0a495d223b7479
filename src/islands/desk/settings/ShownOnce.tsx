import type { ReactNode } from "react";
import { CopyButton } from "../../../parts/CopyButton.tsx";

interface ShownOnceProps {
  /** A secret that the shop cannot show again. */
  secret: string;
  copyLabel: string;
  /** Says what the secret is, and how long it works. */
  children: ReactNode;
  hint?: string;
  onClose: () => void;
}

/** Shows a secret only once, to be copied. */
export function ShownOnce({ secret, copyLabel, children, hint, onClose }: ShownOnceProps) {
  return (
    <div role="status" className="flex flex-col gap-4">
      <p>{children}</p>
      <p className="shown-once">
        <bdi dir="ltr" translate="no" className="code-text">
          {secret}
        </bdi>
        <CopyButton text={secret} label={copyLabel} />
      </p>
      {hint !== undefined && <p className="hint">{hint}</p>}
      <button type="button" className="button button-decide" onClick={onClose}>
        برداشتم
      </button>
    </div>
  );
}
