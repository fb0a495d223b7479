import { readAll } from "../../base/batch.ts";
import type { Shop } from "../../base/context.ts";
import type { SmsMessage } from "../../outside/sms.ts";
import { type SmsRecipient, findOwners } from "./statements.ts";

/**
 * Reads the people who are told about a change of an operator's role or ways to enter: every owner,
 * and the operator. The list is read before the change, so that the change cannot influence it.
 */
export async function readTold({ db }: Shop, person: SmsRecipient | null): Promise<SmsRecipient[]> {
  const owners = await readAll(findOwners(db));
  const isListed = person === null || owners.some(({ phone }) => phone === person.phone);
  return isListed ? owners : [...owners, person];
}

/**
 * Sends an SMS to operators at once. They are not shoppers, so the outbox cannot store their
 * messages. Returns the number of messages that were sent.
 */
export async function sendToOperators(
  { sms }: Shop,
  told: readonly SmsRecipient[],
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

/** Tells operators what changed for the operator `name`; `words` has at most nine words. */
export const tellChange = (
  shop: Shop,
  told: readonly SmsRecipient[],
  { name, words }: { name: string; words: string },
): Promise<number> =>
  sendToOperators(shop, told, {
    template: shop.settings.SMS_TEMPLATE_OPERATOR_CHANGED,
    token: name,
    reason: words,
  });
