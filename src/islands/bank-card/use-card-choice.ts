import { useStore } from "@nanostores/react";
import { useState } from "react";
import type { BankCard } from "../../../contract/bank-card.ts";
import { $bankCards, awaitPayingCard, payingCard } from "../../stores/bank-card.ts";

interface CardChoice {
  /** The card to pay from or withdraw to; null when none can pay or while cards are loading. */
  card: BankCard | null;
  /** True when the cards are loaded and none of them can pay. */
  isWithoutCard: boolean;
  choose: (cardId: string) => void;
  /**
   * Returns the card for a form that is sent. While the cards are still loading, it waits for them.
   */
  awaitCard: () => Promise<BankCard | null>;
}

export function useCardChoice(): CardChoice {
  const cards = useStore($bankCards);
  const [cardId, setCardId] = useState<string | null>(null);
  const card = cards.state === "ready" ? payingCard(cards.value, cardId) : null;
  return {
    card,
    isWithoutCard: cards.state === "ready" && card === null,
    choose: setCardId,
    awaitCard: () => awaitPayingCard(cardId),
  };
}
