import { useEffect, useState } from "react";
import { lazily } from "../../../parts/lazily.tsx";
import { useKeys } from "../keys.ts";
import type { FindPage } from "./find-lines.ts";

const load = async () => (await import("./Find.tsx")).Find;
const Find = lazily(load);

/** Opens the search from any screen of the desk. */
export function FindOpener({ pages }: { pages: readonly FindPage[] }) {
  const [state, setState] = useState<"unopened" | "open" | "closed">("unopened");
  useKeys("جست‌وجو", [
    { code: "KeyK", isCtrl: true, label: "جست‌وجوی همه‌چیز", act: () => setState("open") },
  ]);
  useEffect(() => {
    // Loads the script early, so that keys typed right after Ctrl+K reach the search.
    void load().catch(() => undefined);
    const open = () => setState("open");
    const buttons = document.querySelectorAll<HTMLElement>("[data-desk-search]");
    for (const button of buttons) {
      button.hidden = false;
      button.addEventListener("click", open);
    }
    return () => {
      for (const button of buttons) button.removeEventListener("click", open);
    };
  }, []);
  if (state === "unopened") return null;
  return <Find isOpen={state === "open"} pages={pages} onClose={() => setState("closed")} />;
}
