import type { TestShop } from "./shop.ts";

/** Undecryptable texts: damaged, encrypted with an unknown key, and no ciphertext at all. */
export const DAMAGED_SEALS = [
  "1.AAAA.BBBB",
  "9.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA==",
  "~~~",
] as const;

/** Replaces a card's encrypted number by an undecryptable text. */
export const damageCard = (
  shop: Pick<TestShop, "sql">,
  cardId: string,
  seal: string = DAMAGED_SEALS[0],
) => shop.sql("UPDATE bank_card SET number_sealed = ?2 WHERE id = ?1", cardId, seal);
