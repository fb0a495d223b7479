import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { AmountToman, Id, text } from "../field.ts";
import { DOUBTS } from "../../persian/code-look.ts";
import { type DeskEndpoint, deskRefusals } from "./endpoint.ts";
import { IsSureOfCost, givingRefusals } from "./giving.ts";
import { importRefusals } from "./import-refusals.ts";

/** Codes from a file: first a dry run, then the import. Section 10.29. */

/** The most codes of one file: enough for a year of a product that sells well. */
export const IMPORT_LINES_MAX = 100_000;
/** The most rows above the first code: titles, headers and empty rows. */
const HEADER_ROWS_MAX = 100;
/** The most lines of one call; they must also fit into the largest body of a request. */
export const CHUNK_LINES_MAX = 1_000;
/** The most lines in one response. */
export const LINES_SHOWN_MAX = 100;
/** The most wrong lines that one call corrects, and that one screen shows with an input. */
export const LINES_CORRECTED_MAX = 20;
/**
 * The most characters of a code. A longer line is cut to one character more, which shows that it is
 * too long.
 */
export const CODE_CHARACTERS_MAX = 500;

export const FINDINGS = ["new", "unusual", "shelf", "sold", "twice", "refused"] as const;
export const Finding = z
  .enum(FINDINGS)
  .describe(
    "new: can be added; unusual: may be no code, see `doubt`; shelf: already in stock; sold: was sold before; twice: an earlier line has the same code; refused: is no code",
  );
export type Finding = z.infer<typeof Finding>;

const Count = z.number().int();

export const CodeImport = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  fileName: z.string(),
  state: z.enum(["open", "adding", "added", "dropped"]),
  by: z.string().describe("The operator who sent the file"),
  lines: Count.describe("Number of codes in the file"),
  sent: Count.describe("Number of codes received so far; the next call sends line `sent + 1`"),
  headerRows: Count.describe("Number of rows of the file before its first code"),
  batchId: z.string().nullable(),
  requested: Count.describe("Number of codes that will be added"),
  added: Count.describe("Number of codes that were added to the stock"),
  left: Count.describe("Number of codes that still have to be added"),
  createdAt: z.iso.datetime(),
});
export type CodeImport = z.infer<typeof CodeImport>;

const Found = z.record(Finding, Count).describe("Number of lines for each finding");
export type Found = z.infer<typeof Found>;

export const Doubt = z
  .enum(DOUBTS)
  .describe(
    "Why a line is unusual. first: nothing to compare it with, or the file's codes are not alike; shape: it differs from the other codes in form; zeros: a number that lost its leading zeros; check: wrong check digit; rounded: a long number whose last digits a spreadsheet rounded to 0; alike: characters outside ASCII, which are replaced by the Latin ones that they look like; hidden: invisible characters, which are removed; unlike: a date, a link, a price, a sample",
  );
export type Doubt = z.infer<typeof Doubt>;
const Doubts = z.record(Doubt, Count).describe("Number of unusual lines for each doubt");
export type Doubts = z.infer<typeof Doubts>;

export const ImportLine = z.object({
  line: Count.describe("Number of the code; its row in the file is `line + headerRows`"),
  finding: Finding,
  doubt: Doubt.nullable().describe("Why the line is unusual; null for other lines"),
  lastFour: z.string().nullable().describe("Last four characters; null for a short code"),
  why: z.string().describe("Persian sentence that explains the finding; empty for a new code"),
  orderId: z.string().nullable().describe("Id of the order in which the code was sold"),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** The most unfinished imports of one operator, or of one program, at the same time. */
export const OPEN_IMPORTS_MAX = 20;

export const openImport = {
  method: "POST",
  path: "/imports",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Start the dry run of a file of codes for a product; nothing is for sale yet. A repeated call with the same id returns the same import",
  body: z.object({
    id: z.uuid({ error: "شناسهٔ پرونده نادرست است." }),
    productId: Id,
    fileName: text(1, 120, "نام پرونده را بنویسید."),
    lines: z
      .number({ error: "شمار سطرها را بنویسید." })
      .int({ error: "شمار سطرها را بنویسید." })
      .min(1, { error: "این پرونده کدی ندارد." })
      .max(IMPORT_LINES_MAX, { error: "یک پرونده بیش از ۱۰۰٬۰۰۰ کد نمی‌گیرد. آن را چند بخش کنید." })
      .describe("Number of codes in the file"),
    headerRows: z
      .number()
      .int()
      .min(0)
      .max(HEADER_ROWS_MAX)
      .default(0)
      .describe("Number of rows before the first code"),
  }),
  answer: Message.extend({ import: CodeImport }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    importRefusals.byHand,
    importRefusals.idTaken,
    importRefusals.tooManyOpen,
  ],
} as const satisfies DeskEndpoint;

const ImportedLine = z
  .string()
  .max(CODE_CHARACTERS_MAX + 1)
  .meta({ writeOnly: true });

export const sendLines = {
  method: "POST",
  path: "/imports/:id/lines",
  role: "finance",
  area: "codes",
  trace: "list",
  summary:
    "Send the next lines of a file. They are compared and stored encrypted; sending the same lines again changes nothing",
  body: z.object({
    first: z
      .number()
      .int()
      .min(1)
      .max(IMPORT_LINES_MAX)
      .describe("Number of the first of these lines; a file begins with line 1"),
    lines: z
      .array(ImportedLine)
      .min(1, { error: "دست‌کم یک سطر بفرستید." })
      .max(CHUNK_LINES_MAX, { error: "در هر بار بیش از ۱٬۰۰۰ سطر نمی‌توان فرستاد." }),
  }),
  answer: z.object({ import: CodeImport }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    importRefusals.otherLines,
    importRefusals.underWay,
    importRefusals.ended,
  ],
} as const satisfies DeskEndpoint;

export const correctLines = {
  method: "PUT",
  path: "/imports/:id/lines",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Correct wrong lines of a dry run, or leave them out; each is compared again. Repeating the call changes nothing",
  body: z.object({
    lines: z
      .array(
        z.object({
          line: z.number().int().min(1).describe("`line` from the dry run"),
          text: ImportedLine.describe("The corrected code; an empty text leaves the line out"),
        }),
      )
      .min(1, { error: "دست‌کم یک سطر را بنویسید." })
      .max(LINES_CORRECTED_MAX, { error: "در هر بار بیش از ۲۰ سطر نمی‌توان اصلاح کرد." })
      .refine((lines) => new Set(lines.map(({ line }) => line)).size === lines.length, {
        error: "یک سطر دو بار آمده است.",
      }),
  }),
  answer: Message.extend({ import: CodeImport, found: Found, doubts: Doubts }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    importRefusals.incomplete,
    importRefusals.linesChanged,
    importRefusals.underWay,
    importRefusals.ended,
  ],
} as const satisfies DeskEndpoint;

export const getImport = {
  method: "GET",
  path: "/imports/:id",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "Get the progress of an import and the finding for each line, with masked codes",
  query: z.object({
    finding: z
      .enum([...FINDINGS, "problems"])
      .optional()
      .describe("Only lines with this finding; `problems`: all lines that are not new"),
    after: z.coerce.number().int().min(0).max(IMPORT_LINES_MAX).default(0),
  }),
  answer: z.object({
    import: CodeImport,
    found: Found,
    doubts: Doubts,
    rows: z.array(ImportLine),
    nextAfter: z
      .number()
      .int()
      .nullable()
      .describe("Send it as `after` to get the next page; null on the last page"),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const Purchase = z.object({
  supplier: text(2, 100, "نام تأمین‌کننده را بنویسید."),
  invoice: text(0, 100).default("").describe("The number of the invoice"),
  unitCost: AmountToman.describe("Cost of one code, toman"),
  dollar: AmountToman.nullable()
    .default(null)
    .describe("Price of a dollar in toman on the day of the purchase"),
});

export const addImport = {
  method: "PUT",
  path: "/imports/:id",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Add the codes of the dry run as one batch. Each call adds a part; repeat it until the state is `added`",
  body: Purchase.extend({
    takes: z
      .array(Doubt)
      .max(DOUBTS.length)
      .default([])
      .describe("Also add lines that are unusual for one of these reasons"),
    expected: Count.min(0).describe(
      "Number of codes to add, as in the dry run; if it has changed, nothing is added",
    ),
    isSure: IsSureOfCost,
  }),
  answer: Message.extend({ import: CodeImport }),
  refusals: [
    refusals.invalid,
    refusals.notFound,
    importRefusals.incomplete,
    importRefusals.nothingNew,
    importRefusals.shelfChanged,
    importRefusals.ended,
    givingRefusals.costFar,
    deskRefusals.personNeeded,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const dropImport = {
  method: "DELETE",
  path: "/imports/:id",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary: "Cancel an import whose codes were not added; its lines are deleted",
  answer: Message,
  refusals: [refusals.notFound, importRefusals.underWay, importRefusals.ended],
} as const satisfies DeskEndpoint;

export const listImports = {
  method: "GET",
  path: "/imports",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "List the unfinished imports, oldest first",
  answer: z.object({ imports: z.array(CodeImport) }),
  refusals: [],
} as const satisfies DeskEndpoint;
