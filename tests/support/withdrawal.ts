import { decideWithdrawal, holdWithdrawal } from "../../contract/desk/withdrawal.ts";
import type { TestShop } from "./shop.ts";

export const takeInHand = (shop: TestShop, id: string) =>
  shop.desk(holdWithdrawal, { params: { id }, body: { inHand: true } });

/** Takes a withdrawal in hand and records that it was paid. */
export async function payWithdrawal(shop: TestShop, id: string, reference = "123456") {
  await takeInHand(shop, id);
  return shop.desk(decideWithdrawal, { params: { id }, body: { status: "paid", reference } });
}
