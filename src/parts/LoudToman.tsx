import { formatNumber } from "../../persian/toman.ts";

/** The one amount that something is about. Its digits stand as close as in a text, since nothing stands below them. */
export function LoudToman({
  amount,
  className = "text-2xl",
}: {
  amount: number;
  className?: string;
}) {
  return (
    <span className={`block font-extrabold wrap-anywhere ${className}`}>
      {formatNumber(amount)} <span className="text-sm font-normal">تومان</span>
    </span>
  );
}
