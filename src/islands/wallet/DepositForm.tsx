import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { formatToman } from "../../../persian/toman.ts";
import { AmountField } from "../../parts/AmountField.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Spinner } from "../../parts/Spinner.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { useFields } from "../../parts/use-fields.ts";
import {
  $missing,
  checkDeposit,
  deposit,
  type DepositLimits,
  loadMissing,
} from "../../stores/deposit.ts";
import { $balance } from "../../stores/wallet.ts";
import { BankCardSelect } from "../bank-card/BankCardSelect.tsx";
import { GatewayChoice } from "../payment/GatewayChoice.tsx";
import { useBackFromBank } from "../payment/use-back-from-bank.ts";
import { useCardChoice } from "../bank-card/use-card-choice.ts";

const OFFERS = [100_000, 500_000, 1_000_000].map((toman) => ({ label: formatToman(toman), toman }));

export function DepositForm({ limits }: { limits: DepositLimits }) {
  const { card, isWithoutCard, choose, awaitCard } = useCardChoice();
  const balance = useStore($balance);
  const missing = useStore($missing);
  const [isLeaving, setIsLeaving] = useState(false);
  const held = balance.state === "ready" ? balance.value : null;
  useEffect(() => {
    if (held !== null) void loadMissing(held);
  }, [held]);
  const { form, problem, isSending, field } = useFields({
    form: "deposit",
    start: { amount: "" },
    check: (_, digits) => checkDeposit(digits, limits),
    send: async ({ amount }) => {
      const refused = await deposit(Number(amount), await awaitCard());
      setIsLeaving(Object.keys(refused).length === 0);
      return refused;
    },
  });
  useBackFromBank(() => {
    setIsLeaving(false);
  });
  if (isLeaving) {
    return (
      <p role="status" className="notice flex items-center gap-3">
        <Spinner />
        در حال انتقال به درگاه…
      </p>
    );
  }
  if (isWithoutCard) return <BankCardSelect chosen={null} onChange={choose} />;
  const forCart = {
    label: `به اندازهٔ سبد: ${formatToman(missing)}`,
    toman: Math.max(missing, limits.minToman),
  };
  const range = `از ${formatToman(limits.minToman)} تا ${formatToman(limits.maxToman)}`;
  return (
    <form {...form} className="flex flex-col gap-4">
      <AmountField
        label="مبلغ"
        hint={range}
        offers={missing > 0 ? [forCart, ...OFFERS] : OFFERS}
        {...field("amount")}
      />
      <BankCardSelect chosen={card} onChange={choose} />
      <GatewayChoice />
      {problem && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button w-full">
        پرداخت از درگاه
      </SubmitButton>
    </form>
  );
}
