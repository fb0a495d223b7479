import { expect } from "vitest";
import { decideNameRequest } from "../../../contract/desk/name-request.ts";
import { createNameRequest } from "../../../contract/name-request.ts";
import { signOutEverywhere } from "../../../contract/sign-in.ts";
import { getProfile } from "../../../contract/user.ts";
import type { TestShop, TestShopper } from "../../support/shop.ts";
import { one } from "../plant.ts";
import { expectRefused, type Guard, newcomer, sql, succeeds, type Traces } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, refused, set } from "./schema.ts";

async function wish(shopper: TestShopper): Promise<string> {
  const answer = await shopper.ask(createNameRequest, {
    body: { firstName: "سارا", lastName: "کریمی", reason: "نامم عوض شد" },
  });
  expect(answer.status).toBe(200);
  return answer.body.nameRequest.id;
}

const approve = (shop: TestShop, id: string) =>
  shop.desk(decideNameRequest, {
    params: { id },
    body: { status: "verified", reason: "سند را دیدم" },
  });

export const guardsOfNameRequest: Guard[] = [
  {
    name: "must: the name request waits",
    heldAlsoBy: ["trigger name_request_path"],
    async attack({ shop, meanwhile }) {
      const id = await wish(await shop.newShopper());
      const rejected = sql(
        "UPDATE name_request SET status = 'rejected', decided_at = 1 WHERE id = ?1",
        id,
      );
      expectRefused(
        await meanwhile("'the name request waits'", [rejected], () => approve(shop, id)),
        "decided",
      );
    },
  },
  {
    name: "must: the names are those that were read",
    async attack({ shop, meanwhile }) {
      const shopper = await shop.newShopper();
      const id = await wish(shopper);
      const renamed = sql("UPDATE user SET first_name = 'نگار' WHERE id = ?1", shopper.id);
      await meanwhile("'the names are those that were read'", [renamed], () => approve(shop, id));
      expect((await shopper.ask(getProfile)).body.user.firstName).toBe("نگار");
    },
  },
  owner(
    "the newest request for another name",
    "FROM name_request WHERE user_id = ?1 ORDER BY created_at DESC LIMIT 1",
    async ({ shop }) => {
      await wish(await shop.newShopper());
      expect((await (await newcomer(shop)).ask(getProfile)).body.user.nameRequest).toBeNull();
    },
  ),
  owner(
    "the wish for another name that ending all sessions rejects",
    "UPDATE name_request SET status = 'rejected', rejection_reason = ?2, decided_at = ?3\n       WHERE user_id = ?1 AND status = 'pending'",
    async ({ shop }) => {
      const id = await wish(await shop.newShopper());
      await succeeds((await shop.newShopper()).ask(signOutEverywhere));
      expect(await shop.sql("SELECT status FROM name_request WHERE id = ?1", id)).toEqual([
        { status: "pending" },
      ]);
    },
  ),
  ...checks("name_request", {
    "(status IN ('pending', 'verified', 'rejected'))": set(
      "name_request",
      "status = 'good', decided_at = 1",
      "status = 'pending'",
    ),
    "((status = 'pending') = (decided_at IS NULL))": set(
      "name_request",
      "decided_at = 1",
      "status = 'pending'",
    ),
  }),
  refused(
    "index name_request_pending_once",
    `INSERT INTO name_request (id, user_id, first_name, last_name, old_first_name, old_last_name,
       reason, created_at)
     SELECT 'twin', user_id, '', '', '', '', '', 1 FROM name_request WHERE status = 'pending'
     LIMIT 1`,
  ),
  refused(
    "trigger name_request_path",
    `UPDATE name_request SET status = 'rejected', decided_at = 1
     WHERE id = ${one("name_request", "status = 'pending'")}`,
    `UPDATE name_request SET status = 'verified' WHERE status = 'rejected'`,
  ),
];

export const tracesOfNameRequest: Traces = ({ id }) => [
  sql(
    `INSERT INTO name_request (id, user_id, first_name, last_name, old_first_name, old_last_name,
       reason, created_at)
     VALUES ('wished-before', ?1, 'سارا', 'کریمی', '', '', '', 1)`,
    id,
  ),
];
