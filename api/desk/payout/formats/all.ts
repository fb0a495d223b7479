import type { Payout } from "../../../../contract/desk/payout.ts";
import { cardList } from "./card-list.ts";
import type { PayoutFormat } from "./format.ts";
import { paya } from "./paya.ts";

/** The formats of bank files by their names in the contract. */
export const formats: Record<Payout["format"], PayoutFormat> = { paya, card_list: cardList };
