import { askDeployed, askFile, findDatabase } from "./audit-source.mjs";
import { SCHEMA_QUESTIONS, compareSchema } from "./audit-schema.mjs";
import { readInvariants } from "./invariants.mjs";
import { readRunSettings } from "../run/setup.mjs";

const HELP = `npm run audit                    the books of the shop in DATA_DIR, running or not
npm run audit -- <file.sqlite>   the books in a file, such as a backup
npm run audit -- --remote        the books of the deployed shop, through wrangler`;
const IDS_SHOWN = 20;
/**
 * Checks the pages of a database file. A deployed database is not checked, because D1 does not
 * allow it.
 */
const INTEGRITY = {
  name: "Every page and index of the file is sound",
  sql: "SELECT integrity_check AS id FROM pragma_integrity_check WHERE integrity_check <> 'ok'",
  isWarning: false,
};

/**
 * `npm run audit`: checks every invariant of a database, without writing to it, and prints the ids
 * of rows that break one. Prints no other data.
 */
export default async function audit(words) {
  const [word] = words;
  const isRemote = word === "--remote";
  if (words.length > 1 || (word?.startsWith("-") && !isRemote)) throw new Error(HELP);
  const invariants = isRemote ? readInvariants() : [...readInvariants(), INTEGRITY];
  const questions = [...SCHEMA_QUESTIONS, ...invariants.map(({ sql }) => sql)];
  const answers = isRemote
    ? askDeployed(questions)
    : askFile(word ?? findDatabase(readRunSettings().dataDir), questions);
  const [migrations, schema] = answers;
  const findings = invariants.map((invariant, index) => ({
    ...invariant,
    rows: answers[SCHEMA_QUESTIONS.length + index],
  }));
  findings.push({
    name: "Tables, indexes and triggers are those of the migrations",
    rows: compareSchema(migrations, schema),
    isWarning: false,
  });
  process.exit(report(findings) ? 0 : 1);
}

/** Prints the findings. @returns {boolean} whether every invariant holds; warnings do not count */
function report(findings) {
  for (const { name, rows, isWarning } of findings) {
    const mark = rows.length === 0 ? "✓" : isWarning ? "!" : "✗";
    console.log(`${mark} ${name}${rows.length === 0 ? "" : `: ${list(rows)}`}`);
  }
  const count = (isWarning) =>
    findings.filter((finding) => finding.isWarning === isWarning && finding.rows.length > 0).length;
  if (count(true) > 0)
    console.log("\n! Something waits for a person, or longer than the jobs need: do they run?");
  const total = findings.filter(({ isWarning }) => !isWarning).length;
  const broken = count(false);
  console.log(broken === 0 ? `\n${total} invariants hold` : `\n${broken} of ${total} broken`);
  return broken === 0;
}

function list(rows) {
  const ids = rows.slice(0, IDS_SHOWN).map(({ id }) => String(id));
  return ids.join(", ") + (rows.length > ids.length ? ` and ${rows.length - ids.length} more` : "");
}
