/**
 * The regions and the names of their flags. The drawings are in `flags.ts`, because browsers need
 * only the names.
 */
export type Flag = "us" | "tr" | "uk" | "eu" | "ae" | "global" | "plain";

interface Region {
  /** The letters beside the Persian name on a card. */
  latin: string;
  flag: Flag;
}

/** The regions, by their names in the catalogue. */
const REGIONS: Readonly<Record<string, Region>> = {
  آمریکا: { latin: "US", flag: "us" },
  ترکیه: { latin: "TR", flag: "tr" },
  انگلستان: { latin: "UK", flag: "uk" },
  بریتانیا: { latin: "UK", flag: "uk" },
  اروپا: { latin: "EU", flag: "eu" },
  امارات: { latin: "AE", flag: "ae" },
  جهانی: { latin: "Global", flag: "global" },
};

/** The regions that have a flag of their own. */
export const regionNames = Object.keys(REGIONS);

/**
 * Returns the flag and the Latin letters of a region. Without a drawing, a region gets a plain flag
 * and no letters.
 */
export function regionOf(name: string): Region {
  return Object.hasOwn(REGIONS, name) ? (REGIONS[name] as Region) : { latin: "", flag: "plain" };
}

export function flagId(regionName: string): string {
  return `flag-${regionOf(regionName).flag}`;
}
