/** A code of which the end is shown at most. */
export function Mask({ lastFour }: { lastFour: string | null }) {
  return (
    <bdi dir="ltr" lang="en" translate="no" className="code-text">
      {`•••• ${lastFour ?? "••••"}`}
    </bdi>
  );
}
