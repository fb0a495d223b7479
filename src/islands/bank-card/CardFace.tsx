import { Landmark, Star, Trash2 } from "lucide-react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { formatComing } from "../../../persian/dates.ts";
import { useNow } from "../../parts/use-now.ts";
import { bankColour, chooseCard } from "../../stores/bank-card.ts";
import { CardNumber } from "./CardNumber.tsx";
import { CardStatus } from "./CardStatus.tsx";

interface CardFaceProps {
  card: BankCard;
  onIban: () => void;
  onRemove: () => void;
}

/** A bank card in its bank's colour, with the actions on it; on phones it is drawn as a row. */
export function CardFace({ card, onIban, onRemove }: CardFaceProps) {
  const { id, cardNumber, cardOwner, cardBank, status, isDefault, rejectionReason } = card;
  const name = [cardNumber.slice(-4), cardBank].filter((word) => word !== "").join(" ");
  return (
    <li className="bank-card">
      <div className={`bank-face bank-${status === "rejected" ? "grey" : bankColour(cardBank)}`}>
        <b className="bank-name">{cardBank || "نامشخص"}</b>
        <CardStatus card={card} />
        <span className="bank-number">
          <CardNumber digits={cardNumber} />
        </span>
        <span className="bank-owner">{cardOwner}</span>
        {isDefault && <span className="badge badge-zaferan">پیش‌فرض</span>}
      </div>
      {rejectionReason && <p className="bank-reason">{rejectionReason}</p>}
      <PaysOutFrom card={card} />
      <div className="bank-actions">
        {status === "verified" && !isDefault && (
          <button
            type="button"
            className="button-quiet"
            aria-label={`پیش‌فرض کن: کارت ${name}`.trim()}
            onClick={() => void chooseCard(id)}
          >
            <Star size={16} aria-hidden="true" />
            پیش‌فرض کن
          </button>
        )}
        {status === "verified" && (
          <button
            type="button"
            className="button-quiet"
            aria-label={`شبا: کارت ${name}`.trim()}
            onClick={onIban}
          >
            <Landmark size={16} aria-hidden="true" />
            شبا
          </button>
        )}
        <button
          type="button"
          className="button-quiet text-anar"
          aria-label={`حذف کارت ${name}`.trim()}
          onClick={onRemove}
        >
          <Trash2 size={16} aria-hidden="true" />
          حذف
        </button>
      </div>
    </li>
  );
}

/** Shows from when on a new card can receive money; renders nothing after that time. */
function PaysOutFrom({ card: { paysOutFrom } }: { card: BankCard }) {
  const now = useNow();
  return paysOutFrom !== null && Date.parse(paysOutFrom) > now ? (
    <p className="bank-reason">{`واریز از ${formatComing(paysOutFrom, now)}`}</p>
  ) : null;
}
