import { expect } from "vitest";
import { endAlertChannel, listAlerts, makeAlertChannel } from "../../../contract/desk/alert.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, expectRefused } from "./guard.ts";
import { checks, refused } from "./schema.ts";

/** Guards of alerts. */

const MADE = "'guard', 'bot', '-1', 'all', 'nobody', 1, 1";
const INTO = `INSERT INTO alert_channel
  (id, kind, address, wants, created_by, created_at, told_until`;
const HOURS = ", from_hour, until_hour";
const channel = (values: string, more = "", moreValues = "") =>
  `${INTO}${more}) VALUES (${values}${moreValues})`;
const alert = (values: string) =>
  `INSERT INTO alert (id, kind, subject, is_urgent, opened_at) VALUES (${values})`;

let chats = 0;
const newChat = () => `-9${String(++chats).padStart(6, "0")}`;
const make = (shop: TestShop) =>
  shop.desk(makeAlertChannel, { body: { kind: "bot", address: newChat(), wants: "all" } });

export const guardsOfAlert: Guard[] = [
  ...checks("alert_channel", {
    "(kind IN ('bot', 'sms', 'email'))": channel(MADE.replace("'bot'", "'pigeon'")),
    "(wants IN ('all', 'urgent'))": channel(MADE.replace("'all'", "'none'")),
    "(trouble IN ('token', 'gone', 'refused', 'silent'))": channel(
      MADE,
      ", trouble, trouble_since",
      ", 'bored', 1",
    ),
    "(from_hour BETWEEN 0 AND 23)": channel(MADE, HOURS, ", 24, 3"),
    "(until_hour BETWEEN 1 AND 24)": channel(MADE, HOURS, ", 3, 0"),
    "((from_hour IS NULL) = (until_hour IS NULL))": channel(MADE, ", from_hour", ", 8"),
    "(from_hour <> until_hour)": channel(MADE, HOURS, ", 8, 8"),
    "((trouble IS NULL) = (trouble_since IS NULL))": channel(MADE, ", trouble", ", 'gone'"),
  }),
  refused(
    "index alert_channel_once",
    channel(MADE),
    channel(MADE.replace("'guard'", "'guard-twin'")),
  ),
  ...checks("server_state", {
    "(id = 1)": "INSERT INTO server_state (id, findings, since) VALUES (2, 0, 1)",
    "(findings >= 0)": "INSERT INTO server_state (id, findings, since) VALUES (1, -1, 1)",
    "(is_away_failing IN (0, 1))":
      "INSERT INTO server_state (id, findings, is_away_failing, since) VALUES (1, 0, 2, 1)",
  }),
  ...checks("alert", { "(is_urgent IN (0, 1))": alert("'guard', 'rate', 'USD', 2, 1") }),
  refused(
    "index alert_open",
    alert("'guard', 'rate', 'USD', 0, 1"),
    alert("'guard-twin', 'rate', 'USD', 0, 2"),
  ),
  {
    name: "must: there is room for a channel",
    async attack({ shop }) {
      for (let count = 0; count < 22; count++) await make(shop);
      const { channels } = (await shop.desk(listAlerts)).body;
      await shop.sql("DELETE FROM alert_channel");
      expect(channels).toHaveLength(20);
    },
  },
  {
    name: "must: the channel is in use",
    async attack({ shop, meanwhile }) {
      await shop.sql("DELETE FROM alert_channel");
      const { id } = (await make(shop)).body;
      const request = { params: { id } };
      const rival = deskRequest(shop, endAlertChannel, request);
      const answer = await meanwhile("'the channel is in use'", [rival], () =>
        shop.desk(endAlertChannel, request),
      );
      expectRefused(answer, "not_found");
    },
  },
];
