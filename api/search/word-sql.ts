/** The vocabulary as a file lists it: words by what they mean, and words that mean nothing. */
export interface SearchWords {
  category: Record<string, readonly string[]>;
  subcategory: Record<string, readonly string[]>;
  region: Record<string, readonly string[]>;
  unit: Record<string, readonly string[]>;
  filler: readonly string[];
}

export interface SearchWordRow {
  kind: string;
  ref: string;
  word: string;
}

export function toWordRows({ filler, ...meaning }: SearchWords): SearchWordRow[] {
  return [
    ...Object.entries(meaning).flatMap(([kind, byRef]) =>
      Object.entries(byRef).flatMap(([ref, words]) => words.map((word) => ({ kind, ref, word }))),
    ),
    ...filler.map((word) => ({ kind: "filler", ref: "", word })),
  ];
}

/** SQL that adds the missing words of ?1, a JSON list of rows. Words that operators added stay. */
export const ADD_WORDS = `INSERT INTO search_word (kind, ref, word)
  SELECT value ->> 'kind', value ->> 'ref', value ->> 'word' FROM json_each(?1) WHERE true
  ON CONFLICT DO NOTHING`;
