import type { Shop } from "../../base/context.ts";
import { openNumber } from "../../base/open-number.ts";
import { openAnswer } from "../../buying/question/seals.ts";
import type { Section } from "../../base/personal-data.ts";
import { PERSONAL_DATA } from "./personal-data.ts";
import { toIso } from "../../base/time.ts";

const ROWS_MAX = 5_000;

type Value = string | number | null;

/** Exports all data stored about a person, read in one batch. */
export async function exportPerson(shop: Shop, id: string) {
  const { db, now } = shop;
  const sections = PERSONAL_DATA.flatMap(({ name, export: sql, opens }) =>
    sql === undefined ? [] : [{ name, sql, opens }],
  );
  const answers = await db.batch<Record<string, Value>>(
    sections.map(({ sql }) => db.prepare(sql).bind(id, ROWS_MAX + 1)),
  );
  const data: Record<string, Record<string, Value>[]> = {};
  for (const [index, { name, opens }] of sections.entries()) {
    const rows = (answers[index]?.results ?? []).slice(0, ROWS_MAX);
    data[name] = await Promise.all(
      rows.map(async (row) => show(opens ? await withNumber(shop, row, opens) : row)),
    );
  }
  const isWhole = answers.every(({ results }) => results.length <= ROWS_MAX);
  return { exportedAt: toIso(now()), isWhole, data };
}

/**
 * Adds the full card number, IBAN or answer, as its owner sees it; null if it cannot be decrypted.
 */
async function withNumber(
  { vault }: Shop,
  { sealed, ...row }: Record<string, Value>,
  opens: NonNullable<Section["opens"]>,
): Promise<Record<string, Value>> {
  const { id } = row;
  if (typeof sealed !== "string" || typeof id !== "string" || sealed === "") return row;
  if (opens === "cart_answer" || opens === "order_answer")
    return { ...row, answer: await openAnswer(vault, opens, id, sealed) };
  const opened = await openNumber(vault, opens, { id, sealed });
  return { ...row, [opens === "iban" ? "iban" : "card_number"]: opened };
}

function show(row: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
      column.endsWith("_at") && typeof value === "number" ? toIso(value) : value,
    ]),
  );
}
