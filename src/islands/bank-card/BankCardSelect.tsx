import { useStore } from "@nanostores/react";
import { CreditCard } from "lucide-react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { cut } from "../../parts/cut.ts";
import { ErrorBox } from "../../parts/ErrorBox.tsx";
import { Select } from "../../parts/Select.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { $bankCards, canPay, loadBankCards } from "../../stores/bank-card.ts";
import { CardNotice } from "./CardNotice.tsx";
import { CardNumber } from "./CardNumber.tsx";
import { CardStatus } from "./CardStatus.tsx";

/** Section 11.2: the most characters of the owner's name that are shown. */
const OWNER_MAX = 15;

interface BankCardSelectProps {
  chosen: BankCard | null;
  onChange: (cardId: string) => void;
}

/** Offers the shopper's cards. Only a verified card can be chosen; the others show their status. */
export function BankCardSelect({ chosen, onChange }: BankCardSelectProps) {
  const cards = useStore($bankCards);
  if (cards.state === "failed")
    return <ErrorBox message={cards.message} onRetry={() => void loadBankCards()} />;
  if (cards.state === "loading") {
    return (
      <Skeleton>
        <Bone className="h-24" />
      </Skeleton>
    );
  }
  return (
    <div className="flex flex-col gap-3">
      {cards.value.length > 0 && (
        <Select
          label="کارت بانکی"
          placeholder="یک کارت تأییدشده انتخاب کنید"
          value={chosen?.id ?? null}
          onChange={onChange}
          choices={cards.value.map((card) => ({
            value: card.id,
            isDisabled: !canPay(card),
            content: <CardLine card={card} />,
          }))}
        />
      )}
      <CardNotice cards={cards.value} />
    </div>
  );
}

function CardLine({ card }: { card: BankCard }) {
  return (
    <span className="flex items-center gap-3 text-sm">
      <span className="rounded-lg bg-firouzeh-wash p-1.5 text-firouzeh-strong">
        <CreditCard size={18} aria-hidden="true" />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-2">
          <span>{card.cardBank || "کارت بانکی"}</span>
          <span className="text-muted">{cut(card.cardOwner, OWNER_MAX)}</span>
        </span>
        <span className="flex flex-wrap items-center justify-between gap-x-2">
          <CardNumber digits={card.cardNumber} />
          <CardStatus card={card} />
        </span>
      </span>
    </span>
  );
}
