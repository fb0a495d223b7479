import { toPersianDigits } from "../../persian/digits.ts";
import type { Product } from "../../contract/catalogue.ts";
import type { Step } from "./khatam.ts";

/** The value of a card, written in Persian: a number and its unit, or a duration in words. */
export interface Value {
  /** «۱۰», «۲٬۰۵۰» or «سه». */
  amount: string;
  /** «دلار», «وی‌پی» or «ماهه»; empty for a value without a unit. */
  unit: string;
  /** True for «سه‌ماهه»: amount and unit are one word and equally large. */
  isTime: boolean;
}

/** The Persian units, by the units in the catalogue's denominations. */
const UNITS: Readonly<Record<string, string>> = {
  $: "دلار",
  "£": "پوند",
  "€": "یورو",
  "₺": "لیر",
  AED: "درهم",
  UC: "یوسی",
  VP: "وی‌پی",
  RP: "آرپی",
  Diamonds: "الماس",
  Robux: "روباکس",
  Points: "پوینت",
  "V-Bucks": "وی‌باکس",
  Coins: "سکه",
};

const TIMES: readonly [RegExp, string][] = [
  [/^(Months?|M)$/, "ماهه"],
  [/^(Years?|Y)$/, "ساله"],
  [/^(Days?|D)$/, "روزه"],
];

const WORDS = "صفر یک دو سه چهار پنج شش هفت هشت نه ده یازده دوازده".split(" ");

/** Reads a denomination of the catalogue, such as `$10`, `1,800 UC` or `3 Months`. */
export function readValue(denomination: string): Value {
  const [number = ""] = /\d[\d,.]*/.exec(denomination) ?? [];
  if (number === "") return { amount: denomination, unit: "", isTime: false };
  // «Family 12 M» is twelve months; the product's name says that it is for a family.
  const unit = denomination.replace(number, " ").replace("Family", "").trim();
  const time = TIMES.find(([pattern]) => pattern.test(unit));
  if (time)
    return { amount: WORDS[Number(number)] ?? toPersian(number), unit: time[1], isTime: true };
  return { amount: toPersian(number), unit: UNITS[unit] ?? unit, isTime: false };
}

function toPersian(number: string): string {
  return toPersianDigits(number.replaceAll(",", "٬").replace(".", "٫"));
}

/**
 * The step of a card that is the only one of its service and region, or that represents a whole
 * service.
 */
export const MIDDLE_STEP: Step = 3;

/**
 * Returns the step of each product by its id: the rank of its value among the products of its
 * service and region. Values are ranked by prices without discounts, so that months can be compared
 * with amounts.
 */
export function rankSteps(
  products: readonly Pick<
    Product,
    "id" | "price" | "region" | "productType" | "subcategoryUrlName"
  >[],
): Map<string, Step> {
  const families = Map.groupBy(products, ({ productType, subcategoryUrlName, region }) =>
    [productType, subcategoryUrlName, region].join("/"),
  );
  return new Map(
    [...families.values()].flatMap((family) => {
      const prices = [...new Set(family.map(({ price }) => price))].toSorted((a, b) => a - b);
      return family.map(({ id, price }): [string, Step] => [
        id,
        stepOf(prices.indexOf(price), prices.length),
      ]);
    }),
  );
}

function stepOf(rank: number, count: number): Step {
  if (count === 1) return MIDDLE_STEP;
  return (1 + Math.round((4 * rank) / (count - 1))) as Step;
}
