import type { openImport, sendLines } from "../../../contract/desk/import.ts";
import { type Limits, findCodes, nextLines } from "../../../persian/code-file.ts";
import { decodeFile, piecesOf, troubleOfSize } from "../../../persian/text-file.ts";
import { callDesk } from "./call.ts";
import { $import, NOTHING, drop, lookAt, setImport } from "./import.ts";

/** Files of codes: read in the browser, and sent line by line. */

/** Limits of a file, and of one call. */
export interface ImportLimits extends Limits {
  chunkMax: number;
  /** The most wrong lines that one call corrects. */
  correctedMax: number;
}

/** Reads a file, sends its lines, and shows what each line is. */
export async function bringFile(productId: string, file: File, limits: ImportLimits) {
  const trouble = troubleOfSize(file.size);
  if (trouble !== null) {
    refuseFile(trouble);
    return;
  }
  setImport({ stage: "reading", problem: "", done: "" });
  const read = await decodeFile(piecesOf(file));
  if ("trouble" in read) refuseFile(read.trouble);
  else await bringText(productId, read.text, file.name, limits);
}

/** Shows why a file was refused. An import that was not sent completely can still be continued. */
function refuseFile(problem: string): void {
  const isLeft = $import.get().import !== null;
  setImport({ stage: isLeft ? "broken" : "none", problem, done: "" });
}

/** Like `bringFile`, with a text. `column` is the column with the codes. */
export async function bringText(
  productId: string,
  text: string,
  name: string,
  limits: ImportLimits,
  column?: number,
): Promise<void> {
  const found = findCodes(text, limits, column);
  if ("trouble" in found) {
    refuseFile(found.trouble);
    return;
  }
  const file = { ...found, name: nameOf(name), text };
  if (!found.isSure) {
    setImport({ stage: "choosing", file, problem: "", done: "" });
    return;
  }
  // The same file continues an import that was not sent completely.
  const { import: left } = $import.get();
  const isSame = left?.fileName === file.name && left.lines === found.codes.length;
  if (left && !isSame) await drop(left.id);
  $import.set({ ...NOTHING, stage: "sending", file, import: isSame ? left : null });
  await sendAll(productId, limits);
}

/** Takes the codes from another column of the same file. */
export async function takeColumn(productId: string, column: number, limits: ImportLimits) {
  const { file, import: before } = $import.get();
  if (!file) return;
  if (before) await drop(before.id);
  if (before) setImport({ import: null });
  await bringText(productId, file.text, file.name, limits, column);
}

/**
 * Sends every line, also when it continues an import: lines that the shop already has change
 * nothing, so a line whose answer was lost is simply sent again.
 */
export async function sendAll(productId: string, limits: ImportLimits): Promise<void> {
  const { file: held, import: begun } = $import.get();
  if (!held) return;
  // A copy, so that `isOver` can recognise by the object that another attempt has begun.
  const file = { ...held };
  setImport({ stage: "sending", file, problem: "" });
  /** True when the file was dropped in the meantime, or another sending has begun. */
  const isOver = () => $import.get().file !== file || $import.get().stage !== "sending";
  const id = begun?.id ?? crypto.randomUUID();
  const opened = await callDesk<typeof openImport>("POST", "/imports", {
    body: {
      id,
      productId,
      fileName: file.name,
      lines: file.codes.length,
      headerRows: file.headerRows,
    },
  });
  if (isOver()) return;
  if (!opened.ok) {
    const [field] = Object.values(opened.fields);
    setImport({ stage: "broken", problem: field ?? opened.message });
    return;
  }
  setImport({ import: opened.value.import });
  for (let at = 0; at < file.codes.length;) {
    const lines = nextLines(file.codes, at, limits.chunkMax);
    const sent = await callDesk<typeof sendLines>("POST", "/imports/:id/lines", {
      params: { id },
      body: { first: at + 1, lines },
      needs: ["import"],
    });
    if (isOver()) return;
    if (!sent.ok && sent.code === "other_lines" && begun !== null) {
      // The lines show that the unfinished import belongs to another file of the same length.
      await drop(id);
      setImport({ import: null });
      await sendAll(productId, limits);
      return;
    }
    if (!sent.ok) {
      setImport({ stage: "broken", problem: sent.message });
      return;
    }
    at += lines.length;
    setImport({ import: sent.value.import });
  }
  await lookAt(id);
}

const nameOf = (name: string) => name.trim().slice(0, 120) || "codes";
