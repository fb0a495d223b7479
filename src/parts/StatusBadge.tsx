import type { ReactNode } from "react";

export type Tone = "good" | "waiting" | "bad" | "plain";

const CLASSES: Record<Tone, string> = {
  good: "badge",
  waiting: "badge badge-zaferan",
  bad: "badge badge-anar",
  plain: "badge badge-muted",
};

/** A status in a word. The colour carries no meaning of its own. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={CLASSES[tone]}>{children}</span>;
}
