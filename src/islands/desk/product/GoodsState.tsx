import { StatusBadge } from "../../../parts/StatusBadge.tsx";
import { type State, type Stated, stateOf } from "./goods-state.ts";

interface GoodsStateProps {
  product: Stated;
  /** False when the subcategory or category of the product is hidden. */
  isListed: boolean;
}

const BADGES = {
  hidden: ["plain", "پنهان"],
  unlisted: ["plain", "دسته پنهان است"],
  loss: ["bad", "زیر بها"],
  none: ["waiting", "ناموجود"],
  sale: ["good", "در فروش"],
} as const satisfies Record<State, readonly [string, string]>;

/** The state of a product, in the same words on every screen. */
export function GoodsState({ product, isListed }: GoodsStateProps) {
  const [tone, words] = BADGES[stateOf(product, isListed)];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
