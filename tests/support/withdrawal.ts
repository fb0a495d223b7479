import { decideWithdrawal, holdWithdrawal } from "../../contract/desk/withdrawal.ts";
import { newCharacters } from "./random-of-test.ts";
import type { TestShop } from "./shop.ts";

export const takeInHand = (shop: TestShop, id: string) =>
  shop.desk(holdWithdrawal, { params: { id }, body: { inHand: true } });

export const putBack = (shop: TestShop, id: string) =>
  shop.desk(holdWithdrawal, { params: { id }, body: { inHand: false } });

/** A new reference of the bank, which can be used for one withdrawal only. */
export const newReference = () => `123-${newCharacters()}`;

/** Takes a withdrawal in hand and records that it was paid. */
export async function payWithdrawal(shop: TestShop, id: string, reference = newReference()) {
  await takeInHand(shop, id);
  return shop.desk(decideWithdrawal, { params: { id }, body: { status: "paid", reference } });
}
