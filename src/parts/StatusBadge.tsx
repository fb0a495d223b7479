import type { ReactNode } from "react";

/** Went well or is fine; waits for somebody; went wrong; says nothing either way. */
export type Tone = "good" | "waiting" | "bad" | "plain";

const CLASSES: Record<Tone, string> = {
  good: "badge",
  waiting: "badge badge-zaferan",
  bad: "badge badge-anar",
  plain: "badge badge-muted",
};

/** A state in a word. The colour never says more than the word. */
export function StatusBadge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={CLASSES[tone]}>{children}</span>;
}
