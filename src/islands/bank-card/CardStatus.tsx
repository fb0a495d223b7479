import { BadgeCheck, CircleX, Clock } from "lucide-react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { StatusBadge, type Tone } from "../../parts/StatusBadge.tsx";
import { BANKCARD_STATUS_LABELS, WAITS_FOR_IDENTITY } from "../../stores/bank-card.ts";

const LOOKS: Record<BankCard["status"], { Icon: typeof Clock; tone: Tone }> = {
  pending: { Icon: Clock, tone: "waiting" },
  verified: { Icon: BadgeCheck, tone: "good" },
  rejected: { Icon: CircleX, tone: "bad" },
};

export function CardStatus({ card: { status, waitsForIdentity } }: { card: BankCard }) {
  const { Icon, tone } = LOOKS[status];
  return (
    <StatusBadge tone={tone}>
      <Icon size={14} aria-hidden="true" />
      <span>{waitsForIdentity ? WAITS_FOR_IDENTITY : BANKCARD_STATUS_LABELS[status]}</span>
    </StatusBadge>
  );
}
