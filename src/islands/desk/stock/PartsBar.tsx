interface Part {
  /** Names the colour: free, held, sold, recalled, warn or bad. */
  tone: string;
  count: number;
}

/**
 * A bar of the parts of a whole. The same figures are written beside it, so screen readers skip it.
 */
export function PartsBar({ parts }: { parts: readonly Part[] }) {
  const all = parts.reduce((sum, { count }) => sum + count, 0);
  const ends = parts.map((_, at) =>
    parts.slice(0, at + 1).reduce((sum, { count }) => sum + count, 0),
  );
  return (
    <svg className="parts-bar" viewBox="0 0 1000 8" preserveAspectRatio="none" aria-hidden="true">
      {parts.map(({ tone, count }, at) => {
        const width = all === 0 ? 0 : (count / all) * 1000;
        // The first part is at the right edge, where reading begins.
        const x = all === 0 ? 0 : 1000 - ((ends[at] ?? 0) / all) * 1000;
        return <rect key={tone} className={`part-${tone}`} x={x} width={width} height="8" />;
      })}
    </svg>
  );
}
