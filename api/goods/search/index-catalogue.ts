import { runBatch } from "../../base/batch.ts";
import {
  type DueHelp,
  type DueProduct,
  type DueRow,
  type DueSubcategory,
  type DueTutorial,
  type Entry,
  forgetEntries,
  mustStillBeDue,
  readDue,
  settleDue,
  writeEntries,
  writeWordKeys,
} from "./index-statements.ts";
import { joinedKey, toKeys } from "./rules.ts";

/** Entries read and written at once. Their keys must fit in one bound parameter. */
const ENTRIES_PER_BATCH = 100;
/** Batches per run: a whole catalogue is indexed within minutes, and no run takes long. */
const BATCHES_PER_RUN = 5;

/**
 * Updates the search index for products, subcategories and tutorials that changed. Database
 * triggers queue each change, so it is enough to call this after a change, or to wait for the jobs.
 * Returns true when the queue is empty.
 */
export async function indexCatalogue(
  db: D1Database,
  batches: number = BATCHES_PER_RUN,
): Promise<boolean> {
  for (let batch = 0; batch < batches; batch++) {
    if (!(await indexSome(db))) return true;
  }
  return false;
}

/** Indexes one batch of changes. False when none was queued. */
async function indexSome(db: D1Database): Promise<boolean> {
  const [due, products, subcategories, tutorials, help] = await db.batch(
    readDue(db, ENTRIES_PER_BATCH),
  );
  const dueRows = (due?.results ?? []) as DueRow[];
  if (dueRows.length === 0) return false;
  const entries = [
    ...((subcategories?.results ?? []) as DueSubcategory[]).map(toSubcategoryEntry),
    ...((products?.results ?? []) as DueProduct[]).map(toProductEntry),
    ...((tutorials?.results ?? []) as DueTutorial[]).map(toTutorialEntry),
    ...((help?.results ?? []) as DueHelp[]).map(toHelpEntry),
  ];
  const written = new Set(entries.map(({ kind, ref }) => `${kind}:${ref}`));
  const gone = dueRows.filter(({ kind, ref }) => !written.has(`${kind}:${ref}`));
  const words = dueRows
    .filter(({ kind }) => kind === "word")
    .map(({ ref }) => ({ word: ref, key: joinedKey(ref) }));
  const ids = dueRows.map(({ id }) => id);
  // If another run was faster, this batch is undone, and the next round handles the remaining
  // changes.
  await runBatch(db, [
    mustStillBeDue(db, ids),
    writeEntries(db, entries),
    writeWordKeys(db, words),
    forgetEntries(db, gone),
    settleDue(db, ids),
  ]);
  return true;
}

function toProductEntry(row: DueProduct): Entry {
  return {
    kind: "product",
    ref: row.id,
    ...toKeys({
      title: row.name,
      latin: `${row.latin_name} ${row.denomination}`,
      further: `${row.category_name} ${row.display_name} ${row.region} ${row.url_name}`,
      service: serviceNames(row),
      words: lines(row.other_words),
    }),
  };
}

function toSubcategoryEntry(row: DueSubcategory): Entry {
  return {
    kind: "subcategory",
    ref: row.id,
    ...toKeys({
      title: row.display_name,
      latin: row.latin_name,
      further: `${row.category_name} ${row.display_name} ${row.url_name}`,
      service: serviceNames(row),
      words: lines(row.other_words),
    }),
  };
}

function toTutorialEntry(row: DueTutorial): Entry {
  return {
    kind: "tutorial",
    ref: row.slug,
    ...toKeys({
      title: row.title,
      further: `${row.subject ?? ""} ${row.description}`,
      service: lines(row.service_words),
      words: lines(row.other_words),
    }),
  };
}

/** The words of a help entry count as names, so that they are also found with typing errors. */
function toHelpEntry({ address, title, summary, words }: DueHelp): Entry {
  return {
    kind: "help",
    ref: address,
    ...toKeys({ title, further: summary, service: lines(words) }),
  };
}

const serviceNames = (row: DueSubcategory) => [
  row.display_name,
  row.latin_name,
  row.url_name,
  ...lines(row.service_words),
];

const lines = (text: string | null) => text?.split("\n") ?? [];
