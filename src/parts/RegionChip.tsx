import { flagId } from "../art/regions.ts";

/**
 * A region's drawn flag, and its name in the catalogue. The layout `Frame` contains the symbols of
 * the flags.
 */
export function RegionChip({ region }: { region: string }) {
  return (
    <span className="region-chip">
      <svg viewBox="0 0 18 12" aria-hidden="true">
        <use href={`#${flagId(region)}`} />
      </svg>
      <span>{region}</span>
    </span>
  );
}
