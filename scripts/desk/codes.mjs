import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { decodeFile, findCodes, nextLines, troubleOfSize } from "../../persian/code-file.ts";
import { ask, need } from "./call.mjs";
import { plain } from "./print.mjs";

/** As in contract/desk/import.ts, which needs packages that this command does without. */
const LIMITS = { linesMax: 100_000, signsMax: 500 };
const CHUNK_LINES_MAX = 1_000;
/** Lines with a problem that are printed. */
const SHOWN_MAX = 20;

/** Codes come in by a file: looked at first, then added when it is said where they were bought. */
export const codesCommands = {
  codes: async (what, ...words) => {
    if (what !== "add") throw new Error("`codes add <product> <file>` is what there is.");
    await add(words);
  },
};

async function add(words) {
  const { options, rest } = takeOptions(words);
  const [productId, path] = rest;
  need(productId && path, "Which codes? Give the id of the product and a file.");
  const { codes, head } = await readFile(path, options.column);
  const fileName = basename(path).slice(0, 120);
  const opened = await open({ productId, fileName, lines: codes.length, head }, codes);
  const { import: looked, found } = await ask("GET", `/imports/${opened.id}`);
  print(looked, found);
  await printProblems(opened.id, found);
  const expected = found.new + (options.odd ? found.odd : 0);
  if (!options.supplier || !options.cost) {
    await ask("DELETE", `/imports/${opened.id}`);
    console.log("Nothing was added. To add what is new, say --supplier=NAME --cost=TOMAN.");
    return;
  }
  const body = {
    supplier: options.supplier,
    unitCost: options.cost,
    ...(options.invoice && { invoice: options.invoice }),
    ...(options.dollar && { dollar: options.dollar }),
    takesOdd: options.odd === true,
    expected,
  };
  for (;;) {
    const { message, import: now } = await ask("PUT", `/imports/${opened.id}`, body);
    if (now.state === "added") return console.log(message);
    progress(`added ${now.added} of ${now.wanted}`);
  }
}

function takeOptions(words) {
  const known = ["supplier", "cost", "invoice", "dollar", "column", "odd"];
  const options = {};
  const rest = words.filter((word) => {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!name) return true;
    if (!known.includes(name)) throw new Error(`There is no option --${name}.`);
    options[name] = name === "odd" ? true : value;
    return false;
  });
  return { options, rest };
}

async function readFile(path, column) {
  const trouble = troubleOfSize((await stat(path)).size);
  if (trouble) throw new Error(trouble);
  const read = await decodeFile(createReadStream(path));
  if ("trouble" in read) throw new Error(read.trouble);
  const found = findCodes(read.text, LIMITS, column === undefined ? undefined : column - 1);
  if ("trouble" in found) throw new Error(found.trouble);
  if (found.columns.length > 1)
    console.log(`Column ${found.column + 1} of ${found.columns.length} was taken (--column=N).`);
  return found;
}

/** Sends all lines, into an import of the same file that was left, if its lines are the same. */
async function open(file, codes) {
  const { imports } = await ask("GET", "/imports");
  const { name } = await ask("GET", "/me");
  const left = imports.find(
    ({ productId, fileName, lines, by }) =>
      productId === file.productId &&
      fileName === file.fileName &&
      lines === file.lines &&
      by === name,
  );
  if (left?.state === "adding")
    throw new Error(`This file is being added: ${left.added} of ${left.wanted} codes so far.`);
  if (left) {
    const sent = await send(left.id, codes).catch(() => null);
    if (sent) return sent;
  }
  const id = crypto.randomUUID();
  await ask("POST", "/imports", { id, ...file });
  return send(id, codes);
}

async function send(id, codes) {
  for (let at = 0; at < codes.length;) {
    const lines = nextLines(codes, at, CHUNK_LINES_MAX);
    await ask("POST", `/imports/${id}/lines`, { first: at + 1, lines });
    at += lines.length;
    progress(`looked at ${at} of ${codes.length}`);
  }
  return { id };
}

function print({ lines, productName }, found) {
  console.log(`${lines} lines for ${plain(productName)}:`);
  for (const [name, words] of Object.entries({
    new: "new",
    odd: "of another shape (added with --odd)",
    shelf: "on the shelf already",
    sold: "sold before",
    twice: "twice in the file",
    refused: "no code",
  }))
    if (found[name] > 0) console.log(`  ${found[name]} ${words}`);
}

async function printProblems(id, found) {
  for (const finding of ["sold", "shelf", "twice", "odd", "refused"]) {
    if (found[finding] === 0) continue;
    const { rows } = await ask("GET", `/imports/${id}?finding=${finding}`);
    for (const { line, lastFour, why } of rows.slice(0, SHOWN_MAX))
      console.log(`  line ${line} …${plain(lastFour ?? "")}  ${plain(why)}`);
  }
}

/** Only for somebody who watches. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K\n\u001b[1A`);
}
