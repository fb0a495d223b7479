import { formatNumber } from "../../persian/toman.ts";

/**
 * The main amount of a box. Its digits are proportional, because no other digits stand below them.
 */
export function LoudToman({
  amount,
  className = "text-2xl",
}: {
  amount: number;
  className?: string;
}) {
  return (
    <span className={`block font-extrabold ${className}`}>
      <span className="loud-number">{formatNumber(amount)}</span>{" "}
      <span className="text-sm font-normal">تومان</span>
    </span>
  );
}
