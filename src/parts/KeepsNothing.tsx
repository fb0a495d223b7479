import { useState } from "react";
import { session } from "../stores/storage.ts";

/** Says `children` in a browser that keeps nothing from one page to the next. Not for the server. */
export function KeepsNothing({ children }: { children: string }) {
  const [keepsNothing] = useState(() => !session.works());
  return keepsNothing && <p className="notice text-sm">{children}</p>;
}
