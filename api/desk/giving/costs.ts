import { readAll } from "../../base/batch.ts";
import { deskRefusals } from "../../../contract/desk/endpoint.ts";
import { givingRefusals } from "../../../contract/desk/giving.ts";
import { formatToman } from "../../../persian/toman.ts";
import { type MayGive, type OperatorInShop, mayGive } from "./give.ts";
import type { NamedCost } from "../../goods/catalogue/change.ts";
import { hiddenByCost, isBelowCost, isCostFar, sayCosts } from "./rules.ts";
import { readCosts } from "./statements.ts";

interface CostWish {
  /** True when the operator has confirmed a cost that is far from the last one. */
  isSure: boolean;
  subject: "product" | "price";
  subjectId: string;
  /** The fields of the request that set costs. */
  asked: unknown;
  note: string | null;
}

/**
 * Allows an operator to set unit costs. A cost far from the product's last one must be confirmed by
 * a person, not by a program. A cost that is too low hides a loss, because discounts, looks and
 * figures rely on costs; the hidden value is therefore booked as given away.
 */
export async function mayNameCosts(
  who: OperatorInShop,
  costs: readonly NamedCost[],
  { isSure, ...wish }: CostWish,
  now: number,
): Promise<MayGive> {
  const ids = costs.map(({ productId }) => productId);
  const results = await readAll(readCosts(who.shop.db, ids, who.operator.name, now));
  const far = results.find((row) => costs.some((cost) => isCostFar(cost, row)));
  if (far && !isSure) {
    const details = `آخرین بها ${formatToman(far.last_toman)} است.`;
    return { refusal: givingRefusals.costFar, extra: { details } };
  }
  if (far && !who.operator.isPerson) return { refusal: deskRefusals.personNeeded, extra: {} };
  const toman = hiddenByCost(costs, results);
  if (toman === 0) return { statements: [] };
  const giving = await mayGive(
    who,
    { way: "cost", toman, words: sayCosts(costs, results), ...wish },
    now,
  );
  return "refusal" in giving && isBelowCost(costs, results) ? withHint(giving) : giving;
}

const RAISE_FIRST =
  "قیمت فروش از این بها کمتر است؛ اگر نخست قیمت را بالا ببرید، این کار نفر دوم نمی‌خواهد.";

const withHint = ({ refusal, extra }: Extract<MayGive, { refusal: unknown }>): MayGive => ({
  refusal,
  extra: { details: [extra.details ?? "", RAISE_FIRST].filter((part) => part !== "").join(" ") },
});
