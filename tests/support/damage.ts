import type { TestShop } from "./shop.ts";

/** Texts that do not open: written over, sealed with a key that nobody has, and not even a sealed text. */
export const DAMAGED_SEALS = [
  "1.AAAA.BBBB",
  "9.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA==",
  "~~~",
] as const;

/** Makes a card's number one that does not open any more. */
export const damageCard = (
  shop: Pick<TestShop, "sql">,
  cardId: string,
  seal: string = DAMAGED_SEALS[0],
) => shop.sql("UPDATE bank_card SET number_sealed = ?2 WHERE id = ?1", cardId, seal);
