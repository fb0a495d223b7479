import { expect } from "vitest";
import {
  CHUNK_LINES_MAX,
  IMPORT_LINES_MAX,
  LINES_CORRECTED_MAX,
  OPEN_IMPORTS_MAX,
  getImport,
  correctLines,
  openImport,
  sendLines,
} from "../../../contract/desk/import.ts";
import { setThreshold } from "../../../contract/desk/stock.ts";
import { type Limit, allowsOnly, constant, endsAfter } from "./limit.ts";
import type { Stage } from "./stage.ts";

/** Limits of files of codes. */

const FILE = "contract/desk/import.ts";

async function open(stage: Stage, lines: number) {
  const id = crypto.randomUUID();
  const productId = await stage.newProduct({ stock: 0 });
  const body = { id, productId, fileName: "a.csv", lines };
  return { id, opened: await stage.desk(openImport, { body }) };
}

export const limitsOfImport: Limit[] = [
  constant(FILE, "IMPORT_LINES_MAX", "200_000", (stage) =>
    allowsOnly(async (lines: number) => (await open(stage, lines)).opened, {
      inside: IMPORT_LINES_MAX,
      beyond: IMPORT_LINES_MAX + 1,
    }),
  ),
  constant(FILE, "OPEN_IMPORTS_MAX", "9_000", (stage) =>
    endsAfter(OPEN_IMPORTS_MAX, async () => (await open(stage, 1)).opened, "too_many_imports"),
  ),
  constant(FILE, "CHUNK_LINES_MAX", "5_000", (stage) =>
    allowsOnly(
      async (count: number) => {
        const { id } = await open(stage, count);
        const lines = Array.from({ length: count }, (_, at) => `L${String(at)}`);
        return stage.desk(sendLines, { params: { id }, body: { first: 1, lines } });
      },
      { inside: CHUNK_LINES_MAX, beyond: CHUNK_LINES_MAX + 1 },
    ),
  ),
  constant(FILE, "LINES_CORRECTED_MAX", "90", async (stage) => {
    const { id } = await open(stage, 30);
    const same = Array.from({ length: 30 }, () => "THE-SAME");
    await stage.desk(sendLines, { params: { id }, body: { first: 1, lines: same } });
    const correct = (count: number) => {
      const lines = Array.from({ length: count }, (_, at) => ({
        line: at + 2,
        text: `M${String(at)}`,
      }));
      return stage.desk(correctLines, { params: { id }, body: { lines } });
    };
    await allowsOnly(correct, { inside: LINES_CORRECTED_MAX, beyond: LINES_CORRECTED_MAX + 1 });
  }),
  constant(FILE, "CODE_CHARACTERS_MAX", "5_000", async (stage) => {
    const { id } = await open(stage, 2);
    const lines = ["A1".repeat(250), `${"B2".repeat(250)}B`];
    await stage.desk(sendLines, { params: { id }, body: { first: 1, lines } });
    const { found } = (await stage.desk(getImport, { params: { id }, query: {} })).body;
    expect(found).toMatchObject({ unusual: 1, refused: 1 });
  }),
  constant("contract/desk/stock.ts", "THRESHOLD_MAX", "900_000", async (stage) => {
    const productId = await stage.newProduct({ stock: 0 });
    await allowsOnly(
      (threshold: number) =>
        stage.desk(setThreshold, { params: { productId }, body: { threshold } }),
      { inside: 100_000, beyond: 100_001 },
    );
  }),
];
