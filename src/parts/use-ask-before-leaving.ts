import { useEffect, useEffectEvent } from "react";

/** Makes the browser ask before the page is left, while `holds` returns true for unsaved data. */
export function useAskBeforeLeaving(holds: () => boolean): void {
  const ask = useEffectEvent((event: BeforeUnloadEvent) => {
    if (holds()) event.preventDefault();
  });
  useEffect(() => {
    const hear = (event: BeforeUnloadEvent) => {
      ask(event);
    };
    addEventListener("beforeunload", hear);
    return () => {
      removeEventListener("beforeunload", hear);
    };
  }, []);
}
