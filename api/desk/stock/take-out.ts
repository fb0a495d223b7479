import { EXPORT_CODES_MAX, stockRefusals } from "../../../contract/desk/stock.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { formatNumber } from "../../../persian/toman.ts";
import { readTogether, runBatch, readFirst } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import { openOrNull } from "../../base/open-number.ts";
import type { Operator } from "../../base/operator.ts";
import { noteOperator } from "../../buying/code/knowers.ts";
import { mayGive } from "../giving/give.ts";
import { readCodesWorth } from "../giving/statements.ts";
import { sealContext } from "../../buying/code/code-text.ts";
import * as statements from "./statements.ts";

/** The most attempts at an export. An attempt fails if buyers take some of its codes meanwhile. */
const ATTEMPTS = 4;

export interface TakenOut {
  batch: statements.BatchRow;
  texts: string[];
  /** The last id of this file, after which the next one continues; null at the end. */
  next: string | null;
}

/**
 * Exports unsold codes of a batch in plain text. The same batch of statements records who knows the
 * codes and takes them off sale; when that batch fails, no text is returned.
 */
export async function takeOut(
  shop: Shop,
  operator: Operator,
  { id, after, reason }: { id: string; after: string; reason: string },
): Promise<TakenOut | { refusal: Refusal; extra: { details?: string } }> {
  const { db, now } = shop;
  const refused = (refusal: Refusal) => ({ refusal, extra: {} });
  const opened = new Map<string, string>();
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const [[batch], rows] = await readTogether(db, [
      statements.findBatch(db, id),
      statements.findUnsoldCodes(db, id, after, EXPORT_CODES_MAX + 1),
    ]);
    if (!batch) return refused(refusals.notFound);
    if (rows.length === 0) return refused(stockRefusals.noneFree);
    const page = rows.slice(0, EXPORT_CODES_MAX);
    if (!(await openAll(shop, batch.product_id, page, opened)))
      return refused(stockRefusals.unreadable);
    const codeIds = page.map((row) => row.id);
    const moment = now();
    const note = `${formatNumber(page.length)} کد: ${reason}`;
    const worth = await readFirst(readCodesWorth(db, codeIds, operator.name, moment));
    const giving = await mayGive(
      { shop, operator },
      {
        way: "export",
        subject: "code_batch",
        subjectId: id,
        toman: worth?.toman ?? 0,
        asked: codeIds,
        note,
      },
      moment,
    );
    if ("refusal" in giving) return giving;
    const isTaken = await runBatch(db, [
      ...giving.statements,
      statements.claimUnsold(db, codeIds),
      noteOperator(db, codeIds, "export", operator.name, moment),
      noteDecision({ db, operator, moment }, "code_batch", id, "exported", { note }),
    ]);
    if (!isTaken) continue;
    const texts = codeIds.map((codeId) => opened.get(codeId) ?? "");
    return { batch, texts, next: rows.length > page.length ? (codeIds.at(-1) ?? null) : null };
  }
  return refused(refusals.unavailable);
}

/**
 * Decrypts those codes of a page that are not decrypted yet. Returns false when one of them cannot
 * be decrypted.
 */
async function openAll(
  { vault }: Shop,
  productId: string,
  page: readonly statements.UnsoldRow[],
  opened: Map<string, string>,
): Promise<boolean> {
  const closed = page.filter(({ id }) => !opened.has(id));
  const texts = await Promise.all(
    closed.map(({ id, sealed }) => openOrNull(vault, sealed, sealContext(productId, id))),
  );
  const unreadable = closed.filter((_, at) => texts[at] === null).map(({ id }) => id);
  closed.forEach(({ id }, at) => opened.set(id, texts[at] ?? ""));
  if (unreadable.length > 0)
    console.error(JSON.stringify({ unopenableSeals: "code", ids: unreadable.slice(0, 10) }));
  return unreadable.length === 0;
}
