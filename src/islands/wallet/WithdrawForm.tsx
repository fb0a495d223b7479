import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { formatComing } from "../../../persian/dates.ts";
import { formatToman } from "../../../persian/toman.ts";
import { AmountField } from "../../parts/AmountField.tsx";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { useNow } from "../../parts/use-now.ts";
import { useFields } from "../../parts/use-fields.ts";
import { $balance } from "../../stores/wallet.ts";
import { checkWithdrawal, withdraw } from "../../stores/withdrawal.ts";
import { BankCardSelect } from "../bank-card/BankCardSelect.tsx";
import { useCardChoice } from "../bank-card/use-card-choice.ts";

interface WithdrawFormProps {
  minToman: number;
  /** Called when the money has left the wallet. */
  onDone: () => void;
  onClose: () => void;
}

export function WithdrawForm({ minToman, onDone, onClose }: WithdrawFormProps) {
  const { card, isWithoutCard, choose, awaitCard } = useCardChoice();
  const [isDone, setIsDone] = useState(false);
  const { form, values, problem, isSending, field } = useFields({
    form: "withdraw",
    start: { amount: "" },
    check: (_, digits) => checkWithdrawal(digits, minToman),
    send: async ({ amount }) => {
      const refused = await withdraw(Number(amount), await awaitCard());
      if (Object.keys(refused).length === 0) {
        setIsDone(true);
        onDone();
      }
      return refused;
    },
  });
  const balance = useStore($balance);
  const inWallet = balance.state === "ready" ? balance.value : 0;
  if (isDone) {
    return (
      <Confirmation title="درخواست برداشت با موفقیت انجام شد." onClose={onClose}>
        <p className="mb-2 font-semibold text-ink">{formatToman(Number(values.amount))}</p>
        <Promises card={card} />
      </Confirmation>
    );
  }
  if (isWithoutCard) return <BankCardSelect chosen={null} onChange={choose} />;
  return (
    <form {...form} className="flex flex-col gap-4">
      <AmountField
        label="مبلغ"
        hint={`حداقل ${formatToman(minToman)}`}
        offers={
          inWallet >= minToman ? [{ label: `همه، ${formatToman(inWallet)}`, toman: inWallet }] : []
        }
        {...field("amount")}
      />
      {inWallet > 0 && <Left inWallet={inWallet} amount={Number(values.amount)} />}
      <BankCardSelect chosen={card} onChange={choose} />
      <div className="hint">
        <Promises card={card} />
      </div>
      {problem && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button w-full">
        ثبت درخواست برداشت
      </SubmitButton>
    </form>
  );
}

function Left({ inWallet, amount }: { inWallet: number; amount: number }) {
  return (
    <p className="hint flex flex-wrap justify-between gap-x-4">
      <span>{`موجودی: ${formatToman(inWallet)}`}</span>
      {amount > 0 && amount <= inWallet && (
        <span>{`پس از برداشت می‌ماند: ${formatToman(inWallet - amount)}`}</span>
      )}
    </p>
  );
}

function Promises({ card }: { card: BankCard | null }) {
  const now = useNow();
  const from = card?.paysOutFrom ?? null;
  if (from !== null && Date.parse(from) > now)
    return (
      <p>{`این کارت یا شبای آن تازه است. برای امنیت شما، برداشت به آن از ${formatComing(from, now)} واریز می‌شود و تا آن زمان می‌توانید آن را پس بگیرید.`}</p>
    );
  return (
    <p>
      درخواست‌های بین ساعت ۸ تا ۲۴ ظرف ۳۰ دقیقه واریز می‌شوند؛ در ساعت‌های دیگر، برداشت بین ۱ تا ۲۴
      ساعت کاری انجام می‌شود.
    </p>
  );
}
