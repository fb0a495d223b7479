import { useState } from "react";
import { formatNumber } from "../../../../persian/toman.ts";
import { ErrorBox } from "../../../parts/ErrorBox.tsx";
import { useSending } from "../../../parts/use-sending.ts";
import { type BankFile, decideFile } from "../../../stores/desk/payout.ts";
import { ConfirmMoney } from "../ConfirmMoney.tsx";
import { KeyedButton } from "../KeyedActs.tsx";
import { fileName } from "./FileState.tsx";

interface ConfirmFileProps {
  file: BankFile;
  /** The proposal that waits for a second person; null when it has expired. */
  proposalId: string | null;
  /** The operator's name. The maker of a file may not confirm it. */
  me: string;
  canPay: boolean;
}

/**
 * A bank file whose sum is too large for one operator alone. A second person can confirm it here,
 * and every operator who may pay can drop it.
 */
export function ConfirmFile({ file, proposalId, me, canPay }: ConfirmFileProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { formOf, send, isSending, problem } = useSending();
  const mayConfirm = canPay && proposalId !== null && file.madeBy !== me;
  const decide = async (status: "confirmed" | "dropped") => {
    if (proposalId === null) return;
    if (await send(() => decideFile(file.id, proposalId, status))) setIsOpen(false);
  };
  return (
    <div className="notice notice-zaferan">
      <p>
        {`این پرونده از سهم یک نفر بزرگ‌تر است. همکار دیگری در نقش مالی یا مالک آن را تأیید می‌کند؛ تا آن زمان به بانک نمی‌رود.${canPay && file.madeBy === me ? " چون خودتان آن را ساخته‌اید، تأییدش با شما نیست." : ""}${proposalId === null ? " مهلت تأیید گذشته است؛ ردیف‌هایش را برگردانید و از نو بسازید." : ""}`}
      </p>
      {canPay && proposalId !== null && (
        <p className="mt-2 flex flex-wrap gap-2">
          {mayConfirm && (
            <KeyedButton
              title="پرونده"
              code="KeyA"
              label="تأیید پرونده"
              look="button button-small"
              act={() => {
                setIsOpen(true);
              }}
            />
          )}
          <button
            type="button"
            className="button-quiet button-small"
            disabled={isSending}
            onClick={() => void decide("dropped")}
          >
            کنار گذاشتن پرونده
          </button>
        </p>
      )}
      {problem !== "" && !isOpen && <ErrorBox message={problem} />}
      <ConfirmMoney
        isOpen={isOpen}
        title={`تأیید ${fileName(file)}`}
        amountToman={file.total}
        showsRial
        facts={[
          { name: "ردیف‌ها", value: formatNumber(file.rows) },
          { name: "ساختهٔ", value: <bdi>{file.madeBy}</bdi> },
          { name: "سپس", value: "پرونده را می‌توان گرفت و به بانک داد" },
        ]}
        action={(sum) => `پروندهٔ ${sum} را تأیید کن`}
        isBusy={isSending}
        problem={problem}
        form={formOf(() => decide("confirmed"))}
        onClose={() => {
          setIsOpen(false);
        }}
      />
    </div>
  );
}
