import { Hono } from "hono";
import {
  type CodeImport,
  FINDINGS,
  type Finding,
  LINES_SHOWN_MAX,
  OPEN_IMPORTS_MAX,
  addImport,
  getImport,
  openImport,
  sendLines,
} from "../../../contract/desk/import.ts";
import { importRefusals } from "../../../contract/desk/import-refusals.ts";
import { refusals } from "../../../contract/endpoint.ts";
import type { Doubt } from "../../../persian/code-look.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { formatNumber, formatToman } from "../../../persian/toman.ts";
import { readTogether, runBatch, readAll, readFirst } from "../../base/batch.ts";
import { type Shop, body, query, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { mayNameCosts } from "../giving/costs.ts";
import { sayLine } from "./say-line.ts";
import * as lineStatements from "./line-statements.ts";
import { readLine, readShapes } from "./read-line.ts";
import { findSettled, ownShapesOf, settleWhole } from "./settle.ts";
import { showDoubts, showFound, showImport } from "./show.ts";
import * as statements from "./statements.ts";

/** Imports of files of codes. Section 10.29. */
export const deskImports = new Hono<OperatorEnv>();

/**
 * The most attempts at a decision. An attempt fails if another call changes the import meanwhile.
 */
const ATTEMPTS = 3;

deskImports.get("/", async (c) => {
  const results = await readAll(statements.findImportsUnderWay(c.var.shop.db));
  return c.json({ imports: results.map(showImport) });
});

deskImports.post("/", body(openImport.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const { db } = shop;
  const goods = await readFirst(statements.findGoods(db, requested.productId));
  if (!goods) return refuse(c, refusals.notFound);
  if (goods.delivery_type === "manual") return refuse(c, importRefusals.byHand);
  const shapes = await readShapes(shop, requested.productId);
  const moment = shop.now();
  const isOpened = await runBatch(db, [
    statements.insertImport(db, { ...requested, operator: operator.name, shapes }, moment),
    statements.claimImportsFit(db, operator.name, OPEN_IMPORTS_MAX),
    noteDecision({ db, operator, moment }, "code_import", requested.id, "looked_at", {
      note: `${requested.fileName}: ${formatNumber(requested.lines)} سطر`,
    }),
  ]);
  // The batch aborts when the import already exists; then its row is found here.
  const row = await find(shop, requested.id);
  if (!isOpened && !row) return refuse(c, importRefusals.tooManyOpen);
  if (!row || row.product_id !== requested.productId || row.line_count !== requested.lines)
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
    await runBatch(shop.db, lineStatements.insertLines(shop.db, row.id, first, lines));
  // By now the lines are stored, by this request or an earlier one, unless other lines are in their
  // place.
  const [[since], [found]] = await readTogether(shop.db, [
    statements.findImport(shop.db, row.id),
    lineStatements.countSame(shop.db, row.id, first, lines),
  ]);
  if (!since || since.sent_count < last || found?.same !== lines.length)
    return refuse(c, importRefusals.otherLines);
  const settled = since.sent_count === since.line_count ? await settleWhole(shop, row.id) : since;
  return c.json({ import: showImport(settled ?? since) });
});

deskImports.get("/:id", query(getImport.query), async (c) => {
  const { db } = c.var.shop;
  const { finding, after } = c.var.query;
  const id = c.req.param("id");
  const row = await findSettled(c.var.shop, id);
  if (!row) return refuse(c, refusals.notFound);
  const [found, lines] = await readTogether(db, [
    lineStatements.countFindings(db, id),
    lineStatements.findLines(db, id, findingsOf(finding), after, LINES_SHOWN_MAX + 1),
  ]);
  const shapes = JSON.parse(row.shapes) as string[];
  const page = lines.slice(0, LINES_SHOWN_MAX);
  return c.json({
    import: showImport(row),
    found: showFound(found),
    doubts: showDoubts(found),
    rows: page.map((line) => ({
      line: line.line + row.header_rows,
      finding: line.finding,
      doubt: line.finding === "unusual" ? ((line.doubt ?? "shape") as Doubt) : null,
      lastFour: line.last_four,
      why: sayLine(line, shapes, row.header_rows),
      orderId: line.order_id,
    })),
    nextAfter: lines.length > page.length ? (page.at(-1)?.line ?? null) : null,
  });
});

deskImports.put("/:id", body(addImport.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const { db } = shop;
  const id = c.req.param("id");
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const row = await findSettled(shop, id);
    if (!row) return refuse(c, refusals.notFound);
    const moment = shop.now();
    if (row.state === "dropped") return refuse(c, importRefusals.ended);
    if (row.state !== "open") {
      if (row.state === "adding") await runBatch(db, statements.addPage(db, id, moment));
      return answerAdded(shop, id, (answer) => c.json(answer));
    }
    if (row.sent_count < row.line_count) return refuse(c, importRefusals.incomplete);
    if (requested.expected === 0) return refuse(c, importRefusals.nothingNew);
    const batchId = crypto.randomUUID();
    const { supplier, invoice, unitCost, expected, takes } = requested;
    const cost = { productId: row.product_id, unitCost, units: expected };
    const giving = await mayNameCosts(
      c.var,
      [cost],
      {
        isSure: requested.isSure,
        subject: "product",
        subjectId: row.product_id,
        asked: [id, cost],
        note: `${supplier} ${invoice}`.trim(),
      },
      moment,
    );
    if ("refusal" in giving) return refuse(c, giving.refusal, giving.extra);
    const ownShapes = takes.length === 0 ? [] : await ownShapesOf(shop, id);
    const isBegun = await runBatch(db, [
      ...giving.statements,
      ...statements.beginAdding(db, id, { ...requested, batchId, ownShapes }, moment),
      noteDecision({ db, operator, moment }, "code_batch", batchId, "added", {
        note: [
          `${formatNumber(expected)} کد، هر یک ${formatToman(unitCost)}`,
          supplier,
          invoice,
          takes.join(" + "),
        ]
          .filter((word) => word !== "")
          .join("، "),
        before: id,
      }),
      ...statements.addPage(db, id, moment),
    ]);
    if (isBegun) return answerAdded(shop, id, (answer) => c.json(answer));
    if ((await find(shop, id))?.state === "open") {
      const details = await tellDifference(shop, id, requested);
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
      noteDecision({ db, operator, moment }, "code_import", row.id, "dropped", {
        note: row.file_name,
      }),
    ]));
  if (!isDropped) return refuse(c, importRefusals.ended);
  return c.json({ message: "پرونده کنار گذاشته شد و چیزی از آن نماند." });
});

function findingsOf(requested: Finding | "problems" | undefined): readonly Finding[] | null {
  if (requested === undefined) return null;
  return requested === "problems" ? FINDINGS.filter((finding) => finding !== "new") : [requested];
}

const find = ({ db }: Shop, id: string) => readFirst(statements.findImport(db, id));

/** Compares the lines of an import again, and says how many of them are still new. */
async function tellDifference(
  { db }: Shop,
  id: string,
  { expected, takes }: { expected: number; takes: readonly Doubt[] },
): Promise<string> {
  const [, counts] = await readTogether(db, [
    lineStatements.lookAgain(db, id),
    lineStatements.countFindings(db, id),
  ]);
  const found = showFound(counts);
  const doubts = showDoubts(counts);
  const now = takes.reduce((sum, doubt) => sum + (doubts[doubt] ?? 0), found.new ?? 0);
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
  const missing = row.requested_count - row.added_count;
  if (row.state === "adding")
    return answer({ message: `${added} کد افزوده شد و بقیه در راه است.`, import: showImport(row) });
  const message =
    missing === 0
      ? `${added} کد افزوده شد.`
      : `${added} کد افزوده شد؛ ${toPersianDigits(missing)} کد در این میان از راه دیگری آمده بود.`;
  return answer({ message, import: showImport(row) });
}
