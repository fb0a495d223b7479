import { formatNumber } from "../../persian/toman.ts";

export function Toman({ amount, className = "" }: { amount: number; className?: string }) {
  return (
    <span className={`toman whitespace-nowrap ${className}`}>
      <span>{`${formatNumber(amount)} `}</span>
      <span className="text-xs font-normal text-muted">تومان</span>
    </span>
  );
}
