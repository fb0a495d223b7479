import type { Refusal } from "../../../contract/endpoint.ts";
import { GIFTS_PER_DAY_MAX, type SealedGift, giftRefusals } from "../../../contract/gift.ts";
import { orderRefusals } from "../../../contract/order.ts";
import type { LinkedRow } from "./opening-statements.ts";
import type { GiveableRow } from "./statements.ts";

/** Returns why a code cannot be given, or null when it can. */
export function refuseGiving(code: GiveableRow | null): Refusal | null {
  if (!code) return orderRefusals.codeNotFound;
  if (code.is_in_hand === 0) return giftRefusals.codeGone;
  if (code.is_profile_complete === 0) return orderRefusals.profileIncomplete;
  if (code.is_given === 1) return giftRefusals.alreadyGiven;
  if (code.read_at !== null) return giftRefusals.codeRead;
  if (code.has_open_ticket === 1) return giftRefusals.codeReported;
  return code.gifts_today >= GIFTS_PER_DAY_MAX ? giftRefusals.tooManyToday : null;
}

/**
 * A person who wants to open a gift: the hash of the browser's secret, and the phone of the
 * session.
 */
export interface Opener {
  openerHash: string;
  phone: string | null;
}

/** Returns why this person cannot open or see a gift at `now`, or null when they can. */
export function refuseOpening(gift: LinkedRow, by: Opener, now: number): Refusal | null {
  if (gift.state === "called_back")
    return gift.is_replaced === 1 ? giftRefusals.spoilt : giftRefusals.calledBack;
  if (gift.state === "opened" && gift.opener_hash !== by.openerHash) return giftRefusals.opened;
  if (gift.is_phone_required === 1 && gift.phone !== by.phone) return giftRefusals.phoneNeeded;
  if (gift.is_in_hand !== 1) return giftRefusals.spoilt;
  if (gift.state === "opened") return null;
  if (gift.paused_at !== null) return giftRefusals.paused;
  return gift.opens_at > now ? giftRefusals.early : null;
}

/** Returns the state of the gift at `now` that anybody with the link may see. */
export function shownState(gift: LinkedRow, now: number): SealedGift["state"] {
  if (gift.is_replaced === 1) return "spoilt";
  if (gift.state !== "sealed") return gift.state;
  if (gift.paused_at !== null) return "paused";
  return gift.opens_at > now ? "early" : "sealed";
}
