import { expect } from "vitest";
import { applyDiscount } from "../../../contract/cart.ts";
import { withCart } from "../faults/handler.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, sql, type Traces, where } from "./guard.ts";
import { checks, refused, set } from "./schema.ts";

const otherRun = { method: "POST", path: "/test/jobs", token: "" } as const;

export const guardsOfBase: Guard[] = [
  where(
    "a message is sent by one run of the jobs",
    "SET attempts = attempts + 1, next_attempt_at = ?1 + ?2",
    "SET attempts = attempts + 1, next_attempt_at = ?1 + 0 * ?2",
    async ({ shop, meanwhile }) => {
      const { id, phone } = await shop.newShopper();
      await shop.sql(
        `INSERT INTO outbox (id, user_id, template, token, next_attempt_at, created_at)
         VALUES ('once', ?1, 'armaghan-wallet-credit', 'once', 1, 1)`,
        id,
      );
      await meanwhile("UPDATE outbox SET sent_at", [otherRun], () => shop.runJobs());
      expect(await shop.sandbox.messages(phone)).toHaveLength(1);
    },
  ),
  where(
    "a rate limit counts every attempt",
    "DO UPDATE SET count = count + 1",
    "DO UPDATE SET count = 1",
    async ({ shop }) => {
      const { shopper } = await withCart(shop);
      for (let guess = 0; guess < 10; guess++)
        await shopper.ask(applyDiscount, { body: { code: `GUESS${String(guess)}` } });
      // The minute of the rate limit may end between two guesses.
      for (let guess = 0; guess < 10; guess++)
        await shopper.ask(applyDiscount, { body: { code: `GUESS${String(guess)}` } });
      expectRefused(await shopper.ask(applyDiscount, { body: { code: "GUESS" } }), "too_many");
    },
  ),
  ...checks("outbox", { "(channel IN ('sms', 'email'))": set("outbox", "channel = 'pigeon'") }),
  refused(
    "trigger desk_decision_never_changes",
    `UPDATE desk_decision SET verdict = 'rejected'
     WHERE id = ${one("desk_decision", "subject = 'withdrawal' AND verdict = 'paid'")}`,
  ),
  refused(
    "trigger desk_decision_never_goes",
    `DELETE FROM desk_decision WHERE id = ${one("desk_decision", "subject = 'withdrawal'")}`,
  ),
  {
    name: "trigger must_hold",
    attack: async ({ shop }) => {
      await shop.sql("INSERT INTO must SELECT 'one is one', 1 = 1");
      await expect(shop.sql("INSERT INTO must SELECT 'one is two', 1 = 2")).rejects.toThrow(
        "must hold",
      );
      await expect(shop.sql("INSERT INTO must SELECT 'nothing is known', NULL")).rejects.toThrow(
        "must hold",
      );
    },
  },
];

export const tracesOfBase: Traces = () =>
  ["bank_card", "identity_request", "ticket"].map((table) =>
    sql(
      `INSERT INTO desk_decision (id, operator, subject, subject_id, verdict, note, created_at)
       SELECT ?1, 'somebody', ?1, id, 'noted', 'a word', 1 FROM ${table} LIMIT 1`,
      table,
    ),
  );
