import { CODE_CHARACTERS_MAX } from "../../../contract/desk/import.ts";
import { isFiller, isFramed } from "../../../persian/code-frames.ts";
import { type Doubt, type NoCode, noCodeKind, ownDoubt } from "../../../persian/code-look.ts";
import { misfitOf, shapeOf } from "../../../persian/code-shape.ts";
import { correctCharacters } from "../../../persian/code-characters.ts";
import { visibleCharacters } from "../../buying/code/code-text.ts";

/** Checks of a text that should be a code, made without the database. */

export type Fault = "empty" | "long" | "unprintable" | NoCode;

/**
 * Control characters, line ends, halves of surrogate pairs, and the character that replaces text
 * that could not be decoded.
 */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\ufffd]|\p{Cs}/u;

/** Says why a trimmed line is no code; null when it may be one. */
export function faultOf(plain: string): Fault | null {
  if (!/[\p{L}\p{N}]/u.test(visibleCharacters(plain)))
    return plain === "" ? "empty" : "unprintable";
  if (plain.length > CODE_CHARACTERS_MAX) return "long";
  if (UNPRINTABLE.test(plain)) return "unprintable";
  return noCodeKind(correctCharacters(plain));
}

export interface ReadCode {
  /**
   * The text that is stored: unchanged, except that invisible and look-alike characters are
   * replaced if they cause the doubt.
   */
  plain: string;
  shape: string;
  doubt: Doubt | null;
}

/**
 * Reads a text that has no fault. `usual`: the shapes to compare it with; empty when there are
 * none.
 */
export function readCode(given: string, usual: readonly string[]): ReadCode {
  const own = ownDoubt(given);
  const plain = own === "hidden" || own === "alike" ? correctCharacters(given) : given;
  const shape = shapeOf(plain, visibleCharacters(plain));
  const misfit = usual.length === 0 ? null : misfitOf(shape, usual);
  // If all codes of a product are links, a link is not unusual.
  const isBare = !isFramed(given) && !isFiller(given);
  const isUsual = own === "unlike" && usual.length > 0 && misfit === null && isBare;
  return { plain, shape, doubt: misfit ?? (isUsual ? null : own) };
}
