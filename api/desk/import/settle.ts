import type { Doubt } from "../../../persian/code-look.ts";
import {
  type Counted,
  type Misfit,
  markedShapes,
  misfitOf,
  shapesOfFile,
  wordyShapes,
} from "../../../persian/code-shape.ts";
import { runBatch, readFirst, readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { countShapes, doubtLines, doubtRest, keepShapes } from "./settle-statements.ts";
import { type ImportRow, findImport } from "./statements.ts";

/** When the last line of a file has been received, its lines are compared with each other. */

/**
 * Returns an import. If the product had no codes and the file is complete, the lines are first
 * compared with the most usual shapes in the file. A second call changes nothing.
 */
export async function findSettled(shop: Shop, id: string): Promise<ImportRow | null> {
  const row = await readFirst(findImport(shop.db, id));
  return row && row.shapes === "[]" ? settle(shop, row) : row;
}

/**
 * Returns an import whose last line was just received, after comparing its lines with each other.
 * Unlike `findSettled`, it also does this when the product had codes before.
 */
export async function settleWhole(shop: Shop, id: string): Promise<ImportRow | null> {
  const row = await readFirst(findImport(shop.db, id));
  return row && settle(shop, row);
}

async function settle(shop: Shop, row: ImportRow): Promise<ImportRow | null> {
  const { db } = shop;
  const isWhole = row.state === "open" && row.sent_count === row.line_count;
  if (!isWhole || row.has_new !== 1) return row;
  const counted = await readAll(countShapes(db, row.id));
  const isFirst = row.shapes === "[]";
  const usual = isFirst ? shapesOfFile(counted) : (JSON.parse(row.shapes) as string[]);
  const statements = [
    ...(isFirst ? [keepShapes(db, row.id, usual)] : []),
    ...(isFirst && usual.length === 0 ? [doubtRest(db, row.id)] : []),
    ...doubtsOf(counted, usual, isFirst).map(({ doubt, shapes, upTo }) =>
      doubtLines(db, row.id, doubt, shapes, upTo),
    ),
  ];
  if (statements.length === 0) return row;
  await runBatch(db, statements);
  return readFirst(findImport(db, row.id));
}

interface DoubtedShapes {
  doubt: Doubt;
  shapes: string[];
  /** The number of the last line that gets the doubt; absent when all lines get the doubt. */
  upTo?: number;
}

/**
 * Returns the shapes that cause a doubt. Codes of a product's first file can only be compared with
 * each other.
 */
function doubtsOf(
  counted: readonly Counted[],
  usual: readonly string[],
  isFirst: boolean,
): DoubtedShapes[] {
  const misfits = new Map<Misfit | null, Counted[]>(
    isFirst && usual.length > 0 ? Map.groupBy(counted, ({ shape }) => misfitOf(shape, usual)) : [],
  );
  misfits.delete(null);
  const doubts: DoubtedShapes[] = [
    ...[...misfits].map(([doubt, all]) => ({
      doubt: doubt as Misfit,
      shapes: all.map(({ shape }) => shape),
    })),
    { doubt: "shape", shapes: usual.length > 0 ? wordyShapes(counted) : [], upTo: 1 },
    { doubt: "rounded", shapes: markedShapes(counted, "rounded") },
    { doubt: "unlike", shapes: markedShapes(counted, "phone") },
  ];
  return doubts.filter(({ shapes }) => shapes.length > 0);
}

/**
 * If a file has this many similar codes, later codes are compared with them, even if earlier codes
 * look different.
 */
const TEACHING_MIN = 10;

/** Returns the shapes of codes that are like most codes of the file. */
export async function ownShapesOf({ db }: Shop, id: string): Promise<string[]> {
  const counted = await readAll(countShapes(db, id));
  const usual = shapesOfFile(counted);
  const alike = counted.filter(({ shape }) => usual.length > 0 && misfitOf(shape, usual) === null);
  const count = alike.reduce((sum, { count: own }) => sum + own, 0);
  return count < TEACHING_MIN ? [] : alike.map(({ shape }) => shape);
}
