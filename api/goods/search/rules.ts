import { figuresForWords } from "../../../persian/figures-for-words.ts";
import { inOtherLayout } from "../../../persian/keyboard.ts";
import { searchKey } from "../../../persian/search-key.ts";
import { nearKeys } from "./near-keys.ts";

/**
 * The maximum of words that are searched. No name has more, so further words would not narrow the
 * result.
 */
const WORDS_MAX = 12;
/**
 * Words with fewer letters match only at the beginning of a word; otherwise «10» would find 2010.
 */
const INNER_LETTERS_MIN = 3;
/** The maximal length of a word part; enough for two long words written together. */
const PART_LETTERS = 24;
const JOINED_LETTERS_MAX = 120;
/**
 * The maximum of neighbouring words that are tried as one name: no name of a region or of an unsold
 * service has more.
 */
const RUN_WORDS_MAX = 4;
const NUMBER = /^\d+$/;

/** The texts of an index entry, before they are turned into search keys. */
export interface Names {
  title: string;
  latin?: string;
  further?: string;
  /** Names of the service that the entry is about. They are also found when typed with an error. */
  service?: readonly string[];
  /** Other words: of the category, the region and the denomination. */
  words?: readonly string[];
}

/** The columns of an index entry. */
export interface Keys {
  title: string;
  latin: string;
  further: string;
  parts: string;
  service: string;
  words: string;
  near: string;
}

export function toKeys({ title, latin = "", further = "", service = [], words = [] }: Names): Keys {
  const keys = { title: searchKey(title), latin: searchKey(latin), further: searchKey(further) };
  const parts = new Set([keys.title, keys.latin, keys.further].flatMap(partsOf));
  // A number in a name, such as «۵» in «پی اس ۵», is left out: every search for an amount of 5
  // would find the service.
  const serviceWords = wordsOf(service).filter((word) => !NUMBER.test(word));
  return {
    ...keys,
    parts: [...parts].join(" "),
    service: serviceWords.join(" "),
    words: wordsOf(words).join(" "),
    near: [...new Set(serviceWords.flatMap(nearKeys))].join(" "),
  };
}

/** Returns the key of a name without spaces, as it is stored in `search_word.key`. */
export function joinedKey(name: string): string {
  return searchKey(name).replaceAll(" ", "");
}

/** Returns the words of names, each once, and names of several words written together. */
function wordsOf(names: readonly string[]): string[] {
  const keys = names.map(searchKey);
  const words = keys.flatMap((key) => [...key.split(" "), key.replaceAll(" ", "")]);
  return [...new Set(words)].filter((word) => word !== "");
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

const NAMES = "{title latin further service words}";
const NAMES_AND_PARTS = "{title latin further parts service words}";

/** One word of the query, as full-text expressions. */
interface Word {
  /** The position of the word in the query. */
  at: number;
  /** Matches entries that contain the whole word. */
  whole: string;
  /** Matches entries in which some word begins with this word, or contains it. */
  part: string;
  /**
   * Looser expressions for the word, the most likely first. Used when all words together find
   * nothing.
   */
  guesses: string[];
  isNumber: boolean;
}

/** Neighbouring words of the query, written together. They may be one name that the shop knows. */
interface Run {
  key: string;
  first: number;
  last: number;
}

/** A query for the index. */
export interface Matches {
  words: Word[];
  runs: Run[];
  /**
   * Matches entries whose name begins with the query. The last word of the query may be unfinished.
   */
  start: string;
  /** Matches entries of a service that has exactly the query as a name. */
  service: string;
}

/**
 * Returns the expressions for the index, or null when the query has no letter or digit. Words are
 * quoted, so that no word is read as syntax.
 */
export function toMatches(query: string): Matches | null {
  const words = new Map<string, Word>();
  for (const typed of figuresForWords(query).split(" ")) {
    const other = joinedKey(inOtherLayout(typed));
    for (const word of searchKey(typed).split(" "))
      if (word !== "" && words.size < WORDS_MAX && !words.has(word))
        words.set(word, toWord(word, other, words.size));
  }
  if (words.size === 0) return null;
  const typed = [...words.keys()];
  return {
    words: [...words.values()],
    runs: runsOf(typed),
    start: `({title latin} : ^ ${quote(typed.join(" "))} *)`,
    service: `(service : ${quote(typed.join(""))})`,
  };
}

/**
 * Returns the expressions of a word. `other` is the word that the same keys type in the other
 * keyboard layout.
 */
function toWord(word: string, other: string, at: number): Word {
  return {
    at,
    whole: `(${NAMES} : ${quote(word)})`,
    part: partOf(word),
    guesses: [...new Set([guess(word), guess(other), near(word), near(other)])].filter(
      (found) => found !== null,
    ),
    isNumber: NUMBER.test(word),
  };
}

function runsOf(words: readonly string[]): Run[] {
  return words.flatMap((_, first) =>
    words
      .slice(first, first + RUN_WORDS_MAX)
      .map((_, more, some) => ({
        key: some.slice(0, more + 1).join(""),
        first,
        last: first + more,
      })),
  );
}

function partOf(word: string): string {
  const columns = isShort(word) ? NAMES : NAMES_AND_PARTS;
  return `(${columns} : ${quote(beginning(word))} *)`;
}

/**
 * Returns a looser expression for a word. Null for a single letter, which is too vague; a short
 * word must match a whole word.
 */
function guess(word: string): string | null {
  if (/^\D?$/u.test(word)) return null;
  const whole = `${NAMES} : ${quote(word)}`;
  return isShort(word) ? `(${whole})` : `((${whole}) OR ${partOf(word)})`;
}

function near(word: string): string | null {
  const keys = nearKeys(word);
  return keys.length === 0 ? null : `(near : (${keys.map(quote).join(" OR ")}))`;
}

const isShort = (word: string) => [...word].length < INNER_LETTERS_MIN;
const beginning = (word: string) => [...word].slice(0, PART_LETTERS).join("");

export function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
