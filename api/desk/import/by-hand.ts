import { noCodeKind } from "../../../persian/code-look.ts";
import { shapeOf, shapesOfFile } from "../../../persian/code-shape.ts";
import type { Shop } from "../../base/context.ts";
import { type BroughtCode, sealCode, visibleCharacters } from "../../buying/code/code-text.ts";
import { countSamples } from "./read-line.ts";
import { faultOf, readCode } from "./rules.ts";
import { sayDoubt, sayFault } from "./say-doubt.ts";

/**
 * Reads texts that an operator enters as codes by hand. They are compared with the product's other
 * codes, or with each other when it has none. `doubts` says in words which texts do not look like
 * codes; a person who has read `doubts` may enter them anyway.
 */
export async function readBrought(
  shop: Shop,
  productId: string,
  texts: readonly string[],
): Promise<{ codes: BroughtCode[]; doubts: string }> {
  const given = texts.map((text) => text.trim());
  const shape = (text: string) => ({ shape: shapeOf(text, visibleCharacters(text)), count: 1 });
  const earlier = shapesOfFile(await countSamples(shop, productId));
  const usual = earlier.length > 0 ? earlier : shapesOfFile(given.map(shape));
  const read = given.map((text) => readOne(text, usual));
  const codes = read.map(async ({ plain, why }) => ({
    ...(await sealCode(shop.vault, productId, plain)),
    isUnusual: why !== null,
  }));
  const doubts = read.flatMap(({ why }, at) =>
    why === null ? [] : [`«${given[at] ?? ""}»: ${why}`],
  );
  return { codes: await Promise.all(codes), doubts: doubts.join("؛ ") };
}

function readOne(text: string, usual: readonly string[]): { plain: string; why: string | null } {
  // Texts made of words are kept unchanged, including half-spaces.
  if (noCodeKind(text) === "words") return { plain: text, why: sayFault("words") };
  const fault = faultOf(text);
  if (fault !== null) return { plain: text, why: sayFault(fault) };
  const { plain, doubt, shape } = readCode(text, usual);
  return { plain, why: doubt === null ? null : sayDoubt(doubt, shape, usual) };
}
