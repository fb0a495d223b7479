import { readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { SmsMessage } from "../../outside/sms.ts";
import { type Told, findOwners } from "./statements.ts";

/**
 * Reads who hears of a change of somebody's place at the desk: every owner, and the person. It is read
 * before the change, so that whoever makes it cannot choose who hears of it.
 */
export async function readTold({ db }: Shop, person: Told | null): Promise<Told[]> {
  const owners = await readAll(findOwners(db));
  const isListed = person === null || owners.some(({ phone }) => phone === person.phone);
  return isListed ? owners : [...owners, person];
}

/**
 * Sends people at the desk an SMS, at once: they are no shoppers, so the outbox has no room for them.
 * Returns to how many it went.
 */
export async function sendToOperators(
  { sms }: Shop,
  told: readonly Told[],
  message: Omit<SmsMessage, "phone">,
): Promise<number> {
  const outcomes = await Promise.all(
    told.map(async ({ name, phone }) => {
      const { kind } = await sms.send({ ...message, phone });
      if (kind !== "sent")
        console.error(JSON.stringify({ operatorNotTold: name, about: message.token }));
      return kind;
    }),
  );
  return outcomes.filter((kind) => kind === "sent").length;
}

/** Tells people at the desk what changed for the operator `name`, in at most nine words. */
export const tellChange = (
  shop: Shop,
  told: readonly Told[],
  { name, words }: { name: string; words: string },
): Promise<number> =>
  sendToOperators(shop, told, {
    template: shop.settings.SMS_TEMPLATE_OPERATOR_CHANGED,
    token: name,
    reason: words,
  });
