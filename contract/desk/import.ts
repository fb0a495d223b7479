import { z } from "zod";
import { Message, refusals } from "../endpoint.ts";
import { AmountToman, Id, text } from "../field.ts";
import { DOUBTS } from "../../persian/code-look.ts";
import { type DeskEndpoint, deskRefusals } from "./endpoint.ts";
import { IsSureOfCost, givingRefusals } from "./giving.ts";
import { importRefusals } from "./import-refusals.ts";

/** Codes that come in by a file: looked at first, added afterwards. Section 10.29. */

/** Codes of one file: a year's stock of a product that sells well. */
export const IMPORT_LINES_MAX = 100_000;
/** Titles, heads and empty rows above the codes. */
const HEAD_ROWS_MAX = 100;
/** Lines of one call; its body has to fit too. */
export const CHUNK_LINES_MAX = 1_000;
/** Lines that one answer shows. */
export const LINES_SHOWN_MAX = 100;
/** Wrong lines that one call mends, and one screen shows with a field. */
export const LINES_MENDED_MAX = 20;
/** Characters of a code; a line is sent with one more at most, which tells that it is too long. */
export const CODE_CHARACTERS_MAX = 500;

export const FINDINGS = ["new", "odd", "shelf", "sold", "twice", "refused"] as const;
export const Finding = z
  .enum(FINDINGS)
  .describe(
    "new; odd: it may be no code, see `doubt`; shelf: the shop has it; sold: it was " +
      "sold before; twice: an earlier line has it; refused: it is no code",
  );
export type Finding = z.infer<typeof Finding>;

const Count = z.number().int();

export const CodeImport = z.object({
  id: z.string(),
  productId: z.string(),
  productName: z.string(),
  fileName: z.string(),
  state: z.enum(["open", "adding", "added", "dropped"]),
  by: z.string().describe("The operator who brought it"),
  lines: Count.describe("Codes that the file has"),
  sent: Count.describe("Those that have come; the next one is `sent + 1`"),
  head: Count.describe("Lines of the file before its first code"),
  batchId: z.string().nullable(),
  wanted: Count.describe("Codes that are to be added"),
  added: Count.describe("Those that are on the shelf"),
  left: Count.describe("Lines that still have to be gone through"),
  createdAt: z.iso.datetime(),
});
export type CodeImport = z.infer<typeof CodeImport>;

const Found = z.record(Finding, Count).describe("How many lines are what");
export type Found = z.infer<typeof Found>;

export const Doubt = z
  .enum(DOUBTS)
  .describe(
    "Why a line is odd. first: nothing to compare it with, or the file's codes are not alike; shape: " +
      "another shape; zeros: a number without the zeros that it began with; check: a wrong check " +
      "digit; rounded: a long number whose last digits a spreadsheet made 0; alike: characters outside " +
      "ASCII, which are added as the Latin ones that they look like; hidden: characters that nobody sees, " +
      "without which it is added; unlike: a date, a link, a price, a sample",
  );
export type Doubt = z.infer<typeof Doubt>;
const Doubts = z.record(Doubt, Count).describe("How many odd lines are odd for what");
export type Doubts = z.infer<typeof Doubts>;

export const ImportLine = z.object({
  line: Count.describe("Its number in the file"),
  finding: Finding,
  doubt: Doubt.nullable().describe("Of an odd line"),
  lastFour: z.string().nullable().describe("Null for a short code"),
  why: z.string().describe("A sentence; empty for a new code"),
  orderId: z.string().nullable().describe("The order in which it was sold"),
});
export type ImportLine = z.infer<typeof ImportLine>;

/** Files that one operator, a program too, has on their way at a time. */
export const OPEN_IMPORTS_MAX = 20;

export const openImport = {
  method: "POST",
  path: "/imports",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Begin to look at a file of codes for a product; nothing is for sale yet. Made again with the same id it answers the same import",
  body: z.object({
    id: z.uuid({ error: "شناسهٔ پرونده نادرست است." }),
    productId: Id,
    fileName: text(1, 120, "نام پرونده را بنویسید."),
    lines: z
      .number({ error: "شمار سطرها را بنویسید." })
      .int({ error: "شمار سطرها را بنویسید." })
      .min(1, { error: "این پرونده کدی ندارد." })
      .max(IMPORT_LINES_MAX, { error: "یک پرونده بیش از ۱۰۰٬۰۰۰ کد نمی‌گیرد. آن را چند بخش کنید." })
      .describe("Codes that the file has"),
    head: z
      .number()
      .int()
      .min(0)
      .max(HEAD_ROWS_MAX)
      .default(0)
      .describe("Rows before its first code"),
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
    "Send the next lines of a file. They are compared and wait sealed; sent again they change nothing",
  body: z.object({
    first: z.number().int().min(1).max(IMPORT_LINES_MAX).describe("The number of the first one"),
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

export const mendLines = {
  method: "PUT",
  path: "/imports/:id/lines",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Type wrong lines of a dry run anew, or leave them out; each is compared again. Sent again they change nothing",
  body: z.object({
    lines: z
      .array(
        z.object({
          line: z.number().int().min(1).describe("Its number in the file"),
          text: ImportedLine.describe("The code; empty leaves it out"),
        }),
      )
      .min(1, { error: "دست‌کم یک سطر را بنویسید." })
      .max(LINES_MENDED_MAX, { error: "در هر بار بیش از ۲۰ سطر نمی‌توان اصلاح کرد." })
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
  summary: "How far an import is, and what its lines are, with masked codes",
  query: z.object({
    finding: z
      .enum([...FINDINGS, "problems"])
      .optional()
      .describe("Only such lines; `problems` are all that are not new"),
    after: z.coerce.number().int().min(0).max(IMPORT_LINES_MAX).default(0),
  }),
  answer: z.object({
    import: CodeImport,
    found: Found,
    doubts: Doubts,
    rows: z.array(ImportLine),
    nextAfter: z.number().int().nullable().describe("For the next page"),
  }),
  refusals: [refusals.invalid, refusals.notFound],
} as const satisfies DeskEndpoint;

export const Purchase = z.object({
  supplier: text(2, 100, "نام تأمین‌کننده را بنویسید."),
  invoice: text(0, 100).default("").describe("Its number"),
  unitCost: AmountToman.describe("Toman for each code"),
  dollar: AmountToman.nullable().default(null).describe("Toman for a dollar on that day"),
});

export const addImport = {
  method: "PUT",
  path: "/imports/:id",
  role: "finance",
  area: "codes",
  trace: "decision",
  summary:
    "Add what the dry run said as one batch. Each call adds a page; called again it goes on until the state is `added`",
  body: Purchase.extend({
    takes: z
      .array(Doubt)
      .max(DOUBTS.length)
      .default([])
      .describe("Adds lines that are odd for this"),
    expected: Count.min(0).describe("Codes to add, as the dry run said"),
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
  summary: "Drop a file that was only looked at; its lines are deleted",
  answer: Message,
  refusals: [refusals.notFound, importRefusals.underWay, importRefusals.ended],
} as const satisfies DeskEndpoint;

export const listImports = {
  method: "GET",
  path: "/imports",
  role: "viewer",
  area: "codes",
  trace: "list",
  summary: "Imports that are under way, oldest first",
  answer: z.object({ imports: z.array(CodeImport) }),
  refusals: [],
} as const satisfies DeskEndpoint;
