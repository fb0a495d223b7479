import { useStore } from "@nanostores/react";
import { useEffect, useState } from "react";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { lazily } from "../../parts/lazily.tsx";
import { Modal } from "../../parts/Modal.tsx";
import { $bankCards, loadBankCards } from "../../stores/bank-card.ts";
import type { DepositLimits } from "../../stores/deposit.ts";
import { $transactions, loadTransactions } from "../../stores/transaction.ts";
import { $balance, loadBalance } from "../../stores/wallet.ts";
import { CardNotice } from "../bank-card/CardNotice.tsx";
import { BalanceCard } from "./BalanceCard.tsx";
import { TransactionTable } from "./TransactionTable.tsx";

const DepositForm = lazily(async () => (await import("./DepositForm.tsx")).DepositForm);
const WithdrawForm = lazily(async () => (await import("./WithdrawForm.tsx")).WithdrawForm);

export interface WalletScreenProps {
  depositLimits: DepositLimits;
  withdrawalMinToman: number;
  /** Number of transactions per call. */
  fetchSize: number;
}

export function WalletScreen({ depositLimits, withdrawalMinToman, fetchSize }: WalletScreenProps) {
  const cards = useStore($bankCards);
  const balance = useStore($balance);
  const transactions = useStore($transactions);
  const [opened, setOpened] = useState<"deposit" | "withdraw" | null>(null);
  const refresh = () => {
    void loadBalance();
    void loadTransactions(fetchSize);
  };
  useEffect(() => {
    void loadBankCards();
    void loadBalance();
    void loadTransactions(fetchSize);
  }, [fetchSize]);
  const close = () => setOpened(null);
  if (balance.state === "failed" && transactions.state === "failed")
    return (
      <ErrorBox
        message={transactions.message}
        onRetry={() => {
          void loadBankCards();
          refresh();
        }}
      />
    );
  return (
    <div className="flex flex-col gap-5">
      <BalanceCard onOpen={setOpened} />
      {cards.state === "ready" && <CardNotice cards={cards.value} />}
      {cards.state === "failed" && (
        <ErrorBox message={cards.message} onRetry={() => void loadBankCards()} />
      )}
      <TransactionTable fetchSize={fetchSize} />
      <Modal isOpen={opened === "deposit"} title="افزایش موجودی" onClose={close}>
        <DepositForm limits={depositLimits} />
      </Modal>
      <Modal isOpen={opened === "withdraw"} title="برداشت از کیف پول" onClose={close}>
        <WithdrawForm minToman={withdrawalMinToman} onDone={refresh} onClose={close} />
      </Modal>
    </div>
  );
}
