import { atom } from "nanostores";
import type {
  addImport,
  dropImport,
  getImport,
  listImports,
  correctLines as correctLinesCall,
  openImport,
} from "../../../contract/desk/import.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import type { CodesInFile } from "../../../persian/code-file.ts";
import type { Refused } from "../call.ts";
import { callDesk } from "./call.ts";
import { loadShelf } from "./stock.ts";

/** A file of codes of one product: read in the browser, checked by the shop, then added. */

export type Import = AnswerOf<typeof openImport>["import"];
export type Look = AnswerOf<typeof getImport>;
export type Line = Look["rows"][number];
export type Finding = Line["finding"];
export type Doubt = NonNullable<Line["doubt"]>;
export type Kind = Finding | "problems";
export type Purchase = Omit<RequestOf<typeof addImport>["body"], "expected">;

interface ImportFile extends CodesInFile {
  name: string;
  /** The whole text of the file, since another column may contain the codes. */
  text: string;
}

export interface ImportState {
  /**
   * none: there is no import. reading: the browser reads the file. choosing: the operator has to
   * choose the column with the codes. sending: the lines are sent to the shop. broken: some lines
   * were not sent. looked: the dry run is ready. adding: codes are added to the stock.
   */
  stage: "none" | "reading" | "choosing" | "sending" | "broken" | "looked" | "adding";
  /** The file that is read or sent, as long as this page is open. */
  file: ImportFile | null;
  import: Import | null;
  look: Look | null;
  /** The kind of lines that are shown; null shows all. */
  filter: Kind | null;
  /** Why the last step failed, or empty. */
  problem: string;
  /** The sentence that is shown after codes were added, or empty. */
  done: string;
}

export const NOTHING: ImportState = {
  stage: "none",
  file: null,
  import: null,
  look: null,
  // Lines with problems are shown first, because new lines need no attention.
  filter: "problems",
  problem: "",
  done: "",
};
export const $import = atom<ImportState>(NOTHING);
export const setImport = (changes: Partial<ImportState>) => {
  $import.set({ ...$import.get(), ...changes });
};

/** The imports of all products that are in the dry run or being added now. */
export const $underWay = atom<readonly Import[]>([]);

export async function loadUnderWay(): Promise<void> {
  const outcome = await callDesk<typeof listImports>("GET", "/imports", { needs: ["imports"] });
  if (outcome.ok) $underWay.set(outcome.value.imports);
}

/** Shows the unfinished import of a product, whoever began it, in any browser. */
export async function resumeImport(productId: string): Promise<void> {
  const outcome = await callDesk<typeof listImports>("GET", "/imports", { needs: ["imports"] });
  if (!outcome.ok || $import.get().stage !== "none") return;
  const found = outcome.value.imports.find((one) => one.productId === productId);
  if (!found) return;
  if (found.state === "adding") {
    setImport({ stage: "adding", import: found });
    return;
  }
  if (found.sent < found.lines) setImport({ stage: "broken", import: found });
  else {
    setImport({ import: found });
    await lookAt(found.id);
  }
}

/** Loads the lines of an import, with what each one is. */
export async function lookAt(id: string): Promise<void> {
  const { filter } = $import.get();
  const outcome = await callDesk<typeof getImport>("GET", "/imports/:id", {
    params: { id },
    query: filter === null ? {} : { finding: filter },
    needs: ["found", "doubts", "rows"],
  });
  if (outcome.ok && filter !== null && outcome.value.rows.length === 0) {
    setImport({ filter: filter === "problems" ? null : "problems" });
    await lookAt(id);
  } else if (outcome.ok)
    setImport({ stage: "looked", import: outcome.value.import, look: outcome.value, problem: "" });
  else setImport({ problem: outcome.message });
}

/** Shows lines of one kind, or all. */
export async function showLines(filter: Kind | null): Promise<void> {
  const { import: one } = $import.get();
  setImport({ filter });
  if (one) await lookAt(one.id);
}

export async function showMoreLines(): Promise<void> {
  const { import: one, look, filter } = $import.get();
  if (!one || look?.nextAfter == null) return;
  const outcome = await callDesk<typeof getImport>("GET", "/imports/:id", {
    params: { id: one.id },
    query: { after: look.nextAfter, ...(filter !== null && { finding: filter }) },
    needs: ["rows"],
  });
  if (!outcome.ok) setImport({ problem: outcome.message });
  else setImport({ look: { ...outcome.value, rows: [...look.rows, ...outcome.value.rows] } });
}

/** Corrects wrong lines. A line with an empty text is left out of the import. */
export const correctLines = (
  id: string,
  lines: RequestOf<typeof correctLinesCall>["body"]["lines"],
) =>
  callDesk<typeof correctLinesCall>("PUT", "/imports/:id/lines", {
    params: { id },
    body: { lines },
    needs: ["found"],
  });

/** Loads every line with a problem, for a table. The codes are masked, as on the screen. */
export async function fetchProblems(): Promise<Line[] | null> {
  const { import: one } = $import.get();
  if (!one) return null;
  const lines: Line[] = [];
  let after: number | null = 0;
  while (after !== null) {
    const query: { finding: Kind; after: number } = { finding: "problems", after };
    const outcome = await callDesk<typeof getImport>("GET", "/imports/:id", {
      params: { id: one.id },
      query,
      needs: ["rows"],
    });
    if (!outcome.ok) return null;
    lines.push(...outcome.value.rows);
    after = outcome.value.nextAfter;
  }
  return lines;
}

/** Returns the number of codes that would be added if these doubts were accepted. */
export const countAdded = ({ found, doubts }: Look, takes: readonly Doubt[]): number =>
  takes.reduce((sum, doubt) => sum + (doubts[doubt] ?? 0), found.new ?? 0);

/** Adds the codes that the dry run announced. Returns the refusal, else null. */
export async function addCodes(purchase: Purchase): Promise<Refused | null> {
  const { import: one, look } = $import.get();
  if (!one || !look) return null;
  const expected = countAdded(look, purchase.takes ?? []);
  for (;;) {
    const outcome = await callDesk<typeof addImport>("PUT", "/imports/:id", {
      params: { id: one.id },
      body: { ...purchase, expected },
      needs: ["import"],
    });
    if (!outcome.ok) {
      if ($import.get().stage === "adding") {
        // The shop continues without this page, which only asks how far it is.
        await followAdding();
        return null;
      }
      if (outcome.code === "shelf_changed") await lookAt(one.id);
      const parts = [outcome.message, outcome.details].filter((part) => part !== "");
      return { ...outcome, message: parts.join(" ") };
    }
    const { import: now, message } = outcome.value;
    if (now.state === "added") {
      $import.set({ ...NOTHING, done: message });
      await loadShelf(one.productId);
      return null;
    }
    setImport({ stage: "adding", import: now });
  }
}

/** Asks how far the shop is with adding codes. */
export async function followAdding(): Promise<void> {
  const { import: one, stage } = $import.get();
  if (!one || stage !== "adding") return;
  const outcome = await callDesk<typeof getImport>("GET", "/imports/:id", {
    params: { id: one.id },
    query: {},
    isPoll: true,
    needs: ["import"],
  });
  if (!outcome.ok || $import.get().stage !== "adding") return;
  const { import: now } = outcome.value;
  if (now.state === "adding") setImport({ import: now });
  else {
    $import.set({ ...NOTHING, done: "کدهای این پرونده افزوده شد." });
    await loadShelf(now.productId);
  }
}

export const drop = (id: string) =>
  callDesk<typeof dropImport>("DELETE", "/imports/:id", { params: { id } });

/** Drops an import whose codes were not added. */
export async function dropFile(): Promise<void> {
  const { import: one } = $import.get();
  if (one) {
    const outcome = await drop(one.id);
    if (!outcome.ok && outcome.code === "import_under_way") {
      setImport({ stage: "adding", problem: outcome.message });
      return;
    }
    if (!outcome.ok && outcome.code !== "import_ended" && outcome.status !== 404) {
      setImport({ problem: outcome.message });
      return;
    }
  }
  $import.set(NOTHING);
}
