import { Hono } from "hono";
import { correctLines } from "../../../contract/desk/import.ts";
import { importRefusals } from "../../../contract/desk/import-refusals.ts";
import { refusals } from "../../../contract/endpoint.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { readTogether, runBatch, readAll } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import * as lineStatements from "./line-statements.ts";
import { readTyped } from "./read-line.ts";
import { showDoubts, showFound, showImport } from "./show.ts";
import { findSettled } from "./settle.ts";

/** Corrections of wrong lines in a dry run. Section 10.29. */
export const deskCorrections = new Hono<OperatorEnv>();

deskCorrections.put("/:id/lines", body(correctLines.body), async (c) => {
  const { shop, operator, body: requested } = c.var;
  const { db } = shop;
  const row = await findSettled(shop, c.req.param("id"));
  if (!row) return refuse(c, refusals.notFound);
  if (row.state === "adding") return refuse(c, importRefusals.underWay);
  if (row.state !== "open") return refuse(c, importRefusals.ended);
  if (row.sent_count < row.line_count) return refuse(c, importRefusals.incomplete);
  const texts = new Map(requested.lines.map(({ line, text }) => [line - row.header_rows, text]));
  const [stored, counts] = await readTogether(db, [
    lineStatements.findByNumber(db, row.id, [...texts.keys()]),
    lineStatements.countFindings(db, row.id),
  ]);
  if (stored.length < texts.size) return refuse(c, importRefusals.linesChanged);
  const shapes = JSON.parse(row.shapes) as string[];
  const typed = await Promise.all(
    stored.map(async (was) => ({
      was,
      becomes: await readTyped(shop, row, shapes, texts.get(was.line) ?? ""),
    })),
  );
  // When a text is already stored, the request is a repeated one and the line needs no correction.
  const corrected = typed.filter(
    ({ was, becomes }) => was.fingerprint !== becomes.fingerprint || isOtherFault(was, becomes),
  );
  const answer = (found: readonly lineStatements.FoundRow[]) =>
    c.json({
      message: "سطرها دوباره بررسی شد.",
      import: showImport(row),
      found: showFound(found),
      doubts: showDoubts(found),
    });
  if (corrected.length === 0) return answer(counts);
  if (corrected.some(({ was }) => was.finding === "new"))
    return refuse(c, importRefusals.linesChanged);
  const numbers = corrected.map(({ was }) => was.line + row.header_rows).join("، ");
  const isCorrected = await runBatch(db, [
    ...lineStatements.correctLines(db, row.id, corrected),
    noteDecision({ db, operator, moment: shop.now() }, "code_import", row.id, "corrected", {
      note: `${row.file_name}: سطر ${toPersianDigits(numbers)}`,
    }),
  ]);
  if (!isCorrected) return refuse(c, importRefusals.linesChanged);
  return answer(await readAll(lineStatements.countFindings(db, row.id)));
});

/** True when a line is refused now, and was accepted before or refused for another reason. */
const isOtherFault = (was: lineStatements.WrongLine, becomes: lineStatements.NewLine) =>
  becomes.sealed === null && was.detail !== becomes.detail;
