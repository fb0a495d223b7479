import type { Messages } from "../../../stores/messages.ts";
import { AmountField } from "../../../parts/AmountField.tsx";

/**
 * The prices as they are typed, in Latin digits. A field is empty when there is no sale or reward.
 */
export interface PriceDraft {
  price: string;
  priceAfterDiscount: string;
  reward: string;
}

interface Prices {
  price: number;
  priceAfterDiscount: number | null;
  reward: number;
}

export const draftOfPrices = ({ price, priceAfterDiscount, reward }: Prices): PriceDraft => ({
  price: String(price),
  priceAfterDiscount: priceAfterDiscount === null ? "" : String(priceAfterDiscount),
  reward: reward === 0 ? "" : String(reward),
});

export const pricesOf = ({ price, priceAfterDiscount, reward }: PriceDraft) => ({
  price,
  priceAfterDiscount: priceAfterDiscount === "" ? null : priceAfterDiscount,
  reward: reward === "" ? 0 : reward,
});

/** Returns the prices as numbers, to show the profit before they are sent. */
export const numbersOf = ({ price, priceAfterDiscount, reward }: PriceDraft): Prices => ({
  price: Number(price),
  priceAfterDiscount: priceAfterDiscount === "" ? null : Number(priceAfterDiscount),
  reward: Number(reward),
});

/** The names of the fields, as refusals use them. */
export const PRICE_FIELDS = ["price", "priceAfterDiscount", "reward"];

interface PriceFieldsProps {
  draft: PriceDraft;
  messages: Messages;
  onChange: (changes: Partial<PriceDraft>) => void;
}

/** The fields for the prices of a product. */
export function PriceFields({ draft, messages, onChange }: PriceFieldsProps) {
  const field = (name: keyof PriceDraft, label: string, hint?: string) => ({
    label,
    name,
    value: draft[name],
    message: messages[name] ?? "",
    ...(hint !== undefined && { hint }),
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <div className="field-pair">
      <AmountField {...field("price", "قیمت")} />
      <AmountField {...field("priceAfterDiscount", "قیمت حراج", "خالی یعنی بی‌حراج")} />
      <AmountField {...field("reward", "پاداش هر واحد", "خالی یعنی بی‌پاداش")} />
    </div>
  );
}
