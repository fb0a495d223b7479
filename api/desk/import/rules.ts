import { CODE_CHARACTERS_MAX } from "../../../contract/desk/import.ts";
import { isFiller, isFramed } from "../../../persian/code-frames.ts";
import { type Doubt, type NoCode, noCodeKind, ownDoubt } from "../../../persian/code-look.ts";
import { misfitOf, shapeOf } from "../../../persian/code-shape.ts";
import { mendCharacters } from "../../../persian/code-characters.ts";
import { visibleCharacters } from "../../buying/code/code-text.ts";

/** Verdicts about a text that is to be a code, before anything is asked of the shelf. */

export type Fault = "empty" | "long" | "unprintable" | NoCode;

/** Control characters, ends of lines, and what is left of characters that could not be read. */
const UNPRINTABLE = /[\p{Cc}\p{Zl}\p{Zp}\ufffd]|\p{Cs}/u;

/** Says why a trimmed line is no code; null for one that may be. */
export function faultOf(plain: string): Fault | null {
  if (!/[\p{L}\p{N}]/u.test(visibleCharacters(plain)))
    return plain === "" ? "empty" : "unprintable";
  if (plain.length > CODE_CHARACTERS_MAX) return "long";
  if (UNPRINTABLE.test(plain)) return "unprintable";
  return noCodeKind(mendCharacters(plain));
}

export interface ReadCode {
  /** The text that is kept: as it was given, but in Latin characters that are seen where a doubt is about these. */
  plain: string;
  shape: string;
  doubt: Doubt | null;
}

/**
 * Reads a text without a fault. `usual`: the shapes of codes with which it is compared; empty when
 * there are none.
 */
export function readCode(given: string, usual: readonly string[]): ReadCode {
  const own = ownDoubt(given);
  const plain = own === "hidden" || own === "alike" ? mendCharacters(given) : given;
  const shape = shapeOf(plain, visibleCharacters(plain));
  const misfit = usual.length === 0 ? null : misfitOf(shape, usual);
  // A link is as good as a number where all codes of a product are links.
  const isBare = !isFramed(given) && !isFiller(given);
  const isUsual = own === "unlike" && usual.length > 0 && misfit === null && isBare;
  return { plain, shape, doubt: misfit ?? (isUsual ? null : own) };
}
