import { z } from "zod";
import { DiscountType } from "../cart.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { AmountToman, discountCodeStart, Id, Phone, TYPED_MAX, wholeNumber } from "../field.ts";
import { NextCursor, PageQuery } from "../page.ts";
import { type DeskEndpoint, Person, deskRefusals } from "./endpoint.ts";
import { PersianDay } from "./figures.ts";

/** Discount codes as operators make, list and stop them. Section 10.23. */

/** Codes of one series: what one person gives away in one campaign, and one file. */
export const SERIES_CODES_MAX = 1_000;
/** Uses that a code may be given; far above what a shop sells. */
const USES_MAX = 1_000_000;

export const discountCodeRefusals = {
  codeTaken: {
    code: "code_taken",
    status: 409,
    message: "این کد پیش‌تر ساخته شده است. کد دیگری بنویسید.",
  },
  nobody: { code: "person_unknown", status: 409, message: "حسابی با این شماره نیست." },
  dayOver: { code: "day_over", status: 409, message: "این روز گذشته است. روز دیگری بنویسید." },
  /** Somebody else stopped or started it meanwhile. */
  stale: {
    code: "stale_discount_code",
    status: 409,
    message: "وضعیت این کد پیش‌تر عوض شده است. فهرست را دوباره ببینید.",
  },
} as const satisfies Record<string, Refusal>;

const STATES = ["running", "ended", "stopped"] as const;

const Uses = (message: string) => wholeNumber(1, USES_MAX, message);

/** The terms of a code, exactly as far as carts honour them. */
const Terms = z.object({
  type: DiscountType,
  value: AmountToman.describe("Percent, or toman"),
  maxDiscount: AmountToman.nullable().describe("The most that it takes off a purchase"),
  minPurchase: AmountToman.nullable(),
  maySellBelowCost: z.boolean().default(false),
  usesMax: Uses("تعداد استفاده باید عددی از ۱ به بالا باشد.").nullable(),
  usesPerPerson: Uses("تعداد استفادهٔ هر نفر باید عددی از ۱ به بالا باشد.").default(1),
  until: PersianDay.nullable().describe("Its last day in Tehran, until midnight"),
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
  phone: Phone.nullable().describe("Of the one person who may use it; null for everybody"),
}).refine(fits, isPercent);

const NewSeries = Terms.extend({
  prefix: Prefix,
  count: wholeNumber(1, USES_MAX, "تعداد کدها را بنویسید.").pipe(
    z.number().max(SERIES_CODES_MAX, { error: "یک دسته بیش از ۱٬۰۰۰ کد ندارد." }),
  ),
}).refine(fits, isPercent);

export const DeskDiscountCode = z.object({
  id: z.string(),
  code: z.string().describe("Its first two characters for viewers"),
  series: z
    .object({ id: z.string(), prefix: z.string(), count: z.number().int() })
    .nullable()
    .describe("Set for one of many; in lists the first stands for all, with the sums of all"),
  type: DiscountType,
  value: z.number().int(),
  maxDiscount: z.number().int().nullable(),
  minPurchase: z.number().int(),
  maySellBelowCost: z.boolean(),
  person: Person.nullable().describe("Who alone may use it"),
  usesMax: z.number().int().nullable(),
  usesPerPerson: z.number().int(),
  expiresAt: z.iso.datetime().nullable(),
  until: z.string().nullable().describe("Its last day by the Persian calendar, in Latin digits"),
  state: z.enum(STATES).describe("ended: over, or used up"),
  madeBy: z.string().nullable().describe("Null when no operator made it here"),
  createdAt: z.iso.datetime(),
  uses: z.number().int().describe("Paid orders"),
  given: z.number().int().describe("Toman taken off what was bought and kept"),
  belowCost: z
    .object({ orders: z.number().int(), toman: z.number().int() })
    .nullable()
    .describe(
      "Orders with it in which an item was sold below what its codes cost, and by how much; null for a code that cannot do that, and where costs are closed",
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
    "Discount codes with their uses and what they cost, newest first; those of invitations only when searched for or asked for by person. A page may be short although more follow",
  query: PageQuery.extend({
    state: z.enum(STATES).optional(),
    code: z.string().max(TYPED_MAX).optional().describe("Its beginning; all of it for viewers"),
    series: Id.optional().describe("All codes of one series"),
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
    "Make a discount code. Made again by the same operator with the same terms it answers the same code",
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
  summary: "Say what a series of random codes would be; nothing is made",
  body: NewSeries,
  answer: z.object({
    examples: z.array(z.string()).describe("Codes of the same form, which will not be these"),
    alike: z
      .number()
      .int()
      .describe("Codes that begin with the prefix already; 1000 is that or more"),
    most: z
      .number()
      .int()
      .nullable()
      .describe(
        "Toman that the series may cost if each use takes off all it may; null without end",
      ),
  }),
  refusals: [refusals.invalid, discountCodeRefusals.dayOver],
} as const satisfies DeskEndpoint;

const SeriesFile = z.object({
  name: z.string(),
  text: z.string().describe("CSV: one code a line"),
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
  summary: "Make many random codes with a prefix and the same terms, and give them out as a table",
  body: NewSeries,
  answer: Message.extend({ series: z.string().describe("Its id"), file: SeriesFile }),
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
  summary: "The codes of a series as a table, with their uses",
  answer: z.object({ file: SeriesFile }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const moveDiscountCode = {
  method: "PUT",
  path: "/discount-codes/:id",
  role: "finance",
  area: "goods",
  trace: "decision",
  summary:
    "Stop a code, or start it again; with one of a series all of it, unless that code alone is meant",
  body: z.object({
    status: z.enum(["stopped", "running"]),
    isAlone: z.boolean().default(false).describe("True for one code of a series by itself"),
  }),
  answer: Message.extend({ discountCode: DeskDiscountCode }),
  refusals: [refusals.invalid, refusals.notFound, discountCodeRefusals.stale],
} as const satisfies DeskEndpoint;
