import { atom } from "nanostores";
import type {
  addBankCard,
  BankCard,
  chooseBankCard,
  deleteBankCard,
  getBankCards,
  setIban,
} from "../../contract/bank-card.ts";
import { call, loadedOf } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { type Messages, messagesOf } from "./messages.ts";
import { notify } from "./notice.ts";

export const $bankCards = atom<Loaded<readonly BankCard[]>>({ state: "loading" });

/** True when a national code may make an operator's check of the next card unnecessary. */
export const $asksForCard = atom(false);

export async function loadBankCards(): Promise<void> {
  if ($bankCards.get().state === "failed") $bankCards.set({ state: "loading" });
  const outcome = await call<typeof getBankCards>("GET", "/bankcards", { needs: ["bankCards"] });
  if (outcome.ok) $asksForCard.set(outcome.value.asksNationalCode);
  $bankCards.set(loadedOf(outcome, ({ bankCards }) => bankCards));
}

export interface NewBankCard {
  cardNumber: string;
  cardOwner: string;
  cardImage: string;
  nationalCode?: string;
  birthDate?: string;
}

/** Registers a card. Returns a sentence for each refused field; empty on success. */
export async function addCard(card: NewBankCard): Promise<Messages> {
  const outcome = await call<typeof addBankCard>("POST", "/bankcards", { body: card });
  if (!outcome.ok) {
    const field = REFUSED_FIELDS[outcome.code];
    if (field) return { [field]: outcome.message };
    return messagesOf(outcome);
  }
  await loadBankCards();
  return {};
}

/** Saves the IBAN behind a card, or removes it. Returns a sentence for each refused field. */
export async function saveIban(cardId: string, iban: string): Promise<Messages> {
  const outcome = await call<typeof setIban>("PUT", "/bankcards/:id/iban", {
    params: { id: cardId },
    body: { iban },
  });
  if (!outcome.ok) return messagesOf(outcome);
  await loadBankCards();
  return {};
}

/** Removes a card and shows a toast. Returns the sentence of a refusal, else "". */
export async function removeCard(cardId: string): Promise<string> {
  const outcome = await call<typeof deleteBankCard>("DELETE", "/bankcards/:id", {
    params: { id: cardId },
  });
  // Another window may have removed it first.
  if (outcome.ok || outcome.code === "card_not_found") await loadBankCards();
  if (!outcome.ok) return outcome.message;
  notify("success", outcome.value.message);
  return "";
}

/** Makes a card the default one; a toast shows the result. */
export async function chooseCard(cardId: string): Promise<void> {
  const outcome = await call<typeof chooseBankCard>("PUT", "/bankcards/:id/default", {
    params: { id: cardId },
  });
  await loadBankCards();
  notify(outcome.ok ? "success" : "error", outcome.ok ? outcome.value.message : outcome.message);
}

/** The form field that a refusal is about, by the code of the refusal. */
const REFUSED_FIELDS: Record<string, keyof NewBankCard | undefined> = {
  card_taken: "cardNumber",
  image_not_found: "cardImage",
};

/** True for a verified card with a readable number: money can move to it and from it. */
export function canPay({ status, cardNumber }: BankCard): boolean {
  return status === "verified" && cardNumber !== "";
}

/** Returns the chosen card, else the default one, else the first that can pay. */
export function payingCard(cards: readonly BankCard[], chosenId: string | null): BankCard | null {
  const paying = cards.filter(canPay);
  const chosen =
    paying.find(({ id }) => id === chosenId) ?? paying.find(({ isDefault }) => isDefault);
  return chosen ?? paying[0] ?? null;
}

/** Like `payingCard`, but waits until the cards are loaded: a form may be sent earlier. */
export async function awaitPayingCard(chosenId: string | null): Promise<BankCard | null> {
  if ($bankCards.get().state === "loading")
    await new Promise<void>((resolve) => {
      const stop = $bankCards.listen(() => {
        stop();
        resolve();
      });
    });
  const cards = $bankCards.get();
  return cards.state === "ready" ? payingCard(cards.value, chosenId) : null;
}

/** The label of a pending card whose owner's identity is not verified yet. */
export const WAITS_FOR_IDENTITY = "در انتظار تأیید هویت";

export const BANKCARD_STATUS_LABELS: Record<BankCard["status"], string> = {
  pending: "در حال بررسی",
  verified: "تأیید شده",
  rejected: "رد شده",
};

/** The colours that people know from the cards of their banks. Cards of other banks are lapis. */
const COLOURS: Record<string, readonly string[]> = {
  red: ["بانک ملت", "بانک شهر", "بانک پارسیان"],
  green: ["بانک کشاورزی", "بانک قرض‌الحسنه مهر ایران", "پست بانک", "بانک کارآفرین"],
  blue: ["بانک ملی ایران", "بانک تجارت", "بانک صادرات ایران", "بانک رفاه کارگران", "بلوبانک"],
  sky: ["بانک سامان", "بانک قرض‌الحسنه رسالت", "بانک سینا", "بانک دی"],
  orange: ["بانک مسکن", "بانک سپه", "بانک خاورمیانه"],
  gold: ["بانک پاسارگاد"],
  violet: ["بانک اقتصاد نوین", "بانک ایران زمین"],
};

export function bankColour(bank: string): string {
  return Object.keys(COLOURS).find((colour) => COLOURS[colour]?.includes(bank)) ?? "lapis";
}
