/** The characters of the same keys in the English and the Persian layout, row by row. */
const ENGLISH = "qwertyuiop[]asdfghjkl;'zxcvbnm,`\\";
const PERSIAN = "ضصثقفغعهخحجچشسیبلاتنمکگظطزرذدئوپپ";

const OTHER_LETTER = new Map<string, string>([
  ...[...PERSIAN].map((letter, at): [string, string] => [letter, ENGLISH.charAt(at)]),
  ...[...ENGLISH].map((letter, at): [string, string] => [letter, PERSIAN.charAt(at)]),
  ["m", "پ"],
  ["پ", "m"],
  ["ژ", "c"],
  ["آ", "h"],
  ["أ", "n"],
]);

/** Returns the text that the same keys give in the other layout: «hdjk,c» gives «ایتنوز». */
export function inOtherLayout(text: string): string {
  return [...text.toLowerCase()].map((letter) => OTHER_LETTER.get(letter) ?? letter).join("");
}
