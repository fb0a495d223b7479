import { z } from "zod";
import { DiscountType } from "../cart.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { AmountToman, discountCodeStart, Id, Phone, TYPED_MAX, wholeNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Person, deskRefusals } from "./endpoint.ts";
import { PersianDay } from "./figures.ts";

/** Discount codes as operators make, list and stop them. Section 10.23. */

/** The most codes of one series: enough for one campaign, and not too many for one file. */
export const SERIES_CODES_MAX = 1_000;
/** The highest limit for the uses of a code, far above what a shop sells. */
const USES_MAX = 1_000_000;

export const discountCodeRefusals = {
  codeTaken: {
    code: "code_taken",
    status: 409,
    message: "این کد پیش‌تر ساخته شده است. کد دیگری بنویسید.",
  },
  nobody: { code: "person_unknown", status: 409, message: "حسابی با این شماره نیست." },
  dayOver: { code: "day_over", status: 409, message: "این روز گذشته است. روز دیگری بنویسید." },
  /** Another operator stopped or started it in the meantime. */
  stale: {
    code: "stale_discount_code",
    status: 409,
    message: "وضعیت این کد پیش‌تر عوض شده است. فهرست را دوباره ببینید.",
  },
} as const satisfies Record<string, Refusal>;

const STATES = ["running", "ended", "stopped"] as const;

const Uses = (message: string) => wholeNumber(1, USES_MAX, message);

/** The terms of a code, exactly those that carts apply. */
const Terms = z.object({
  type: DiscountType,
  value: AmountToman.describe("Percent or toman, depending on `type`"),
  maxDiscount: AmountToman.nullable().describe(
    "Toman that the code takes off one purchase at most; null without a limit",
  ),
  minPurchase: AmountToman.nullable(),
  maySellBelowCost: z.boolean().default(false),
  usesMax: Uses("تعداد استفاده باید عددی از ۱ به بالا باشد.").nullable(),
  usesPerPerson: Uses("تعداد استفادهٔ هر نفر باید عددی از ۱ به بالا باشد.").default(1),
  until: PersianDay.nullable().describe(
    "Last day (Persian calendar), until midnight in Tehran; null when it does not expire",
  ),
});
const isPercent = { error: "درصد باید عددی از ۱ تا ۱۰۰ باشد.", path: ["value"] };
const fits = ({ type, value }: z.output<typeof Terms>) => type === "fixed" || value <= 100;

const CODE_WORDS = "کد از ۳ تا ۳۲ حرف لاتین، رقم، خط تیره یا زیرخط است.";
const NewCode = discountCodeStart(CODE_WORDS).pipe(
  z.string().regex(/^[A-Z0-9_-]{3,32}$/, { error: CODE_WORDS }),
);
const PREFIX_WORDS = "پیشوند از ۲ تا ۱۲ حرف لاتین یا رقم است.";
const Prefix = discountCodeStart(PREFIX_WORDS).pipe(
  z.string().regex(/^[A-Z0-9]{2,12}$/, { error: PREFIX_WORDS }),
);

const NewDiscountCode = Terms.extend({
  code: NewCode,
  phone: Phone.nullable().describe("Phone of the only person who may use it; null for everybody"),
}).refine(fits, isPercent);

const NewSeries = Terms.extend({
  prefix: Prefix,
  count: wholeNumber(1, USES_MAX, "تعداد کدها را بنویسید.").pipe(
    z.number().max(SERIES_CODES_MAX, { error: "یک دسته بیش از ۱٬۰۰۰ کد ندارد." }),
  ),
}).refine(fits, isPercent);

export const DeskDiscountCode = z.object({
  id: z.string(),
  code: z.string().describe("The code; viewers see only its first two characters"),
  series: z
    .object({ id: z.string(), prefix: z.string(), count: z.number().int() })
    .nullable()
    .describe(
      "Set when it belongs to a series; in lists the first code stands for the series, with the sums of all its codes",
    ),
  type: DiscountType,
  value: z.number().int(),
  maxDiscount: z.number().int().nullable(),
  minPurchase: z.number().int(),
  maySellBelowCost: z.boolean(),
  person: Person.nullable().describe("The only person who may use it; null for everybody"),
  usesMax: z.number().int().nullable(),
  usesPerPerson: z.number().int(),
  expiresAt: z.iso.datetime().nullable(),
  until: z
    .string()
    .nullable()
    .describe("Last day in the Persian calendar, in Latin digits; null when it does not expire"),
  state: z
    .enum(STATES)
    .describe("running: usable; ended: expired or used up; stopped: by an operator"),
  madeBy: z.string().nullable().describe("Null when no operator created it at the desk"),
  createdAt: z.iso.datetime(),
  uses: z.number().int().describe("Number of paid orders that used the code"),
  given: z.number().int().describe("Toman that the code took off items that were bought and kept"),
  belowCost: z
    .object({ orders: z.number().int(), toman: z.number().int() })
    .nullable()
    .describe(
      "Orders with this code in which an item was sold below the cost of its codes, and the loss in toman; null when the code cannot cause that, and for operators who may not see costs",
    ),
});
export type DeskDiscountCode = z.infer<typeof DeskDiscountCode>;

export const listDeskDiscountCodes = {
  method: "GET",
  path: "/discount-codes",
  role: "viewer",
  area: "goods",
  trace: "list",
  summary:
    "Discount codes with their uses and their cost, newest first; codes of invitations only when `code` or `person` asks for them. A page may be short although more follow",
  query: PageQuery.extend({
    state: z.enum(STATES).optional(),
    code: z
      .string()
      .max(TYPED_MAX)
      .optional()
      .describe("Beginning of the code; viewers must give the whole code"),
    series: Id.optional().describe("Id of a series; the response lists all its codes"),
    person: Id.optional(),
  }),
  answer: z.object({ discountCodes: z.array(DeskDiscountCode), nextCursor: NextCursor }),
  refusals: [refusals.invalid],
} as const satisfies DeskEndpoint;

export const makeDiscountCode = {
  method: "POST",
  path: "/discount-codes",
  role: "finance",
  area: "goods",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Create a discount code. The same operator can repeat the call with the same terms and gets the same code",
  body: NewDiscountCode,
  answer: Message.extend({ discountCode: DeskDiscountCode }),
  refusals: [
    refusals.invalid,
    discountCodeRefusals.codeTaken,
    discountCodeRefusals.nobody,
    discountCodeRefusals.dayOver,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const previewDiscountSeries = {
  method: "POST",
  path: "/discount-codes/preview",
  role: "finance",
  area: "goods",
  trace: "view",
  summary: "Preview a series of random codes; nothing is created",
  body: NewSeries,
  answer: z.object({
    examples: z
      .array(z.string())
      .describe("Examples of codes in the same form; the series will have other codes"),
    alike: z
      .number()
      .int()
      .describe("Number of existing codes that begin with the prefix; 1000 means 1000 or more"),
    most: z
      .number()
      .int()
      .nullable()
      .describe(
        "Toman that all codes of the series together can take off at most; null when unlimited",
      ),
  }),
  refusals: [refusals.invalid, discountCodeRefusals.dayOver],
} as const satisfies DeskEndpoint;

const SeriesFile = z.object({
  name: z.string(),
  text: z.string().describe("CSV with one code in each line"),
});

export const makeDiscountSeries = {
  method: "POST",
  path: "/discount-codes/series",
  role: "finance",
  area: "goods",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  takesKey: true,
  summary: "Create many random codes with a prefix and the same terms, and return them as a table",
  body: NewSeries,
  answer: Message.extend({ series: z.string().describe("Id of the series"), file: SeriesFile }),
  refusals: [
    refusals.invalid,
    refusals.keyReused,
    discountCodeRefusals.dayOver,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;

export const exportDiscountSeries = {
  method: "GET",
  path: "/discount-codes/series/:id/export",
  role: "finance",
  area: "goods",
  needsFresh: true,
  trace: "view",
  summary: "Export the codes of a series as a CSV table, with their uses",
  answer: z.object({ file: SeriesFile }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const setDiscountActive = {
  method: "PUT",
  path: "/discount-codes/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Stop or restart a code; for a code of a series this applies to the whole series, unless `isAlone` is true",
  body: z.object({
    status: z.enum(["stopped", "running"]),
    isAlone: z
      .boolean()
      .default(false)
      .describe("True: change only this code, not its whole series"),
  }),
  answer: Message.extend({ discountCode: DeskDiscountCode }),
  refusals: [refusals.invalid, refusals.notFound, discountCodeRefusals.stale],
} as const satisfies DeskEndpoint;
