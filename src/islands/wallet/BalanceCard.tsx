import { useStore } from "@nanostores/react";
import { ArrowDownToLine, ArrowUpFromLine } from "lucide-react";
import { LoudToman } from "../../parts/LoudToman.tsx";
import { $balance, loadBalance } from "../../stores/wallet.ts";

export function BalanceCard({ onOpen }: { onOpen: (modal: "deposit" | "withdraw") => void }) {
  return (
    <section className="deep-card" aria-label="موجودی کیف پول">
      <div className="min-w-0">
        <p className="text-sm">موجودی کیف پول</p>
        <Balance />
      </div>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => onOpen("deposit")}>
          <ArrowDownToLine size={18} aria-hidden="true" />
          افزایش موجودی
        </button>
        <button type="button" className="button-quiet" onClick={() => onOpen("withdraw")}>
          <ArrowUpFromLine size={18} aria-hidden="true" />
          برداشت
        </button>
      </div>
    </section>
  );
}

function Balance() {
  const balance = useStore($balance);
  if (balance.state === "failed") {
    return (
      <p role="alert" className="text-sm">
        <span>{`${balance.message} `}</span>
        <button
          type="button"
          className="underline underline-offset-4"
          onClick={() => void loadBalance()}
        >
          تلاش دوباره
        </button>
      </p>
    );
  }
  if (balance.state === "loading") {
    return (
      <p role="status" className="py-2">
        <span className="sr-only">در حال بارگذاری…</span>
        <span className="skeleton block h-8 w-44 opacity-20" aria-hidden="true" />
      </p>
    );
  }
  return <LoudToman amount={balance.value} className="text-3xl" />;
}
