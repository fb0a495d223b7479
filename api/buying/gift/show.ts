import type { GivenGift, OpenedGift, SealedGift } from "../../../contract/gift.ts";
import type { Shop } from "../../base/context.ts";
import { pictureOf } from "../../goods/picture/address.ts";
import { sealContext } from "../code/code-text.ts";
import type { LinkedRow } from "./opening-statements.ts";
import { shownState } from "./rules.ts";
import { type GivenRow, tokenContext } from "./statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** Converts a gift to the form that its giver sees. */
export async function showGiven({ vault, settings }: Shop, row: GivenRow): Promise<GivenGift> {
  return {
    id: row.id,
    orderItemId: row.order_item_id ?? "",
    codeId: row.code_id,
    occasion: row.occasion,
    recipient: row.recipient,
    message: row.message,
    signature: row.signature,
    phone: row.phone,
    isPhoneRequired: row.is_phone_required === 1,
    state: row.state === "opened" ? "opened" : "sealed",
    isPaused: row.state === "sealed" && row.paused_at !== null,
    opensAt: toIso(row.opens_at),
    openedAt: toIsoOrNull(row.opened_at),
    link:
      row.state === "sealed"
        ? `${settings.PUBLIC_ORIGIN}/gift#${await vault.open(row.token_sealed, tokenContext(row.id))}`
        : null,
    sms: smsState(row),
  };
}

function smsState(row: GivenRow): GivenGift["sms"] {
  if (row.sms_id === null) return "none";
  if (row.sms_sent_at !== null) return "sent";
  return row.sms_given_up_at === null ? "waiting" : "failed";
}

/** Converts a gift to the form that everybody with its link sees at `now`. */
export function showSealed(row: LinkedRow, openerHash: string | null, now: number): SealedGift {
  const isGone = row.state === "called_back";
  return {
    state: shownState(row, now),
    occasion: row.occasion,
    recipient: isGone ? "" : row.recipient,
    signature: isGone ? "" : row.signature,
    opensAt: toIso(row.opens_at),
    openedAt: toIsoOrNull(row.opened_at),
    isYours: row.opener_hash !== null && row.opener_hash === openerHash,
    phoneEnd: row.is_phone_required === 1 ? (row.phone?.slice(-2) ?? null) : null,
  };
}

/** Converts an opened gift to the form that its opener sees. */
export async function showOpened({ vault }: Shop, row: LinkedRow): Promise<OpenedGift> {
  return {
    occasion: row.occasion,
    recipient: row.recipient,
    signature: row.signature,
    message: row.message,
    openedAt: toIso(row.opened_at ?? 0),
    code: await vault.open(row.sealed, sealContext(row.product_id, row.code_id)),
    Product: {
      name: row.product_name,
      imageUrl: pictureOf(row, row.product_id),
      region: row.region,
      subcategoryUrlName: row.url_name,
      redeem: { url: row.redeem_url, steps: JSON.parse(row.redeem_steps) as string[] },
    },
  };
}
