import { searchKey } from "../../persian/search-key.ts";

/** More words than any name has; further words would not narrow the result. */
const WORDS_MAX = 12;
/** Shorter words match only at the beginning of a word; otherwise «10» would find 2010. */
const INNER_LETTERS_MIN = 3;
/** Letters kept of each word part; enough for two long words written together. */
const PART_LETTERS = 24;
const JOINED_LETTERS_MAX = 120;

/** The texts of an index entry, before they are turned into search keys. */
export interface Names {
  title: string;
  latin: string;
  further: string;
}

/** The columns of an index entry. */
export interface Keys extends Names {
  parts: string;
}

export function toKeys(names: Names): Keys {
  const keys = {
    title: searchKey(names.title),
    latin: searchKey(names.latin),
    further: searchKey(names.further),
  };
  const parts = new Set([keys.title, keys.latin, keys.further].flatMap(partsOf));
  return { ...keys, parts: [...parts].join(" ") };
}

/**
 * Returns the word parts of a key: «گیفت کارت» gives گیفتکارت, یفتکارت, فتکارت …, so that a word
 * can be found from any letter on.
 */
function partsOf(key: string): string[] {
  const letters = [...key.replaceAll(" ", "")].slice(0, JOINED_LETTERS_MAX);
  return letters
    .map((_, start) => letters.slice(start, start + PART_LETTERS).join(""))
    .filter((part) => [...part].length >= INNER_LETTERS_MIN);
}

/** Four full-text expressions for one query, the best matches first. */
export interface Matches {
  /** The name begins with exactly these words. */
  wholeStart: string;
  /** The name begins with what was typed, the last word unfinished. */
  start: string;
  /** Every word is a word of the entry. */
  whole: string;
  /** Every word begins, or is a part of, some word of the entry. */
  part: string;
}

/**
 * Returns the expressions for the index, or null when the query has no letter or digit. Words are
 * quoted, so no input is syntax.
 */
export function toMatches(query: string): Matches | null {
  const words = [...new Set(searchKey(query).split(" "))]
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
  if (words.length === 0) return null;
  const whole = `({title latin further} : (${words.map(quote).join(" AND ")}))`;
  const phrase = quote(words.join(" "));
  const start = `({title latin} : ^ ${phrase} *)`;
  const part = words
    .map((word) => [...word].slice(0, PART_LETTERS).join(""))
    .map((word) => {
      const isShort = [...word].length < INNER_LETTERS_MIN;
      const columns = isShort ? "{title latin further}" : "{title latin further parts}";
      return `(${columns} : ${quote(word)} *)`;
    })
    .join(" AND ");
  return { wholeStart: `${start} AND ${whole}`, start, whole, part };
}

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
