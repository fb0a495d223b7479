import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { isBelowCost } from "./margin.ts";

interface GoodsStateProps {
  product: Parameters<typeof isBelowCost>[0] & { isShown: boolean; stock: number };
  /** False when its subcategory or category is hidden. */
  isListed: boolean;
}

/** The state of a product, in the same words on every screen. */
export function GoodsState({ product, isListed }: GoodsStateProps) {
  if (!product.isShown) return <StatusBadge tone="plain">پنهان</StatusBadge>;
  if (!isListed) return <StatusBadge tone="plain">دسته پنهان است</StatusBadge>;
  if (isBelowCost(product)) return <StatusBadge tone="bad">زیر بها</StatusBadge>;
  if (product.stock === 0) return <StatusBadge tone="waiting">ناموجود</StatusBadge>;
  return <StatusBadge tone="good">در فروش</StatusBadge>;
}
