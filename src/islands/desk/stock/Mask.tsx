/** A masked code; at most its last four characters are shown. */
export function Mask({ lastFour }: { lastFour: string | null }) {
  return (
    <bdi dir="ltr" lang="en" translate="no" className="code-text">
      {`•••• ${lastFour ?? "••••"}`}
    </bdi>
  );
}
