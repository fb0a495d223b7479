import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import {
  CHUNK_LINES_MAX,
  CODE_CHARACTERS_MAX,
  IMPORT_LINES_MAX,
} from "../../contract/desk/import.ts";
import { WHOLE_LINE, findCodes, nextLines } from "../../persian/code-file.ts";
import { decodeFile, troubleOfSize } from "../../persian/text-file.ts";
import { DOUBTS } from "../../persian/code-look.ts";
import { ask, need } from "./call.mjs";
import { plain } from "./print.mjs";

const LIMITS = { linesMax: IMPORT_LINES_MAX, charactersMax: CODE_CHARACTERS_MAX };
/** The most lines with a problem that are printed. */
const SHOWN_MAX = 20;

/**
 * Adds codes from a file: first makes a dry run, then adds the codes if supplier and cost are
 * given.
 */
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
  const file = await readFile(path, options.column);
  const { codes, headerRows } = file;
  printFile(file);
  if (!file.isSure) {
    console.log("Nothing was sent. Say which column has the codes: --column=N, or --column=line.");
    return;
  }
  const fileName = basename(path).slice(0, 120);
  const opened = await open({ productId, fileName, lines: codes.length, headerRows }, codes);
  const { import: looked, found, doubts } = await ask("GET", `/imports/${opened.id}`);
  print(looked, found, doubts);
  await printProblems(opened.id, found);
  const takes = takenDoubts(options.take);
  const expected = takes.reduce((sum, doubt) => sum + doubts[doubt], found.new);
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
    takes,
    expected,
    isSure: "sure" in options,
  };
  for (;;) {
    const { message, import: now } = await ask("PUT", `/imports/${opened.id}`, body);
    if (now.state === "added") return console.log(message);
    progress(`added ${now.added} of ${now.requested}`);
  }
}

function takeOptions(words) {
  const known = ["supplier", "cost", "invoice", "dollar", "column", "take", "sure"];
  const options = {};
  const rest = words.filter((word) => {
    const [, name, value] = /^--([a-z]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (!name) return true;
    if (!known.includes(name)) throw new Error(`There is no option --${name}.`);
    options[name] = value;
    return false;
  });
  return { options, rest };
}

async function readFile(path, column) {
  const trouble = troubleOfSize((await stat(path)).size);
  if (trouble) throw new Error(trouble);
  const read = await decodeFile(createReadStream(path));
  if ("trouble" in read) throw new Error(read.trouble);
  const found = findCodes(read.text, LIMITS, columnOf(column));
  if ("trouble" in found) throw new Error(found.trouble);
  return found;
}

/** Returns the column of `--column=N`, counted from 1; `--column=line` takes whole lines. */
function columnOf(option) {
  if (option === undefined) return undefined;
  if (option === "line") return WHOLE_LINE;
  if (!/^[1-9]\d?$/.test(option)) throw new Error("--column is a number from 1 on, or `line`.");
  return Number(option) - 1;
}

/**
 * Shows the table before anything is sent: beginning, middle and end of each column, codes masked.
 */
function printFile({ columns, column, isSure, lines, leftOut, unwrapped, codes }) {
  const taken = column === WHOLE_LINE ? "whole lines" : `column ${column + 1} of ${columns.length}`;
  console.log(
    isSure
      ? `${codes.length} codes were read from ${taken} (--column=N takes another, --column=line whole lines).`
      : `It is not certain which column has the codes; ${taken} is the likeliest.`,
  );
  columns.forEach(({ name, kind, cells }, at) => {
    console.log(`  ${at === column ? "→" : " "} ${at + 1} «${plain(name)}» (${kind})`);
    cells.forEach((cell, row) => console.log(`      row ${lines[row]}: ${plain(cell)}`));
  });
  for (const words of leftOut) console.log(`  left out, no code: ${plain(words)}`);
  if (unwrapped > 0)
    console.log(`  ${unwrapped} codes stood in ="…" of a spreadsheet and were read without it.`);
}

/** Returns the doubts that an option such as `--take=shape,zeros` accepts. */
function takenDoubts(option) {
  const takes = (option ?? "").split(",").filter((word) => word !== "");
  const strange = takes.find((word) => !DOUBTS.includes(word));
  if (strange) throw new Error(`There is no doubt ${strange}; there are ${DOUBTS.join(", ")}.`);
  return takes;
}

const DOUBT_WORDS = {
  first: "with nothing to compare them with",
  shape: "of another shape",
  zeros: "that may have lost zeros in front",
  check: "with a wrong check digit",
  rounded: "whose last digits a spreadsheet may have made 0",
  alike: "with characters that only look Latin (added as the Latin ones)",
  hidden: "with characters that nobody sees (added without them)",
  unlike: "that look like dates, links, prices or samples, or with something around them",
};

/** Sends all lines; continues an unfinished import of the same file if its lines are the same. */
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
    throw new Error(`This file is being added: ${left.added} of ${left.requested} codes so far.`);
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

function print({ lines, productName }, found, doubts) {
  console.log(`${lines} lines for ${plain(productName)}:`);
  for (const [name, words] of Object.entries({
    new: "new",
    shelf: "on the shelf already",
    sold: "sold before",
    twice: "twice in the file",
    refused: "no code",
  }))
    if (found[name] > 0) console.log(`  ${found[name]} ${words}`);
  for (const doubt of DOUBTS)
    if (doubts[doubt] > 0)
      console.log(`  ${doubts[doubt]} ${DOUBT_WORDS[doubt]}: added only with --take=${doubt}`);
}

async function printProblems(id, found) {
  for (const finding of ["sold", "shelf", "twice", "unusual", "refused"]) {
    if (found[finding] === 0) continue;
    const { rows } = await ask("GET", `/imports/${id}?finding=${finding}`);
    for (const { line, lastFour, why } of rows.slice(0, SHOWN_MAX))
      console.log(`  line ${line} …${plain(lastFour ?? "")}  ${plain(why)}`);
  }
}

/** Prints the progress, only at a terminal. */
function progress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\u001b[K\n\u001b[1A`);
}
