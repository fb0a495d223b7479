import { Landmark, Trash2 } from "lucide-react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { type Column } from "../../parts/DataTable.tsx";
import { PagedTable } from "../../parts/PagedTable.tsx";
import { formatComing } from "../../../persian/dates.ts";
import { useNow } from "../../parts/use-now.ts";
import { CardNumber } from "./CardNumber.tsx";
import { CardStatus } from "./CardStatus.tsx";

interface CardTableProps {
  cards: readonly BankCard[];
  onRemove: (card: BankCard) => void;
  onIban: (card: BankCard) => void;
}

export function CardTable({ cards, onRemove, onIban }: CardTableProps) {
  const columns: readonly Column<BankCard>[] = [
    { title: "بانک", cell: (card) => <Bank card={card} /> },
    { title: "شمارهٔ کارت", cell: ({ cardNumber }) => <CardNumber digits={cardNumber} /> },
    {
      title: "صاحب حساب",
      cell: ({ cardOwner }) => <span className="wrap-anywhere">{cardOwner}</span>,
    },
    {
      title: "وضعیت",
      cell: (card) => (
        <>
          <CardStatus card={card} />
          <PaysOutFrom card={card} />
        </>
      ),
    },
    {
      title: "عملیات",
      isAction: true,
      cell: (card) => (
        <span className="flex flex-wrap gap-2 lg:flex-nowrap lg:gap-0">
          {card.status === "verified" && (
            <button
              type="button"
              className="button-quiet lg:min-h-[38px] lg:border-transparent lg:bg-transparent lg:px-3"
              aria-label={`شبای کارت ${card.cardNumber.slice(-4)}`}
              onClick={() => {
                onIban(card);
              }}
            >
              <Landmark size={16} aria-hidden="true" />
              شبا
            </button>
          )}
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
        </span>
      ),
    },
  ];
  return (
    <PagedTable caption="کارت‌های بانکی" columns={columns} rows={cards} rowKey={({ id }) => id} />
  );
}

/** Says from when a new card gets money, until then. */
function PaysOutFrom({ card: { paysOutFrom } }: { card: BankCard }) {
  const now = useNow();
  return paysOutFrom !== null && Date.parse(paysOutFrom) > now ? (
    <span className="mt-1 block text-xs text-muted">واریز از {formatComing(paysOutFrom, now)}</span>
  ) : null;
}

function Bank({ card }: { card: BankCard }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {card.cardBank || "نامشخص"}
      {card.isDefault && <span className="badge badge-muted">پیش‌فرض</span>}
    </span>
  );
}
