import { readAll } from "../../base/batch.ts";
import { type Counted, shapeOf, shapesOfProduct } from "../../../persian/code-shape.ts";
import type { Shop } from "../../base/context.ts";
import { openOrNull } from "../../base/open-number.ts";
import {
  fingerprintCode,
  lastFourOf,
  sealContext,
  visibleCharacters,
} from "../../buying/code/code-text.ts";
import type { NewLine } from "./line-statements.ts";
import { faultOf, readCode } from "./rules.ts";
import { LEFT_OUT } from "./say-doubt.ts";
import { type ImportRow, findSamples } from "./statements.ts";

/** The number of newest batches whose codes are samples for the shape. */
const SAMPLE_BATCHES = 5;
const SAMPLE_CODES = 50;

/** Returns the usual shapes of a product's codes. */
export const readShapes = async (shop: Shop, productId: string): Promise<string[]> =>
  shapesOfProduct(await countSamples(shop, productId));

/**
 * Returns the shapes of some of a product's newest codes. Codes that a person accepted despite a
 * doubt are left out. The codes are decrypted here, and only their shapes are returned.
 */
export async function countSamples({ db, vault }: Shop, productId: string): Promise<Counted[]> {
  const results = await readAll(findSamples(db, productId, SAMPLE_BATCHES, SAMPLE_CODES));
  const plain = await Promise.all(
    results.map(({ id, sealed }) => openOrNull(vault, sealed, sealContext(productId, id))),
  );
  return plain.flatMap((code) =>
    code === null ? [] : [{ shape: shapeOf(code, visibleCharacters(code)), count: 1 }],
  );
}

/** Encrypts a line of a file, or says why it is no code. */
export async function readLine(
  { vault }: Shop,
  row: ImportRow,
  usual: readonly string[],
  text: string,
): Promise<NewLine> {
  const id = crypto.randomUUID();
  const given = text.trim();
  const fault = faultOf(given);
  if (fault !== null) return { ...REFUSED, id, detail: fault };
  const { plain, shape, doubt } = readCode(given, usual);
  const [sealed, fingerprint] = await Promise.all([
    vault.seal(plain, sealContext(row.product_id, id)),
    fingerprintCode(vault, plain),
  ]);
  return { id, sealed, fingerprint, lastFour: lastFourOf(plain), detail: null, doubt, shape };
}

const REFUSED = { sealed: null, fingerprint: null, lastFour: null, doubt: null, shape: null };

/**
 * Reads a line that an operator typed as a correction. An empty text leaves the line out. When no
 * usual shape is known, the line is unusual, because there is nothing to compare it with.
 */
export async function readTyped(
  shop: Shop,
  row: ImportRow,
  usual: readonly string[],
  text: string,
): Promise<NewLine> {
  const line = await readLine(shop, row, usual, text);
  if (line.detail === "empty") return { ...line, detail: LEFT_OUT };
  return line.sealed === null || usual.length > 0
    ? line
    : { ...line, doubt: line.doubt ?? "first" };
}
