/**
 * What people wrote, shown in a terminal: it can neither steer the terminal nor pretend to be
 * another line of ours.
 */

/** Control characters, marks that steer the direction of text, and other line breaks. */
const STEERING =
  // oxlint-disable-next-line no-control-regex -- these are what is taken out
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff]/g;

/** One line: without control characters, each line break as a space. */
export const plain = (text) => String(text).replaceAll(STEERING, "").replaceAll(/\n+/g, " ");

/** Several lines, each with a mark in front that no line of ours has. */
export const quoted = (text) =>
  String(text)
    .replaceAll(/\r\n?|[\u2028\u2029]/g, "\n")
    .split("\n")
    .map((line) => `  │ ${plain(line)}`)
    .join("\n");

/** JSON whose texts hold no control characters: `JSON.stringify` escapes only some of them. */
export const plainJson = (value) =>
  JSON.stringify(value, null, 2).replaceAll(
    STEERING,
    (sign) => `\\u${sign.codePointAt(0).toString(16).padStart(4, "0")}`,
  );
