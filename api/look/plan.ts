import type { Shop } from "../base/context.ts";
import { HOUR_MS } from "../base/time.ts";
import type { DeliveryType } from "../../contract/catalogue.ts";
import { type Payer, type RoomRow, claimRoom, findWholeRoom } from "./room.ts";

/** The facts of an item that decide whether its order is held. */
interface SoldLine {
  deliveryType: DeliveryType;
  /** Its list price, or its cost if that is more. */
  worthToman: number;
}

/**
 * Decides whether a paid order is held for a look, and claims that it still has to be. `dueAt` is
 * the time until which it is held, null when it is delivered as always.
 */
export async function planLook(
  { db, settings }: Shop,
  payer: Payer,
  { items, roomToman }: { items: readonly SoldLine[]; roomToman: number },
  now: number,
): Promise<{ dueAt: number | null; claim: D1PreparedStatement }> {
  const instantToman = items
    .filter(({ deliveryType }) => deliveryType === "instant")
    .reduce((sum, { worthToman }) => sum + worthToman, 0);
  const isHeld =
    instantToman > roomToman &&
    instantToman >
      ((await findWholeRoom(db, payer, settings, now).first<RoomRow>())?.room_toman ?? 0);
  return {
    dueAt: isHeld ? now + settings.LOOK_HOURS * HOUR_MS : null,
    claim: claimRoom(db, payer, { instantToman, isHeld }, settings, now),
  };
}
