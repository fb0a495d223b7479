import { useState } from "react";
import { session } from "../stores/storage.ts";

/**
 * Shows `children` in a browser that cannot store anything between pages. Only for use in the
 * browser.
 */
export function KeepsNothing({ children }: { children: string }) {
  const [keepsNothing] = useState(() => !session.works());
  return keepsNothing && <p className="notice text-sm">{children}</p>;
}
