import { atom } from "nanostores";
import type {
  addBankCard,
  BankCard,
  deleteBankCard,
  getBankCards,
} from "../../contract/bank-card.ts";
import { call } from "./call.ts";
import type { Loaded } from "./loaded.ts";
import { notify } from "./notice.ts";

export const $bankCards = atom<Loaded<readonly BankCard[]>>({ state: "loading" });

export async function loadBankCards(): Promise<void> {
  if ($bankCards.get().state === "failed") $bankCards.set({ state: "loading" });
  const outcome = await call<typeof getBankCards>("GET", "/bankcards");
  $bankCards.set(
    outcome.ok
      ? { state: "ready", value: outcome.value.bankCards }
      : { state: "failed", message: outcome.message },
  );
}

export interface NewBankCard {
  cardNumber: string;
  cardOwner: string;
  cardImage: string;
}

/** Registers a card. Answers the sentences for what was refused: none when it went well. */
export async function addCard(card: NewBankCard): Promise<Record<string, string>> {
  const outcome = await call<typeof addBankCard>("POST", "/bankcards", { body: card });
  if (!outcome.ok) {
    const field = REFUSED_FIELDS[outcome.code];
    if (field) return { [field]: outcome.message };
    return Object.keys(outcome.fields).length > 0 ? outcome.fields : { form: outcome.message };
  }
  await loadBankCards();
  return {};
}

/** Takes a card out of the account, and says so. Answers why it was not done, or an empty sentence. */
export async function removeCard(cardId: string): Promise<string> {
  const outcome = await call<typeof deleteBankCard>("DELETE", "/bankcards/:id", {
    params: { id: cardId },
  });
  // Another window may have been quicker.
  if (outcome.ok || outcome.code === "card_not_found") await loadBankCards();
  if (!outcome.ok) return outcome.message;
  notify("success", outcome.value.message);
  return "";
}

/** Whose fault a refusal is. */
const REFUSED_FIELDS: Record<string, keyof NewBankCard | undefined> = {
  card_taken: "cardNumber",
  image_not_found: "cardImage",
};

/** Whether money can go to a card or come from it: a number that the shop cannot read just now names no card. */
export function canPay({ status, cardNumber }: BankCard): boolean {
  return status === "verified" && cardNumber !== "";
}

/** The card that pays when nobody chooses another: the default one, else the first that can. */
export function payingCard(cards: readonly BankCard[], chosenId: string | null): BankCard | null {
  const paying = cards.filter(canPay);
  const chosen =
    paying.find(({ id }) => id === chosenId) ?? paying.find(({ isDefault }) => isDefault);
  return chosen ?? paying[0] ?? null;
}

export const BANKCARD_STATUS_LABELS: Record<BankCard["status"], string> = {
  pending: "در حال بررسی",
  verified: "تأیید شده",
  rejected: "رد شده",
};
