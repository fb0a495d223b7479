import { closeShop, openShop } from "../../../contract/desk/closure.ts";
import type { TestShop } from "../../support/shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { type Guard, expectRefused } from "./guard.ts";
import { checks, refused } from "./schema.ts";

/** Guards of closing the shop. */

const closure = (values: string, more = "", moreValues = "") =>
  `INSERT INTO closure (id, reason, closed_by, closed_at${more}) VALUES (${values}${moreValues})`;
const ONE = "'guard', 'تعطیل', 'nobody', 5";

const close = (shop: TestShop) =>
  shop.desk(closeShop, { body: { reason: "تعطیل است.", reopensAt: null } });

export const guardsOfClosure: Guard[] = [
  ...checks("closure", {
    "(reopens_at > closed_at)": closure(ONE, ", reopens_at", ", 5"),
    "(opened_at >= closed_at)": closure(ONE, ", opened_at", ", 4"),
  }),
  // Their hour has come, so that they close the shop for no other attack.
  refused(
    "index closure_one",
    closure(ONE, ", reopens_at", ", 6"),
    closure(ONE.replace("guard", "guard-twin"), ", reopens_at", ", 6"),
  ),
  {
    name: "must: the shop is closed",
    async attack({ shop, meanwhile }) {
      await shop.sql("DELETE FROM closure");
      const { id } = (await close(shop)).body.closure;
      const request = { params: { id } };
      const rival = deskRequest(shop, openShop, request);
      const answer = await meanwhile("'the shop is closed'", [rival], () =>
        shop.desk(openShop, request),
      );
      expectRefused(answer, "already_open");
    },
  },
];
