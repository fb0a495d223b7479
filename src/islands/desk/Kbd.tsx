import { capOf } from "../../stores/desk/keys.ts";

/** The cap of a key, beside what it does. Screen readers hear of keys from the list alone. */
export function Kbd(key: { code: string; isCtrl?: boolean; isShift?: boolean }) {
  return (
    <kbd dir="ltr" lang="en" translate="no" aria-hidden="true">
      {capOf(key)}
    </kbd>
  );
}
