import { z } from "zod";
import { DeliveryType } from "../catalogue.ts";
import { Message, refusals } from "../endpoint.ts";
import { Id } from "../field.ts";
import { Questions } from "../question.ts";
import { type DeskEndpoint, deskRefusals } from "./endpoint.ts";
import {
  CategoryFacts,
  NewSubcategoryName,
  NewType,
  PriceFacts,
  ProductFacts,
  RedeemUrl,
  Steps,
  SubcategoryFacts,
  Tutorial,
  UnitCost,
  Units,
  Words,
  catalogueRefusals,
  fitting,
} from "./goods.ts";

/** A catalogue as a file. Section 10.30. */

/** The largest catalogue file, in bytes; a file with a thousand products has half of this size. */
export const CATALOGUE_MAX_BYTES = 1_048_576;

const unknownKeys = (words: string) => ({
  error: (issue: { code?: string | undefined; keys?: unknown }) =>
    issue.code === "unrecognized_keys" && Array.isArray(issue.keys)
      ? `این‌جا جای «${issue.keys.slice(0, 3).map(String).join("»، «").slice(0, 120)}» نیست.`
      : words,
});
const listOf = <Item extends z.ZodType>(item: Item, most: number, words: string) =>
  z.array(item, { error: words }).max(most, { error: "این فهرست بیش از اندازه بلند است." });

const FileProduct = fitting(
  z.strictObject(
    {
      ...ProductFacts.omit({ unitCost: true }).shape,
      deliveryType: z.enum(DeliveryType.options, { error: "شیوهٔ تحویل instant یا manual است." }),
      price: PriceFacts.shape.price,
      priceAfterDiscount: PriceFacts.shape.priceAfterDiscount.default(null),
      reward: PriceFacts.shape.reward.default(0),
      id: Id.optional().describe(
        "Id of an existing product; when absent, it is found by its region and denomination",
      ),
      stock: Units.optional().describe(
        "Initial units of a new manual product; existing products keep their units",
      ),
      unitCost: UnitCost.optional(),
      questions: Questions.optional().describe(
        "Questions of the product to its buyer; when absent, they stay unchanged",
      ),
    },
    unknownKeys("هر کالا با نام، ریجن، ارزش، قیمت و شیوهٔ تحویل نوشته می‌شود."),
  ),
);
const FileSubcategory = z.strictObject(
  {
    ...SubcategoryFacts.omit({ redeemUrl: true, redeemSteps: true }).shape,
    urlName: NewSubcategoryName,
    redeem: z
      .strictObject(
        { url: RedeemUrl.nullable().default(null), steps: Steps.default([]) },
        unknownKeys("راهنمای فعال‌سازی نشانی و گام دارد."),
      )
      .optional(),
    tutorial: Tutorial.nullable().optional(),
    words: Words.optional(),
    products: listOf(FileProduct, 1_000, "کالاها فهرست‌اند."),
  },
  unknownKeys("هر زیردسته با نام‌ها، رنگ و کالاهایش نوشته می‌شود."),
);
/** A catalogue as a file: the demo shop is filled from one, and operators import one. */
export const CatalogueFile = z.strictObject(
  {
    categories: listOf(
      z.strictObject(
        {
          ...CategoryFacts.shape,
          type: NewType,
          subcategories: listOf(FileSubcategory, 200, "زیردسته‌ها فهرست‌اند."),
        },
        unknownKeys("هر دسته با نام و زیردسته‌هایش نوشته می‌شود."),
      ),
      50,
      "پرونده با «categories» آغاز می‌شود که فهرست دسته‌هاست.",
    ),
  },
  unknownKeys("پرونده با «categories» آغاز می‌شود که فهرست دسته‌هاست."),
);
export type CatalogueFile = z.output<typeof CatalogueFile>;

export const previewCatalogue = {
  method: "POST",
  path: "/catalogue/preview",
  role: "finance",
  area: "goods",
  trace: "view",
  summary: "Preview what a catalogue file would change; nothing is changed",
  body: z.strictObject({ catalogue: CatalogueFile }),
  answer: z.object({
    fingerprint: z.string().describe("Identifies exactly these changes; send it with the import"),
    changes: z.array(
      z.object({
        kind: z.enum(["category", "subcategory", "product", "price", "questions"]),
        id: z.string(),
        name: z.string(),
        isNew: z.boolean(),
        fields: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
    unchanged: z.number().int().describe("Number of entries of the file that need no change"),
  }),
  refusals: [refusals.invalid, catalogueRefusals.wrongFile],
} as const satisfies DeskEndpoint;

export const importCatalogue = {
  method: "POST",
  path: "/catalogue/import",
  role: "finance",
  area: "goods",
  isPersonal: true,
  needsFresh: true,
  trace: "decision",
  summary:
    "Import a catalogue file: create missing entries, change those that differ, delete nothing. All changes are made or none",
  body: z.strictObject({ catalogue: CatalogueFile, fingerprint: z.string().max(64) }),
  answer: Message.extend({ changed: z.number().int() }),
  refusals: [
    refusals.invalid,
    catalogueRefusals.wrongFile,
    catalogueRefusals.stale,
    deskRefusals.askedSecond,
    deskRefusals.alreadyProposed,
  ],
} as const satisfies DeskEndpoint;
