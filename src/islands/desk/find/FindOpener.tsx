import { useEffect, useState } from "react";
import { lazily } from "../../../parts/lazily.tsx";
import { useKeys } from "../keys.ts";

const Find = lazily(async () => (await import("./Find.tsx")).Find);

/** Opens the search from any screen of the desk; its script is loaded at its first use. */
export function FindOpener({ pages }: { pages: readonly FindPage[] }) {
  const [state, setState] = useState<"unopened" | "open" | "closed">("unopened");
  useKeys("جست‌وجو", [
    {
      code: "KeyK",
      isCtrl: true,
      label: "جست‌وجوی همه‌چیز",
      act: () => {
        setState("open");
      },
    },
  ]);
  useEffect(() => {
    const open = () => {
      setState("open");
    };
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
  return (
    <Find
      isOpen={state === "open"}
      pages={pages}
      onClose={() => {
        setState("closed");
      }}
    />
  );
}

/** A screen that the search leads to. */
export interface FindPage {
  href: string;
  label: string;
}
