import { z } from "zod";
import { DeliveryType, UrlName } from "../catalogue.ts";
import { Message, type Refusal } from "../endpoint.ts";
import { nameText, text, wholeNumber } from "../field.ts";

/** Facts of categories, subcategories and products that operators write. Section 10.30. */

/** Error messages for wrong numbers and names. */
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
  /** Another operator changed it in the meantime. */
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
    message: "پرداخت‌های در راه بیش از این تعداد را نگه داشته‌اند. کمی بعد دوباره تلاش کنید.",
  },
  notManual: {
    code: "not_manual",
    status: 409,
    message: "موجودی کالای آنی شمار کدهای انبار آن است و این‌جا نوشته نمی‌شود.",
  },
  /** `fields` contains an error for each wrong place in the file. */
  wrongFile: {
    code: "wrong_catalogue",
    status: 422,
    message: "این پرونده با فروشگاه جور نیست و چیزی ثبت نشد.",
  },
} as const satisfies Record<string, Refusal>;

/** A text about goods without the characters < and >, which would look like a mistake on a page. */
const plain = <Text extends z.ZodType<string>>(schema: Text) =>
  schema.refine((value) => !/[<>]/.test(value), { error: "نشانه‌های < و > پذیرفته نمی‌شود." });
const Name = (most: number, empty: string) => plain(nameText(2, most, empty));
const newUrlName = (most: number, error: string) =>
  z
    .string({ error })
    .max(most, { error })
    .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, { error });

/** Short, because a subcategory's id joins its type and its name, and is used in addresses. */
export const NewType = newUrlName(20, `${LATIN_WORDS} حداکثر ۲۰ حرف دارد.`);
export const NewSubcategoryName = newUrlName(40, `${LATIN_WORDS} حداکثر ۴۰ حرف دارد.`);

export const CategoryFacts = z.strictObject({ displayName: Name(40, "نام دسته را بنویسید.") });
export type CategoryFacts = z.output<typeof CategoryFacts>;

export const RedeemUrl = z
  .string({ error: "نشانی صفحهٔ فعال‌سازی را بنویسید." })
  .max(300, { error: "این نشانی بیش از اندازه بلند است." })
  .refine((value) => isWebAddress(value), {
    error: "نشانی صفحهٔ فعال‌سازی با https:// آغاز می‌شود.",
  })
  .describe("URL where the code is redeemed; pages replace `{code}` by the code");

function isWebAddress(value: string): boolean {
  const url = URL.parse(value.replaceAll("{code}", "A"));
  return /^https:\/\/[!-~]+$/.test(value) && url !== null && url.username === "";
}

export const Steps = z
  .array(plain(text(2, 300, "هر گام را در یک سطر بنویسید.")), {
    error: "گام‌ها فهرستی از جمله‌هاست.",
  })
  .max(12, { error: "حداکثر ۱۲ گام می‌توان نوشت." })
  .describe("How the code is redeemed, step by step");
export const Words = z
  .array(plain(text(1, 60, "هر واژه را در یک سطر بنویسید.")), {
    error: "واژه‌ها فهرستی از نوشته‌هاست.",
  })
  .max(80, { error: "حداکثر ۸۰ واژه می‌توان نوشت." })
  .transform((words) => [...new Set(words)].sort())
  .describe("Further words by which the shop's search finds the service");
export const Tutorial = UrlName.describe("Name in URLs of the tutorial that the listing links to");

export const SubcategoryFacts = z.strictObject({
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

export const Units = wholeNumber(0, 1_000_000, "تعداد عددی از ۰ تا ۱٬۰۰۰٬۰۰۰ است.");
export const UnitCost = wholeNumber(0, 99_999_999_999, "بهای خرید عددی از ۰ به بالا است.");
const Region = Name(40, "ریجن را بنویسید.");
const Denomination = plain(text(1, 30, "ارزش کارت را بنویسید، مانند $10."));
export const ProductFacts = z.strictObject({
  name: Name(120, "نام کالا را بنویسید."),
  region: Region,
  denomination: Denomination,
  deliveryType: DeliveryType,
  unitCost: UnitCost.describe("Cost of one unit of a manual product, toman"),
});
export type ProductFacts = z.output<typeof ProductFacts>;

const Price = wholeNumber(1, 99_999_999_999, PRICE_WORDS);
export const PriceFacts = z.strictObject({
  price: Price.describe("Price of one unit in toman"),
  priceAfterDiscount: Price.nullable().describe("Sale price in toman; null without a sale"),
  reward: wholeNumber(0, 99_999_999_999, "پاداش عددی از ۰ به بالا است.").describe(
    "Cashback for one unit in toman",
  ),
});
export type PriceFacts = z.output<typeof PriceFacts>;

/** Adds the rules that compare the prices with each other. */
export const fitting = <Schema extends z.ZodType<PriceFacts>>(schema: Schema) =>
  schema
    .refine(({ price, priceAfterDiscount: sale }) => sale === null || sale < price, {
      error: "قیمت حراج باید کمتر از قیمت باشد.",
      path: ["priceAfterDiscount"],
    })
    .refine(({ price, priceAfterDiscount: sale, reward }) => reward <= (sale ?? price), {
      error: "پاداش نمی‌تواند از قیمت بیشتر باشد.",
      path: ["reward"],
    });

/** The version that the operator saw. A decision about any other version is refused. */
export const Version = z
  .string({ error: "نخست این مورد را ببینید." })
  .regex(/^[a-f0-9]{16}$/, { error: "نخست این مورد را ببینید." });
export const Reason = text(3, 200, "لطفاً دلیل را بنویسید.");

export const Made = Message.extend({ id: z.string() });
