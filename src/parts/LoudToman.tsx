import { formatNumber } from "../../persian/toman.ts";

/**
 * The main amount of a box. Its digits have proportional widths, because it is not in a column of
 * numbers.
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
