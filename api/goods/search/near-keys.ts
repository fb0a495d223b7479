import { soundKey } from "../../../persian/sound-key.ts";

/** The minimum length of a word with keys: shorter words are similar to too many others. */
const WORD_LETTERS_MIN = 4;
/**
 * The minimum length for keys that lack one letter: a shorter word becomes another word when one
 * letter changes.
 */
const WORD_WITH_ERROR_LETTERS_MIN = 5;
const WORD_LETTERS_MAX = 16;
/**
 * The minimum number of sounds for a sound key. Words in Latin letters need only three, because
 * people spell their vowels in many ways.
 */
const SOUNDS_MIN = 4;
const LATIN_SOUNDS_MIN = 3;
/**
 * The minimum number of sounds for keys that lack one sound: with fewer sounds they mean another
 * word.
 */
const SOUNDS_WITH_ERROR_MIN = 5;

/**
 * Returns the keys of a word. Two words share a key when they differ by one missing, extra, wrong
 * or swapped letter, or when they sound alike. Sound keys begin with «0», so that they never equal
 * letter keys. A word with a digit has no keys, because a card with another number is another card.
 */
export function nearKeys(word: string): string[] {
  if (/\d/.test(word)) return [];
  const letters = [...word].slice(0, WORD_LETTERS_MAX).join("");
  const sounds = soundKey(word).slice(0, WORD_LETTERS_MAX);
  const soundsMin = /^[a-z]+$/.test(word) ? LATIN_SOUNDS_MIN : SOUNDS_MIN;
  return [
    ...(letters.length < WORD_LETTERS_MIN ? [] : [letters]),
    ...(letters.length < WORD_WITH_ERROR_LETTERS_MIN ? [] : withoutOneLetter(letters)),
    ...(sounds.length < soundsMin ? [] : [`0${sounds}`]),
    ...(sounds.length < SOUNDS_WITH_ERROR_MIN
      ? []
      : withoutOneLetter(sounds).map((key) => `0${key}`)),
  ];
}

/** Returns all texts that lack one letter of the text. */
function withoutOneLetter(text: string): string[] {
  const letters = [...text];
  return [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join("")))];
}
