import type { BankCard } from "../../contract/bank-card.ts";

const LONG_NAME = "عبدالرحمان میرمحمدصادقی نجف‌آبادی";

export function sampleCard(card: Partial<BankCard> = {}): BankCard {
  return {
    id: "card-1",
    cardNumber: "6219861034529007",
    cardOwner: LONG_NAME,
    cardBank: "بانک سامان",
    cardImage: "",
    iban: "",
    status: "verified",
    isDefault: false,
    waitsForIdentity: false,
    paysOutFrom: null,
    rejectionReason: null,
    ...card,
  };
}

/** A card of each state. The default card is not the first one. */
export const SAMPLE_CARDS: readonly BankCard[] = [
  sampleCard({
    id: "verified",
    cardBank: "بانک قرض‌الحسنه مهر ایران",
    cardNumber: "6063731234567890",
  }),
  sampleCard({
    id: "default",
    isDefault: true,
    iban: "IR062960000000100324200001",
    paysOutFrom: "2099-01-01T10:00:00.000Z",
  }),
  sampleCard({
    id: "pending",
    status: "pending",
    cardBank: "بانک ملی ایران",
    cardOwner: "نگار آزمون",
  }),
  sampleCard({
    id: "rejected",
    status: "rejected",
    cardBank: "",
    rejectionReason: "نام روی کارت با نام شما یکی نیست.",
  }),
];

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
/** The picture of a card, to be uploaded. */
export const SAMPLE_PICTURE = { name: "card.png", mimeType: "image/png", buffer: PIXEL };
