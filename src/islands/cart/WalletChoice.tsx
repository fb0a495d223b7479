import { useStore } from "@nanostores/react";
import { Toman } from "../../parts/Toman.tsx";
import { $balance, loadBalance } from "../../stores/wallet.ts";

interface WalletChoiceProps {
  isUsed: boolean;
  isDisabled: boolean;
  onChange: (isUsed: boolean) => void;
}

export function WalletChoice({ isUsed, isDisabled, onChange }: WalletChoiceProps) {
  const balance = useStore($balance);
  const hasBalance = balance.state === "ready" && balance.value > 0;
  return (
    <div>
      <label
        className={`flex min-h-[46px] flex-wrap items-center gap-x-3 ${hasBalance ? "cursor-pointer" : ""}`}
      >
        <input
          type="checkbox"
          className="size-5 accent-firouzeh"
          checked={isUsed && hasBalance}
          disabled={isDisabled || !hasBalance}
          onChange={(event) => onChange(event.target.checked)}
        />
        <span className="flex-1 text-sm font-semibold">پرداخت از کیف پول</span>
        <span className="text-sm">
          <span className="sr-only">موجودی: </span>
          {balance.state === "ready" && <Toman amount={balance.value} />}
          {balance.state === "loading" && <span className="skeleton inline-block h-5 w-20" />}
        </span>
      </label>
      {balance.state === "failed" && (
        <p className="error-text" role="alert">
          <span>{`${balance.message} `}</span>
          <button type="button" className="link" onClick={() => void loadBalance()}>
            تلاش دوباره
          </button>
        </p>
      )}
    </div>
  );
}
