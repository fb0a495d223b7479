import { expect } from "vitest";
import { getDiscountCodes } from "../../../contract/discount-code.ts";
import { type Guard, newcomer } from "./guard.ts";
import { owner } from "./owners.ts";
import { checks, othersOf, refused, set } from "./schema.ts";

export const guardsOfDiscountCode: Guard[] = [
  owner(
    "the list of personal discount codes",
    "FROM discount_code WHERE owner_id = ?2",
    async ({ shop }) => {
      const answer = await (await newcomer(shop)).ask(getDiscountCodes);
      expect([answer.status, JSON.stringify(answer.body).includes("OWNERSONLY")]).toEqual([
        200,
        false,
      ]);
    },
  ),
  ...checks("discount_code", {
    "(code = upper(code))": set("discount_code", "code = 'lower'"),
    "(type IN ('percentage', 'fixed'))": set(
      "discount_code",
      "type = 'all'",
      "type = 'percentage'",
    ),
    "(value >= 1 AND (type = 'fixed' OR value <= 100))": set(
      "discount_code",
      "value = 101",
      "type = 'percentage'",
    ),
    "(min_purchase_toman >= 0)": set("discount_code", "min_purchase_toman = -1"),
    "(max_discount_toman >= 1)": set("discount_code", "max_discount_toman = 0"),
    "(may_sell_below_cost IN (0, 1))": set("discount_code", "may_sell_below_cost = 2"),
    "(uses_max >= 1)": set("discount_code", "uses_max = 0"),
    "(uses_per_user_max >= 1)": set("discount_code", "uses_per_user_max = 0"),
    "(is_active IN (0, 1))": set("discount_code", "is_active = 2"),
  }),
  refused("unique discount_code (code)", othersOf("discount_code", "code")),
];
