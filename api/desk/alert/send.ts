import { readAll } from "../../base/batch.ts";
import { writeLetter } from "../../base/letter.ts";
import type { Shop } from "../../base/context.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { randomId } from "../../base/vault.ts";
import { toPersianDigits } from "../../../persian/digits.ts";
import { type AlertKind, watchedAt, writeAlert } from "./rules.ts";
import * as statements from "./statements.ts";
import { findCrossings } from "./watch.ts";

const RETRY_MS = 5 * MINUTE_MS;

export type Delivery =
  | { kind: "sent" }
  | { kind: "trouble"; trouble: NonNullable<statements.ChannelRow["trouble"]>; afterMs: number };

/**
 * Opens alerts for crossed thresholds and sends them to the channels. Each channel gets at most one
 * message in five minutes.
 */
export async function tellAlerts(shop: Shop): Promise<void> {
  const { db, now } = shop;
  const channels = await readAll(statements.findChannels(db));
  if (channels.length === 0) return;
  const watched = watchedAt(now());
  const crossings = await findCrossings(shop, watched);
  const moment = now();
  await db.batch([
    ...statements.noteCrossings(db, crossings, watched, moment),
    statements.deleteOldAlerts(db, moment),
  ]);
  const due = await readAll(statements.takeDueChannels(db, channels, moment));
  await Promise.all(
    channels
      .filter(({ id }) => due.some((taken) => taken.id === id))
      .map((channel) => tell(shop, channel)),
  );
}

async function tell(shop: Shop, channel: statements.ChannelRow): Promise<void> {
  const { db, now } = shop;
  const untold = await readAll(statements.findUntold(db, channel, now()));
  if (untold.length === 0) return;
  const delivery = await deliver(
    shop,
    channel,
    untold.map(({ kind }) => kind),
  );
  await noteDelivery(shop, channel.id, delivery, untold);
}

/**
 * Records whether a message was delivered. `told` are the alerts in it; a test message contains
 * none.
 */
export const noteDelivery = (
  { db, now }: Shop,
  id: string,
  delivery: Delivery,
  told: readonly statements.UntoldRow[] = [],
) =>
  (delivery.kind === "sent"
    ? statements.noteSent(db, id, told, now())
    : statements.noteTrouble(db, id, delivery, now())
  ).run();

/** Sends one message about these alerts; without alerts, it is a test message. */
export async function deliver(
  shop: Shop,
  channel: statements.ChannelRow,
  kinds: readonly AlertKind[],
): Promise<Delivery> {
  const link = `${shop.settings.PUBLIC_ORIGIN}/desk`;
  const id = randomId().slice(0, 8);
  const text =
    kinds.length === 0
      ? `میز کار: این پیام آزمایش هشدارهاست.\n${link}\n\u2068${id}\u2069`
      : writeAlert(kinds, { link, id, now: shop.now() });
  switch (channel.kind) {
    case "bot":
      return toBot(shop, channel, text);
    case "sms":
      return toPhone(shop, channel, kinds.length);
    case "email":
      return toEmail(shop, channel, text, id);
  }
}

const trouble = (
  kind: NonNullable<statements.ChannelRow["trouble"]>,
  afterMs = RETRY_MS,
): Delivery => ({ kind: "trouble", trouble: kind, afterMs });

async function toBot(
  shop: Shop,
  { id, address }: statements.ChannelRow,
  text: string,
): Promise<Delivery> {
  if (shop.bot === null) return trouble("token");
  let outcome = await shop.bot.send({ chat: address, text });
  if (outcome.kind === "moved") {
    await statements.moveChat(shop.db, id, outcome.chat).run();
    outcome = await shop.bot.send({ chat: outcome.chat, text });
  }
  switch (outcome.kind) {
    case "sent":
      return { kind: "sent" };
    case "token":
    case "gone":
      return trouble(outcome.kind);
    case "refused":
      return trouble("refused", outcome.afterSeconds * 1_000);
    case "moved":
    case "unknown":
      return trouble("silent");
  }
}

async function toPhone(
  { sms, settings }: Shop,
  { phone }: statements.ChannelRow,
  count: number,
): Promise<Delivery> {
  if (phone === null) return trouble("gone");
  const template = settings.SMS_TEMPLATE_ALERT;
  const { kind } = await sms.send({ phone, template, token: toPersianDigits(count) });
  if (kind === "sent") return { kind: "sent" };
  return trouble(kind === "refused" ? "refused" : "silent");
}

async function toEmail(
  { email }: Shop,
  { address }: statements.ChannelRow,
  text: string,
  key: string,
): Promise<Delivery> {
  if (email === null) return trouble("token");
  const parts = text.split("\n").map((line) => ({ text: line }));
  const letter = writeLetter("هشدار میز کار", parts);
  const outcome = await email.send({ key: `alert-${key}`, to: address, ...letter });
  if (outcome.kind === "sent") return { kind: "sent" };
  return trouble(outcome.retryable ? "silent" : "refused");
}
