import { Trash2 } from "lucide-react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { type Column } from "../../parts/DataTable.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { CardNumber } from "./CardNumber.tsx";
import { CardStatus } from "./CardStatus.tsx";

interface CardTableProps {
  cards: readonly BankCard[];
  onRemove: (card: BankCard) => void;
}

export function CardTable({ cards, onRemove }: CardTableProps) {
  const columns: readonly Column<BankCard>[] = [
    { title: "بانک", cell: (card) => <Bank card={card} /> },
    { title: "شمارهٔ کارت", cell: ({ cardNumber }) => <CardNumber digits={cardNumber} /> },
    {
      title: "صاحب حساب",
      cell: ({ cardOwner }) => <span className="wrap-anywhere">{cardOwner}</span>,
    },
    { title: "وضعیت", cell: ({ status }) => <CardStatus status={status} /> },
    {
      title: "عملیات",
      isAction: true,
      cell: (card) => (
        <button
          type="button"
          className="button-quiet text-anar lg:min-h-[38px] lg:border-transparent lg:bg-transparent lg:px-3"
          aria-label={["حذف کارت", card.cardNumber.slice(-4), card.cardBank]
            .filter((word) => word !== "")
            .join(" ")}
          onClick={() => {
            onRemove(card);
          }}
        >
          <Trash2 size={16} aria-hidden="true" />
          حذف
        </button>
      ),
    },
  ];
  return (
    <PagedTable caption="کارت‌های بانکی" columns={columns} rows={cards} rowKey={({ id }) => id} />
  );
}

function Bank({ card }: { card: BankCard }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {card.cardBank || "نامشخص"}
      {card.isDefault && <span className="badge badge-muted">پیش‌فرض</span>}
    </span>
  );
}
