import { Hono } from "hono";
import {
  type CodeImport,
  FINDINGS,
  type Found,
  LINES_SHOWN_MAX,
  addImport,
  getImport,
  importRefusals,
  openImport,
  sendLines,
} from "../../contract/desk/import.ts";
import { refusals } from "../../contract/endpoint.ts";
import { toPersianDigits } from "../../persian/digits.ts";
import { readTogether, runBatch } from "../base/batch.ts";
import { type Shop, body, query, refuse } from "../base/context.ts";
import { noteDecision } from "../base/decisions.ts";
import { openOrNull } from "../base/open-number.ts";
import type { OperatorEnv } from "../base/operator.ts";
import { fingerprintCode, lastFourOf, sealContext } from "../stock/code-text.ts";
import { faultOf, isUsualShape, shapeOf } from "./rules.ts";
import { sayLine } from "./say-line.ts";
import * as statements from "./statements.ts";

/** Files of codes on their way in. Section 10.29. */
export const deskImports = new Hono<OperatorEnv>();

/** Earlier codes whose shape is taken: some of each of the newest batches. */
const SAMPLE_BATCHES = 5;
const SAMPLE_CODES = 50;
/** Attempts at a decision that another call was faster to make. */
const ATTEMPTS = 3;

deskImports.get("/", async (c) => {
  const { results } = await statements
    .findImportsUnderWay(c.var.shop.db)
    .all<statements.ImportRow>();
  return c.json({ imports: results.map(showImport) });
});

deskImports.post("/", body(openImport.body), async (c) => {
  const { shop, operator, body: wanted } = c.var;
  const { db } = shop;
  const goods = await statements
    .findGoods(db, wanted.productId)
    .first<{ delivery_type: "instant" | "manual" }>();
  if (!goods) return refuse(c, refusals.notFound);
  if (goods.delivery_type === "manual") return refuse(c, importRefusals.byHand);
  const shapes = await readShapes(shop, wanted.productId);
  const moment = shop.now();
  await runBatch(db, [
    statements.insertImport(db, { ...wanted, operator: operator.name, shapes }, moment),
    noteDecision(
      db,
      {
        operator,
        subject: "code_import",
        subjectId: wanted.id,
        verdict: "looked_at",
        note: `${wanted.fileName}: ${String(wanted.lines)}`,
      },
      moment,
    ),
  ]);
  // It was there already when the batch was refused.
  const row = await find(shop, wanted.id);
  if (!row || row.product_id !== wanted.productId || row.line_count !== wanted.lines)
    return refuse(c, importRefusals.idTaken);
  return c.json({ message: "سطرها را بفرستید.", import: showImport(row) });
});

deskImports.post("/:id/lines", body(sendLines.body), async (c) => {
  const { shop } = c.var;
  const { first, lines: texts } = c.var.body;
  const row = await find(shop, c.req.param("id"));
  if (!row) return refuse(c, refusals.notFound);
  if (row.state === "adding") return refuse(c, importRefusals.underWay);
  if (row.state !== "open") return refuse(c, importRefusals.ended);
  const last = first + texts.length - 1;
  if (last > row.line_count || first > row.sent_count + 1)
    return refuse(c, importRefusals.otherLines);
  const shapes = JSON.parse(row.shapes) as string[];
  const lines = await Promise.all(texts.map((text) => readLine(shop, row, shapes, text)));
  if (first === row.sent_count + 1)
    await runBatch(shop.db, statements.insertLines(shop.db, row.id, first, lines));
  // Now they have come, whoever brought them; or something else stands in their place.
  const [[since], [found]] = await readTogether<[statements.ImportRow, { same: number }]>(shop.db, [
    statements.findImport(shop.db, row.id),
    statements.countSame(shop.db, row.id, first, lines),
  ]);
  if (!since || since.sent_count < last || found?.same !== lines.length)
    return refuse(c, importRefusals.otherLines);
  return c.json({ import: showImport(since) });
});

deskImports.get("/:id", query(getImport.query), async (c) => {
  const { db } = c.var.shop;
  const { finding = null, after } = c.var.query;
  const id = c.req.param("id");
  const [[row], found, lines] = await readTogether<
    [statements.ImportRow, statements.FoundRow, statements.LineRow]
  >(db, [
    statements.findImport(db, id),
    statements.countFindings(db, id),
    statements.findLines(db, id, finding, after, LINES_SHOWN_MAX + 1),
  ]);
  if (!row) return refuse(c, refusals.notFound);
  const shapes = JSON.parse(row.shapes) as string[];
  const page = lines.slice(0, LINES_SHOWN_MAX);
  return c.json({
    import: showImport(row),
    found: showFound(found),
    rows: page.map((line) => ({
      line: line.line + row.head_count,
      finding: line.finding,
      lastFour: line.last_four,
      why: sayLine(line, shapes, row.head_count),
      orderId: line.order_id,
    })),
    nextAfter: lines.length > page.length ? (page.at(-1)?.line ?? null) : null,
  });
});

deskImports.put("/:id", body(addImport.body), async (c) => {
  const { shop, operator, body: wanted } = c.var;
  const { db } = shop;
  const id = c.req.param("id");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await find(shop, id);
    if (!row) return refuse(c, refusals.notFound);
    const moment = shop.now();
    if (row.state === "dropped") return refuse(c, importRefusals.ended);
    if (row.state !== "open") {
      if (row.state === "adding") await runBatch(db, statements.addPage(db, id, moment));
      return answerAdded(shop, id, (answer) => c.json(answer));
    }
    if (row.sent_count < row.line_count) return refuse(c, importRefusals.incomplete);
    if (wanted.expected === 0) return refuse(c, importRefusals.nothingNew);
    const batchId = crypto.randomUUID();
    const { supplier, invoice, unitCost, expected } = wanted;
    const isBegun = await runBatch(db, [
      ...statements.beginAdding(db, id, { ...wanted, batchId }, moment),
      noteDecision(
        db,
        {
          operator,
          subject: "code_batch",
          subjectId: batchId,
          verdict: "added",
          note: [`${String(expected)} × ${String(unitCost)}`, supplier, invoice]
            .filter((word) => word !== "")
            .join(", "),
          before: id,
        },
        moment,
      ),
      ...statements.addPage(db, id, moment),
    ]);
    if (isBegun) return answerAdded(shop, id, (answer) => c.json(answer));
    if ((await find(shop, id))?.state === "open") {
      const details = await tellDifference(shop, id, wanted);
      return refuse(c, importRefusals.shelfChanged, { details });
    }
  }
  return refuse(c, refusals.unavailable);
});

deskImports.delete("/:id", async (c) => {
  const { shop, operator } = c.var;
  const { db, now } = shop;
  const row = await find(shop, c.req.param("id"));
  if (!row) return refuse(c, refusals.notFound);
  if (row.state === "adding") return refuse(c, importRefusals.underWay);
  const moment = now();
  const isDropped =
    row.state === "open" &&
    (await runBatch(db, [
      ...statements.dropImport(db, row.id, moment),
      noteDecision(
        db,
        {
          operator,
          subject: "code_import",
          subjectId: row.id,
          verdict: "dropped",
          note: row.file_name,
        },
        moment,
      ),
    ]));
  if (!isDropped) return refuse(c, importRefusals.ended);
  return c.json({ message: "پرونده کنار گذاشته شد و چیزی از آن نماند." });
});

const find = ({ db }: Shop, id: string) =>
  statements.findImport(db, id).first<statements.ImportRow>();

/** What codes of a product look like. Their seals are opened here, and only shapes are kept. */
async function readShapes({ db, vault }: Shop, productId: string): Promise<string[]> {
  const { results } = await statements
    .findSamples(db, productId, SAMPLE_BATCHES, SAMPLE_CODES)
    .all<{ id: string; sealed: string }>();
  const shapes = await Promise.all(
    results.map(async ({ id, sealed }) => {
      const plain = await openOrNull(vault, sealed, sealContext(productId, id));
      return plain === null ? [] : [shapeOf(plain)];
    }),
  );
  return [...new Set(shapes.flat())];
}

async function readLine(
  { vault }: Shop,
  row: statements.ImportRow,
  shapes: readonly string[],
  text: string,
): Promise<statements.NewLine> {
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

/** Looks again at the lines of an import, and says how many of them are new by now. */
async function tellDifference(
  { db }: Shop,
  id: string,
  { expected, takesOdd }: { expected: number; takesOdd: boolean },
): Promise<string> {
  const [, counts] = await readTogether<[never, statements.FoundRow]>(db, [
    statements.lookAgain(db, id),
    statements.countFindings(db, id),
  ]);
  const found = showFound(counts);
  const now = (found.new ?? 0) + (takesOdd ? (found.odd ?? 0) : 0);
  return `پیش‌نمایش ${toPersianDigits(expected)} کد تازه داشت؛ اکنون ${toPersianDigits(now)} کد تازه است.`;
}

async function answerAdded(
  shop: Shop,
  id: string,
  answer: (body: { message: string; import: CodeImport }) => Response,
): Promise<Response> {
  const row = await find(shop, id);
  if (!row) throw new Error("An import that was just added is not there");
  const added = toPersianDigits(row.added_count);
  const missing = row.wanted_count - row.added_count;
  if (row.state === "adding")
    return answer({ message: `${added} کد افزوده شد و بقیه در راه است.`, import: showImport(row) });
  const message =
    missing === 0
      ? `${added} کد افزوده شد.`
      : `${added} کد افزوده شد؛ ${toPersianDigits(missing)} کد در این میان از راه دیگری آمده بود.`;
  return answer({ message, import: showImport(row) });
}

const showFound = (rows: readonly statements.FoundRow[]) =>
  Object.fromEntries(
    FINDINGS.map((finding) => [finding, rows.find((row) => row.finding === finding)?.count ?? 0]),
  ) as Found;

function showImport(row: statements.ImportRow): CodeImport {
  return {
    id: row.id,
    productId: row.product_id,
    productName: row.product_name,
    fileName: row.file_name,
    state: row.state,
    by: row.operator,
    lines: row.line_count,
    sent: row.sent_count,
    head: row.head_count,
    batchId: row.batch_id,
    wanted: row.wanted_count,
    added: row.added_count,
    left: row.first_line === null ? 0 : row.sent_count - row.first_line + 1,
    createdAt: new Date(row.created_at).toISOString(),
  };
}
