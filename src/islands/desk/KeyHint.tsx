import { capOf } from "../../stores/desk/keys.ts";

/**
 * Shows a key beside its act. Hidden from screen readers, which read the keys in the list of keys.
 */
export function KeyHint(key: { code: string; isCtrl?: boolean; isShift?: boolean }) {
  return (
    <kbd dir="ltr" lang="en" translate="no" aria-hidden="true">
      {capOf(key)}
    </kbd>
  );
}
