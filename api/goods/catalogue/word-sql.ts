/** The search vocabulary of a file: words grouped by their meaning, and words without a meaning. */
export interface SearchWords {
  category: Record<string, readonly string[]>;
  subcategory: Record<string, readonly string[]>;
  /** Includes regions for which no product is sold; search tells the shopper about them. */
  region: Record<string, readonly string[]>;
  unit: Record<string, readonly string[]>;
  /** Services that are not sold, with the ids of subcategories to suggest instead. */
  unsold: Record<string, { words: readonly string[]; neighbours: readonly string[] }>;
  filler: readonly string[];
  /** Filler words with which people ask how something is done. */
  question: readonly string[];
}

/** A page, or a section of one, that answers a question, and the words that people ask it with. */
export interface Help {
  address: string;
  title: string;
  summary: string;
  words: readonly string[];
}

interface SearchWordRow {
  kind: string;
  ref: string;
  word: string;
}

/** Returns the rows of all words. The names of regions and of unsold services are also words. */
export function toWordRows(
  { category, subcategory, region, unit, unsold, filler, question }: SearchWords,
  help: readonly Help[],
): SearchWordRow[] {
  const rows = (kind: string, byRef: Record<string, readonly string[]>) =>
    Object.entries(byRef).flatMap(([ref, words]) => words.map((word) => ({ kind, ref, word })));
  return [
    ...rows("category", category),
    ...rows("subcategory", subcategory),
    ...Object.entries(region).flatMap(([ref, words]) => rows("region", { [ref]: [ref, ...words] })),
    ...rows("unit", unit),
    ...Object.entries(unsold).flatMap(([ref, { words }]) =>
      rows("unsold", { [ref]: [ref, ...words] }),
    ),
    ...help.flatMap(({ address, words }) => rows("help", { [address]: words })),
    ...rows("filler", { "": filler }),
    ...rows("question", { "": question }),
  ];
}

export function toUnsoldRows({ unsold }: SearchWords): { name: string; neighbours: string }[] {
  return Object.entries(unsold).map(([name, { neighbours }]) => ({
    name,
    neighbours: JSON.stringify(neighbours),
  }));
}

/** SQL that adds the missing words of ?1, a JSON list of rows. Words that operators added stay. */
export const ADD_WORDS = `INSERT INTO search_word (kind, ref, word)
  SELECT value ->> 'kind', value ->> 'ref', value ->> 'word' FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;

/** SQL that adds the missing services of ?1, a JSON list of rows. */
export const ADD_UNSOLD = `INSERT INTO unsold_service (name, neighbours)
  SELECT value ->> 'name', value ->> 'neighbours' FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;

/** SQL that adds the missing help of ?1, an ordered JSON list. */
export const ADD_HELP = `INSERT INTO help_entry (address, title, summary, position)
  SELECT value ->> 'address', value ->> 'title', value ->> 'summary', key FROM json_each(?1)
  WHERE true ON CONFLICT DO NOTHING`;
