import { capOf } from "../../stores/desk/keys.ts";

/** Shows a key beside its act. Screen readers get the keys from the list alone. */
export function KeyHint(key: { code: string; isCtrl?: boolean; isShift?: boolean }) {
  return (
    <kbd dir="ltr" lang="en" translate="no" aria-hidden="true">
      {capOf(key)}
    </kbd>
  );
}
