import { z } from "zod";
import { DeliveryType, UrlName } from "../catalogue.ts";
import { Message, type Refusal, refusals } from "../endpoint.ts";
import { Id, nameText, text, wholeNumber } from "../field.ts";
import { type DeskEndpoint } from "./endpoint.ts";

/** The catalogue as operators make, change, order and hide it. Section 10.30. */

/** Bytes of a catalogue file; a thousand products need half of them. */
export const CATALOGUE_MAX_BYTES = 1_048_576;

/** Sentences of the form that a number or a name must have. */
const PRICE_WORDS = "قیمت عددی از ۱ تا ۹۹٬۹۹۹٬۹۹۹٬۹۹۹ تومان است.";
const LATIN_WORDS = "نام نشانی با حروف کوچک لاتین و رقم نوشته می‌شود و میان واژه‌هایش خط تیره است.";

export const catalogueRefusals = {
  nameTaken: {
    code: "url_name_taken",
    status: 409,
    message: "این نام نشانی پیش‌تر به کار رفته است. نام دیگری بنویسید.",
  },
  productExists: {
    code: "product_exists",
    status: 409,
    message: "این زیردسته کالای دیگری با همین ریجن و همین ارزش دارد.",
  },
  /** Somebody else changed it meanwhile. */
  stale: {
    code: "stale_catalogue",
    status: 409,
    message: "این مورد در این میان عوض شده است. وضعیت تازه را ببینید و دوباره تصمیم بگیرید.",
  },
  deliveryFixed: {
    code: "delivery_fixed",
    status: 409,
    message:
      "این کالا کد یا سفارش دارد و شیوهٔ تحویلش عوض نمی‌شود. آن را پنهان کنید و کالای تازه‌ای بسازید.",
  },
  unitsHeld: {
    code: "units_held",
    status: 409,
    message: "پرداخت‌های در راه بیش از این تعداد را نگه داشته‌اند. کمی بعد دوباره بکوشید.",
  },
  notManual: {
    code: "not_manual",
    status: 409,
    message: "موجودی کالای آنی شمار کدهای انبار آن است و این‌جا نوشته نمی‌شود.",
  },
  /** The fields name each place of the file. */
  wrongFile: {
    code: "wrong_catalogue",
    status: 422,
    message: "این پرونده با فروشگاه جور نیست و چیزی ثبت نشد.",
  },
} as const satisfies Record<string, Refusal>;

/** A text about goods: no signs of markup, which would look like a mistake wherever it is shown. */
const plain = <Text extends z.ZodType<string>>(schema: Text) =>
  schema.refine((value) => !/[<>]/.test(value), { error: "نشانه‌های < و > پذیرفته نمی‌شود." });
const Name = (most: number, empty: string) => plain(nameText(2, most, empty));
const newUrlName = (most: number, error: string) =>
  z
    .string({ error })
    .max(most, { error })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error });

/** Room for both in the id of a subcategory. */
const NewType = newUrlName(20, `${LATIN_WORDS} حداکثر ۲۰ حرف دارد.`);
const NewSubcategoryName = newUrlName(40, `${LATIN_WORDS} حداکثر ۴۰ حرف دارد.`);

const CategoryFacts = z.strictObject({ displayName: Name(40, "نام دسته را بنویسید.") });
export type CategoryFacts = z.output<typeof CategoryFacts>;

const RedeemUrl = z
  .string({ error: "نشانی صفحهٔ فعال‌سازی را بنویسید." })
  .max(300, { error: "این نشانی بیش از اندازه بلند است." })
  .refine((value) => isWebAddress(value), {
    error: "نشانی صفحهٔ فعال‌سازی با https:// آغاز می‌شود.",
  })
  .describe("{code} in it stands for the code");

function isWebAddress(value: string): boolean {
  const url = URL.parse(value.replaceAll("{code}", "A"));
  return /^https:\/\/[!-~]+$/.test(value) && url !== null && url.username === "";
}

const Steps = z
  .array(plain(text(2, 300, "هر گام را در یک سطر بنویسید.")), {
    error: "گام‌ها فهرستی از جمله‌هاست.",
  })
  .max(12, { error: "حداکثر ۱۲ گام می‌توان نوشت." })
  .describe("How the code is redeemed, step by step");
const Words = z
  .array(plain(text(1, 60, "هر واژه را در یک سطر بنویسید.")), {
    error: "واژه‌ها فهرستی از نوشته‌هاست.",
  })
  .max(80, { error: "حداکثر ۸۰ واژه می‌توان نوشت." })
  .transform((words) => [...new Set(words)].sort())
  .describe("Words by which people look for the service");
const Tutorial = UrlName.describe("Of the shop's tutorials, the one that the listing names");

const SubcategoryFacts = z.strictObject({
  displayName: Name(40, "نام زیردسته را بنویسید."),
  latinName: plain(text(1, 40, "نام لاتین را بنویسید.")).refine((value) => /^[ -~]+$/.test(value), {
    error: "نام لاتین را با حروف لاتین بنویسید.",
  }),
  hue: wholeNumber(0, 359, "رنگ عددی از ۰ تا ۳۵۹ است."),
  tagline: plain(text(2, 160, "یک جمله دربارهٔ این کارت‌ها بنویسید.")),
  regionNotice: plain(text(2, 300, "بنویسید حساب خریدار باید در کدام کشور باشد.")),
  redeemUrl: RedeemUrl.nullable(),
  redeemSteps: Steps,
  tutorial: Tutorial.nullable(),
  words: Words,
});
export type SubcategoryFacts = z.output<typeof SubcategoryFacts>;

const Units = wholeNumber(0, 1_000_000, "تعداد عددی از ۰ تا ۱٬۰۰۰٬۰۰۰ است.");
const UnitCost = wholeNumber(0, 99_999_999_999, "بهای خرید عددی از ۰ به بالا است.");
const Region = Name(40, "ریجن را بنویسید.");
const Denomination = plain(text(1, 30, "ارزش کارت را بنویسید، مانند $10."));
const ProductFacts = z.strictObject({
  name: Name(120, "نام کالا را بنویسید."),
  region: Region,
  denomination: Denomination,
  deliveryType: DeliveryType,
  unitCost: UnitCost.describe("What a unit of a manual product costs the shop, toman"),
});
export type ProductFacts = z.output<typeof ProductFacts>;

const Price = wholeNumber(1, 99_999_999_999, PRICE_WORDS);
const PriceFacts = z.strictObject({
  price: Price.describe("Toman"),
  priceAfterDiscount: Price.nullable().describe("Toman; null without a sale"),
  reward: wholeNumber(0, 99_999_999_999, "پاداش عددی از ۰ به بالا است.").describe(
    "Cashback per unit, toman",
  ),
});
export type PriceFacts = z.output<typeof PriceFacts>;

/** Adds what prices must be to each other. */
const fitting = <Schema extends z.ZodType<PriceFacts>>(schema: Schema) =>
  schema
    .refine(({ price, priceAfterDiscount: sale }) => sale === null || sale < price, {
      error: "قیمت حراج باید کمتر از قیمت باشد.",
      path: ["priceAfterDiscount"],
    })
    .refine(({ price, priceAfterDiscount: sale, reward }) => reward <= (sale ?? price), {
      error: "پاداش نمی‌تواند از قیمت بیشتر باشد.",
      path: ["reward"],
    });

/** What the operator saw of a thing; a decision about something else than that is refused. */
const Version = z
  .string({ error: "نخست این مورد را ببینید." })
  .regex(/^[a-f0-9]{16}$/, { error: "نخست این مورد را ببینید." });
const Reason = text(3, 200, "لطفاً دلیل را بنویسید.");

const asOutput = <Shape extends z.ZodRawShape>(shape: Shape) => z.object(shape);

export const DeskProduct = asOutput({
  id: z.string(),
  subcategoryId: z.string(),
  name: z.string(),
  region: z.string(),
  denomination: z.string(),
  deliveryType: DeliveryType,
  imageUrl: z.string(),
  price: z.number().int().describe("Toman"),
  priceAfterDiscount: z.number().int().nullable().describe("Toman; null without a sale"),
  reward: z.number().int().describe("Toman"),
  unitCost: z
    .number()
    .int()
    .nullable()
    .describe("The dearest of the next units on the shelf, toman; null when there is none"),
  stock: z.number().int().describe("Units that can be bought now, counted up to 100"),
  isShown: z.boolean().describe("False when an operator hid it"),
  isOnSale: z.boolean().describe("True when its subcategory and category are shown too"),
});
export type DeskProduct = z.infer<typeof DeskProduct>;

export const DeskSubcategory = asOutput({
  id: z.string(),
  type: z.string(),
  urlName: z.string(),
  displayName: z.string(),
  latinName: z.string(),
  hue: z.number().int(),
  tagline: z.string(),
  regionNotice: z.string(),
  redeemUrl: z.string().nullable(),
  redeemSteps: z.array(z.string()),
  tutorial: z.string().nullable(),
  words: z.array(z.string()),
  isShown: z.boolean(),
  version: z.string().describe("To be sent with a change"),
  products: z.array(DeskProduct),
});
export type DeskSubcategory = z.infer<typeof DeskSubcategory>;

export const DeskCategory = asOutput({
  type: z.string(),
  displayName: z.string(),
  isShown: z.boolean(),
  version: z.string().describe("To be sent with a change"),
  subcategories: z.array(DeskSubcategory),
});
export type DeskCategory = z.infer<typeof DeskCategory>;

const PriceChange = asOutput({
  number: z.number().int().describe("1 is what the product began with"),
  price: z.number().int(),
  priceAfterDiscount: z.number().int().nullable(),
  reward: z.number().int(),
  operator: z.string().nullable().describe("Null when it was not changed at the desk"),
  reason: z.string().nullable(),
  rate: z.number().int().nullable().describe("Toman for one unit of currency; null by hand"),
  changedAt: z.iso.datetime(),
});
export type PriceChange = z.infer<typeof PriceChange>;

/** Prices of the past that one answer carries. */
export const PRICE_CHANGES_SHOWN_MAX = 100;

const DeskProductPage = DeskProduct.extend({
  version: z.string().describe("To be sent with a change"),
  type: z.string(),
  categoryName: z.string(),
  subcategoryName: z.string(),
  subcategoryUrlName: z.string(),
  isListed: z.boolean().describe("False when its subcategory or category is hidden"),
  manualStock: z.number().int().describe("Units of a manual product, held ones too"),
  heldUnits: z.number().int().describe("Of these, held for payments under way"),
  manualUnitCost: z.number().int(),
  isUsed: z.boolean().describe("True when it has codes or orders; then its delivery is fixed"),
  prices: z.array(PriceChange).describe("Newest first, a hundred at most"),
});
export type DeskProductPage = z.infer<typeof DeskProductPage>;

export const getDeskCatalogue = {
  method: "GET",
  path: "/catalogue",
  role: "viewer",
  trace: "list",
  summary: "All categories, subcategories and products, hidden ones too, in their order",
  answer: z.object({
    categories: z.array(DeskCategory),
    tutorials: z.array(z.object({ slug: z.string(), title: z.string() })),
  }),
  refusals: [],
} as const satisfies DeskEndpoint;

const Made = Message.extend({ id: z.string() });

export const makeCategory = {
  method: "POST",
  path: "/categories",
  role: "finance",
  trace: "decision",
  summary: "Make a category",
  body: CategoryFacts.extend({ type: NewType, isShown: z.boolean().default(true) }),
  answer: Made,
  refusals: [refusals.invalid, catalogueRefusals.nameTaken],
} as const satisfies DeskEndpoint;

export const changeCategory = {
  method: "PUT",
  path: "/categories/:type",
  role: "finance",
  trace: "decision",
  summary: "Rename a category; its name in addresses stays",
  body: CategoryFacts.extend({ version: Version }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const makeSubcategory = {
  method: "POST",
  path: "/subcategories",
  role: "finance",
  trace: "decision",
  summary: "Make a subcategory",
  body: SubcategoryFacts.extend({
    type: NewType,
    urlName: NewSubcategoryName,
    isShown: z.boolean().default(true),
  }),
  answer: Made,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.nameTaken],
} as const satisfies DeskEndpoint;

export const changeSubcategory = {
  method: "PUT",
  path: "/subcategories/:id",
  role: "finance",
  trace: "decision",
  summary: "Change what a subcategory says; its name in addresses stays",
  body: SubcategoryFacts.extend({ version: Version }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const makeProduct = {
  method: "POST",
  path: "/products",
  role: "finance",
  trace: "decision",
  summary: "Make a product",
  body: fitting(
    ProductFacts.extend({
      ...PriceFacts.shape,
      subcategoryId: Id,
      stock: Units.describe("Units of a manual product; an instant one has its codes"),
      isShown: z.boolean().default(true),
    }),
  ),
  answer: Made,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.productExists],
} as const satisfies DeskEndpoint;

export const getDeskProduct = {
  method: "GET",
  path: "/products/:id",
  role: "viewer",
  trace: "look",
  summary: "A product with its prices so far",
  answer: z.object({ product: DeskProductPage }),
  refusals: [refusals.notFound],
} as const satisfies DeskEndpoint;

export const changeProduct = {
  method: "PUT",
  path: "/products/:id",
  role: "finance",
  trace: "decision",
  summary: "Change what a product is called and how it is delivered",
  body: ProductFacts.extend({ version: Version }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    catalogueRefusals.stale,
    catalogueRefusals.productExists,
    catalogueRefusals.deliveryFixed,
  ],
} as const satisfies DeskEndpoint;

export const changePrice = {
  method: "PUT",
  path: "/products/:id/price",
  role: "finance",
  trace: "decision",
  summary: "Change the price, sale price and reward of a product by hand, or restore earlier ones",
  body: fitting(
    PriceFacts.extend({
      reason: Reason,
      seen: z
        .object({
          price: z.number().int(),
          priceAfterDiscount: z.number().int().nullable(),
          reward: z.number().int(),
        })
        .describe("The prices that the operator saw; others by now refuse the change"),
    }),
  ),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const changeManualStock = {
  method: "PUT",
  path: "/products/:id/stock",
  role: "finance",
  trace: "decision",
  summary: "Say how many units of a manual product there are",
  body: z.strictObject({
    stock: Units,
    seen: z.number().int().describe("The units that the operator saw; a sale since refuses it"),
  }),
  answer: Message,
  refusals: [
    refusals.invalid,
    refusals.notFound,
    catalogueRefusals.stale,
    catalogueRefusals.unitsHeld,
    catalogueRefusals.notManual,
  ],
} as const satisfies DeskEndpoint;

const Kind = z.enum(["category", "subcategory", "product"]);
export type GoodsKind = z.infer<typeof Kind>;

export const showGoods = {
  method: "PUT",
  path: "/catalogue/shown",
  role: "finance",
  trace: "decision",
  summary: "Hide a category, subcategory or product from shoppers, or show it again",
  body: z.strictObject({ kind: Kind, id: Id, isShown: z.boolean() }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

export const orderGoods = {
  method: "PUT",
  path: "/catalogue/order",
  role: "finance",
  trace: "decision",
  summary: "Put all categories, the subcategories of a category or the products of one in order",
  body: z.strictObject({
    kind: Kind,
    within: Id.nullable().describe("The category or subcategory they are in; null for categories"),
    ids: z.array(Id).min(1).max(1_000).describe("All of them, each once"),
  }),
  answer: Message,
  refusals: [refusals.invalid, refusals.notFound, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;

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
      id: Id.optional().describe("Of a product that is there; others are found by what they are"),
      stock: Units.optional().describe("Of a new manual product; later sales count it"),
      unitCost: UnitCost.optional(),
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
/** A catalogue as a file: what the demo shop is filled from, and what an operator imports. */
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
  trace: "look",
  summary: "Say what a catalogue file would change; nothing is changed",
  body: z.strictObject({ catalogue: CatalogueFile }),
  answer: z.object({
    fingerprint: z.string().describe("Of these changes, to be sent with the import"),
    changes: z.array(
      z.object({
        kind: z.enum(["category", "subcategory", "product", "price"]),
        id: z.string(),
        name: z.string(),
        isNew: z.boolean(),
        fields: z.array(z.object({ name: z.string(), from: z.string(), to: z.string() })),
      }),
    ),
    unchanged: z.number().int().describe("Things of the file that are as it says"),
  }),
  refusals: [refusals.invalid, catalogueRefusals.wrongFile],
} as const satisfies DeskEndpoint;

export const importCatalogue = {
  method: "POST",
  path: "/catalogue/import",
  role: "finance",
  trace: "decision",
  summary:
    "Carry out a catalogue file: make what is missing, change what differs, delete nothing. All of it or nothing",
  body: z.strictObject({ catalogue: CatalogueFile, fingerprint: z.string().max(64) }),
  answer: Message.extend({ changed: z.number().int() }),
  refusals: [refusals.invalid, catalogueRefusals.wrongFile, catalogueRefusals.stale],
} as const satisfies DeskEndpoint;
