import { useState } from "react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { Confirmation } from "../../parts/Confirmation.tsx";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { SubmitButton } from "../../parts/SubmitButton.tsx";
import { TextField } from "../../parts/TextField.tsx";
import { useFields } from "../../parts/use-fields.ts";
import { saveIban } from "../../stores/bank-card.ts";
import { checkIban } from "../../stores/card-check.ts";

/** The IBAN behind a card, so that the shop can pay to the account instead of the card. */
export function IbanForm({ card, onClose }: { card: BankCard; onClose: () => void }) {
  const [isDone, setIsDone] = useState(false);
  const { form, values, problem, isSending, field } = useFields({
    form: `iban:${card.id}`,
    start: { iban: card.iban },
    check: (_, value) => checkIban(value),
    send: async ({ iban }) => {
      const refused = await saveIban(card.id, iban);
      setIsDone(Object.keys(refused).length === 0);
      return refused;
    },
  });
  if (isDone) {
    return (
      <Confirmation
        title={values.iban === "" ? "شبا برداشته شد." : "شبا ثبت شد."}
        onClose={onClose}
      >
        <p>برای امنیت شما، برداشت به این کارت از ۲۴ ساعت دیگر واریز می‌شود.</p>
      </Confirmation>
    );
  }
  return (
    <form {...form} className="flex flex-col gap-4">
      <TextField label="شمارهٔ شبا (اختیاری)" autoComplete="off" dir="ltr" {...field("iban")} />
      <p className="hint">
        شبای حسابی که این کارت به آن وصل است: IR و ۲۴ رقم. بدون آن، برداشت‌ها کارت‌به‌کارت واریز
        می‌شوند. پس از هر تغییر، برداشت به این کارت یک شبانه‌روز منتظر می‌ماند.
      </p>
      {problem && <ErrorBox message={problem} />}
      <SubmitButton isSending={isSending} className="button w-full">
        ثبت شبا
      </SubmitButton>
    </form>
  );
}
