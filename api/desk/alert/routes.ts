import { Hono } from "hono";
import {
  ALERT_CHANNELS_MAX,
  type AlertChannel,
  alertRefusals,
  makeAlertChannel,
} from "../../../contract/desk/alert.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import { readTogether, runBatch, readFirst, readAll } from "../../base/batch.ts";
import { body, refuse } from "../../base/context.ts";
import { noteDecision } from "../../base/decisions.ts";
import type { OperatorEnv } from "../../base/operator.ts";
import { randomId } from "../../base/vault.ts";
import { findOperator } from "../operator/statements.ts";
import { ALERT_WORDS } from "./rules.ts";
import { deliver, noteDelivery } from "./send.ts";
import * as statements from "./statements.ts";
import { toIso, toIsoOrNull } from "../../base/time.ts";

/** Channels of alerts. Section 10.35. */
export const deskAlerts = new Hono<OperatorEnv>();

deskAlerts.get("/", async (c) => {
  const { db, bot, email } = c.var.shop;
  const [channels, open] = await readTogether(db, [
    statements.findChannels(db),
    statements.findOpenAlerts(db),
  ]);
  return c.json({
    channels: channels.map(show),
    open: open.map(({ kind, count, since }) => ({
      kind,
      words: ALERT_WORDS[kind],
      count,
      since: toIso(since),
    })),
    hasBot: bot !== null,
    hasEmail: email !== null,
  });
});

deskAlerts.post("/channels", body(makeAlertChannel.body), async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const { kind, address, wants, hours } = c.var.body;
  if (kind === "bot" && shop.bot === null) return refuse(c, alertRefusals.noBot);
  if (kind === "email" && shop.email === null) return refuse(c, alertRefusals.noEmail);
  if (kind === "sms") {
    const told = await readFirst(findOperator(db, address));
    if (!told || told.ended_at !== null) return refuse(c, alertRefusals.unknownOperator);
  }
  const moment = shop.now();
  const id = randomId();
  const channel = { id, kind, address, wants, hours, created_by: operator.name };
  const isMade = await runBatch(db, [
    ...statements.insertChannel(db, channel, ALERT_CHANNELS_MAX, moment),
    noteDecision({ db, operator, moment }, "alert_channel", id, "made", {
      note: `${kind} ${address}`,
    }),
  ]);
  if (isMade) return c.json({ message: "راه هشدار ساخته شد. آن را امتحان کنید.", id });
  const results = await readAll(statements.findChannels(db));
  const isTaken = results.some((one) => one.kind === kind && one.address === address);
  return refuse(c, isTaken ? alertRefusals.taken : alertRefusals.tooMany);
});

const TROUBLES: Record<NonNullable<statements.ChannelRow["trouble"]>, Refusal> = {
  token: alertRefusals.wrongToken,
  gone: alertRefusals.gone,
  refused: alertRefusals.notSent,
  silent: alertRefusals.silent,
};

deskAlerts.post("/channels/:id/trial", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const channel = await readFirst(statements.findChannel(db, c.req.param("id")));
  if (!channel) return refuse(c, refusals.notFound);
  await noteDecision(
    { db, operator, moment: shop.now() },
    "alert_channel",
    channel.id,
    "tried",
  ).run();
  const delivery = await deliver(shop, channel, []);
  await noteDelivery(shop, channel.id, delivery);
  return delivery.kind === "sent"
    ? c.json({ message: "پیام آزمایش فرستاده شد." })
    : refuse(c, TROUBLES[delivery.trouble]);
});

deskAlerts.delete("/channels/:id", async (c) => {
  const { shop, operator } = c.var;
  const { db } = shop;
  const moment = shop.now();
  const id = c.req.param("id");
  const isEnded = await runBatch(db, [
    ...statements.endChannel(db, id, moment),
    noteDecision({ db, operator, moment }, "alert_channel", id, "ended"),
  ]);
  return isEnded ? c.json({ message: "این راه هشدار برداشته شد." }) : refuse(c, refusals.notFound);
});

function show(row: statements.ChannelRow): AlertChannel {
  return {
    id: row.id,
    kind: row.kind,
    address: row.address,
    wants: row.wants,
    hours: statements.hoursOf(row),
    createdBy: row.created_by,
    sentAt: toIsoOrNull(row.sent_at),
    trouble: row.trouble,
    troubleSince: toIsoOrNull(row.trouble_since),
  };
}
