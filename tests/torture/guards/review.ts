import { expect } from "vitest";
import { endReview } from "../../../contract/desk/review.ts";
import { paymentInReview } from "../../support/busy-shop.ts";
import { deskRequest } from "../../support/wire-request.ts";
import { row } from "../faults/handler.ts";
import type { Guard } from "./guard.ts";

export const guardsOfReview: Guard[] = [
  {
    name: "must: the payment is in review",
    heldAlsoBy: ["trigger payment_reviewed_once"],
    async attack({ shop, meanwhile }) {
      const { id } = await paymentInReview(shop);
      const credited = deskRequest(shop, endReview, {
        params: { id },
        body: { moneyIs: "in_shop", note: "در پنل دیده شد" },
      });
      await meanwhile("'the payment is in review'", [credited], () =>
        shop.desk(endReview, {
          params: { id },
          body: { moneyIs: "on_card", note: "در پنل دیده شد" },
        }),
      );
      expect(
        await row(
          shop,
          "SELECT count(*) AS decisions FROM desk_decision WHERE subject_id = ?1",
          id,
        ),
      ).toEqual({ decisions: 1 });
    },
  },
];
