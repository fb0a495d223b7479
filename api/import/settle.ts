import type { Doubt } from "../../persian/code-look.ts";
import { type Counted, misfitOf, shapesOfFile } from "../../persian/code-shape.ts";
import { runBatch } from "../base/batch.ts";
import type { Shop } from "../base/context.ts";
import { countShapes, doubtLines, doubtRest, keepShapes } from "./settle-statements.ts";
import { type ImportRow, findImport } from "./statements.ts";

/** The codes of a product's first file have nothing to be compared with but each other. */

/**
 * Returns an import. The lines of a whole one that was compared with nothing yet are compared with
 * most of the others first; made twice it changes nothing.
 */
export async function findSettled(shop: Shop, id: string): Promise<ImportRow | null> {
  const { db } = shop;
  const row = await findImport(db, id).first<ImportRow>();
  if (!row || !isUnsettled(row)) return row;
  const { results: counted } = await countShapes(db, id).all<Counted>();
  const usual = shapesOfFile(counted);
  const misfits = Map.groupBy(counted, ({ shape }) => misfitOf(shape, usual));
  misfits.delete(null);
  await runBatch(db, [
    keepShapes(db, id, usual),
    ...(usual.length === 0
      ? [doubtRest(db, id)]
      : [...misfits].map(([doubt, all]) =>
          doubtLines(
            db,
            id,
            doubt as Doubt,
            all.map(({ shape }) => shape),
          ),
        )),
  ]);
  return findImport(db, id).first<ImportRow>();
}

const isUnsettled = (row: ImportRow) =>
  row.state === "open" &&
  row.sent_count === row.line_count &&
  row.shapes === "[]" &&
  row.has_new === 1;

/** Codes of one file that are so many are a measure for later ones, though another one than before. */
const TEACHING_MIN = 10;

/** Returns the shapes of the codes that most of a file's codes are like. */
export async function ownShapesOf({ db }: Shop, id: string): Promise<string[]> {
  const { results: counted } = await countShapes(db, id).all<Counted>();
  const usual = shapesOfFile(counted);
  const alike = counted.filter(({ shape }) => usual.length > 0 && misfitOf(shape, usual) === null);
  const count = alike.reduce((sum, { count: own }) => sum + own, 0);
  return count < TEACHING_MIN ? [] : alike.map(({ shape }) => shape);
}
