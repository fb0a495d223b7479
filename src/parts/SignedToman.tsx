import { formatNumber } from "../../persian/toman.ts";

interface SignedTomanProps {
  amount: number;
  /** True for money that came in. */
  isIncoming: boolean;
  /** False for a movement of money that was not carried out. */
  counts: boolean;
}

/** An amount with its sign: green for money in. An amount that did not move is struck out. */
export function SignedToman({ amount, isIncoming, counts }: SignedTomanProps) {
  const look = counts ? (isIncoming ? "text-firouzeh-strong" : "") : "text-muted line-through";
  return (
    <span className={`toman font-semibold whitespace-nowrap ${look}`}>
      <bdi dir="ltr">{`${isIncoming ? "+" : "−"}${formatNumber(amount)}`}</bdi>{" "}
      <span className="text-xs font-normal text-muted">تومان</span>
    </span>
  );
}
