import type { Shop } from "../base/context.ts";
import { openOrNull } from "../base/open-number.ts";
import { fingerprintCode, lastFourOf, sealContext } from "../stock/code-text.ts";
import type { NewLine } from "./line-statements.ts";
import { LEFT_OUT, faultOf, isUsualShape, shapeOf } from "./rules.ts";
import { type ImportRow, findSamples } from "./statements.ts";

/** Earlier codes whose shape is taken: some of each of the newest batches. */
const SAMPLE_BATCHES = 5;
const SAMPLE_CODES = 50;
/** Returns the shapes of a product's codes. Their seals are opened here, and only shapes are kept. */
export async function readShapes({ db, vault }: Shop, productId: string): Promise<string[]> {
  const { results } = await findSamples(db, productId, SAMPLE_BATCHES, SAMPLE_CODES).all<{
    id: string;
    sealed: string;
  }>();
  const shapes = await Promise.all(
    results.map(async ({ id, sealed }) => {
      const plain = await openOrNull(vault, sealed, sealContext(productId, id));
      return plain === null ? [] : [shapeOf(plain)];
    }),
  );
  return [...new Set(shapes.flat())];
}

/** Seals a line of a file, or says why it is no code. */
export async function readLine(
  { vault }: Shop,
  row: ImportRow,
  shapes: readonly string[],
  text: string,
): Promise<NewLine> {
  const id = crypto.randomUUID();
  const plain = text.trim();
  const fault = faultOf(plain);
  if (fault !== null) return { id, sealed: null, fingerprint: null, lastFour: null, detail: fault };
  const shape = shapeOf(plain);
  const [sealed, fingerprint] = await Promise.all([
    vault.seal(plain, sealContext(row.product_id, id)),
    fingerprintCode(vault, plain),
  ]);
  const detail = isUsualShape(shape, shapes) ? null : shape;
  return { id, sealed, fingerprint, lastFour: lastFourOf(plain), detail };
}

/** The same for what an operator typed; an empty text leaves the line out. */
export async function readTyped(
  shop: Shop,
  row: ImportRow,
  shapes: readonly string[],
  text: string,
): Promise<NewLine> {
  const line = await readLine(shop, row, shapes, text);
  return line.detail === "empty" ? { ...line, detail: LEFT_OUT } : line;
}
