import { soundKey } from "../../../persian/sound-key.ts";

/** Shorter words have too many others near to them. */
const WORD_LETTERS_MIN = 4;
/** Shorter words are another word when one of their letters is. */
const WORD_WITH_ERROR_LETTERS_MIN = 5;
const WORD_LETTERS_MAX = 16;
/** Three sounds are enough for Latin letters alone, where vowels are written at will. */
const SOUNDS_MIN = 4;
const LATIN_SOUNDS_MIN = 3;
/** Shorter sounds are another word when one of them is missing. */
const SOUNDS_WITH_ERROR_MIN = 5;

/**
 * Returns keys of which two words share one when a letter of theirs is missing, too many, another,
 * or swapped with the next, or when they sound alike. Keys of sounds begin with «0», so that they
 * never meet those of letters. None for a word with a digit: another number is another card.
 */
export function nearKeys(word: string): string[] {
  if (/\d/.test(word)) return [];
  const letters = [...word].slice(0, WORD_LETTERS_MAX).join("");
  const sounds = soundKey(word).slice(0, WORD_LETTERS_MAX);
  const soundsMin = /^[a-z]+$/.test(word) ? LATIN_SOUNDS_MIN : SOUNDS_MIN;
  return [
    ...(letters.length < WORD_LETTERS_MIN ? [] : [letters]),
    ...(letters.length < WORD_WITH_ERROR_LETTERS_MIN ? [] : lessOne(letters)),
    ...(sounds.length < soundsMin ? [] : [`0${sounds}`]),
    ...(sounds.length < SOUNDS_WITH_ERROR_MIN ? [] : lessOne(sounds).map((key) => `0${key}`)),
  ];
}

/** Returns a text without each one of its letters. */
function lessOne(text: string): string[] {
  const letters = [...text];
  return [...new Set(letters.map((_, at) => letters.toSpliced(at, 1).join("")))];
}
