import { BadgeCheck, CircleX, Clock, CreditCard } from "lucide-react";
import type { BankCard } from "../../../contract/bankcard.ts";
import { cut } from "../../parts/cut.ts";
import { Select } from "../../parts/Select.tsx";
import { Bone, Skeleton } from "../../parts/Skeleton.tsx";
import { BANKCARD_STATUS_LABELS } from "../../stores/bankcard.ts";

const OWNER_MAX = 15;
const STATUS_ICONS = { pending: Clock, verified: BadgeCheck, rejected: CircleX };

interface BankCardSelectProps {
  /** Null while they are on their way. */
  cards: readonly BankCard[] | null;
  chosen: BankCard | null;
  onChange: (cardId: string) => void;
}

/** Only a verified card pays; the others are shown with what they wait for. */
export function BankCardSelect({ cards, chosen, onChange }: BankCardSelectProps) {
  if (!cards) {
    return (
      <Skeleton>
        <Bone className="h-24" />
      </Skeleton>
    );
  }
  const sentence = whyNoCard(cards);
  return (
    <div className="flex flex-col gap-3">
      {cards.length > 0 && (
        <Select
          label="کارت بانکی"
          placeholder="یک کارت تأییدشده انتخاب کنید"
          value={chosen?.id ?? null}
          onChange={onChange}
          choices={cards.map((card) => ({
            value: card.id,
            isDisabled: card.status !== "verified",
            content: <CardLine card={card} />,
          }))}
        />
      )}
      {sentence && <p className="notice notice-zaferan">{sentence}</p>}
    </div>
  );
}

function CardLine({ card }: { card: BankCard }) {
  const StatusIcon = STATUS_ICONS[card.status];
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
          <bdi dir="ltr" className="card-number tabular">
            {groupsOfFour(card.cardNumber).map((group, index) => (
              <span key={index}>{group}</span>
            ))}
          </bdi>
          <span className={`inline-flex items-center gap-1 text-xs ${card.status === "rejected" ? "text-anar" : "text-muted"}`}>
            <StatusIcon size={16} aria-hidden="true" />
            {BANKCARD_STATUS_LABELS[card.status]}
          </span>
        </span>
      </span>
    </span>
  );
}

/** Shown apart by a gap, so that what is copied stays the plain number. */
function groupsOfFour(digits: string): readonly string[] {
  return digits.match(/.{1,4}/g) ?? [];
}

function whyNoCard(cards: readonly BankCard[]): string | null {
  if (cards.some((card) => card.status === "verified")) return null;
  if (cards.length === 0) return "هنوز کارت بانکی ثبت نکرده‌اید. پرداخت از درگاه تنها با کارت بانکی تأییدشده ممکن است.";
  if (cards.some((card) => card.status === "pending")) return "کارت بانکی شما در حال بررسی است. لطفاً کمی بعد دوباره تلاش کنید.";
  return "کارت‌های بانکی شما تأیید نشده‌اند. پرداخت از درگاه تنها با کارت بانکی تأییدشده ممکن است.";
}
