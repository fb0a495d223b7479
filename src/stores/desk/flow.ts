import { atom } from "nanostores";
import type { listPayments, listStrayPayments } from "../../../contract/desk/payment.ts";
import type { listReviews } from "../../../contract/desk/review.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** The flow of money, stray payments, and payments and refunds in review. */

export type Movement = AnswerOf<typeof listPayments>["movements"][number];
export type MovementFilter = Pick<
  NonNullable<RequestOf<typeof listPayments>["query"]>,
  "kind" | "from" | "to"
>;
export type Stray = AnswerOf<typeof listStrayPayments>["strayPayments"][number];
export type Review = AnswerOf<typeof listReviews>["reviews"][number];

export const $movements = newPages<Movement>();
/** The filter of the list: the kind of the movements, and their days. */
export const $movementFilter = atom<MovementFilter>({});
export const $strays = newPages<Stray>();
export const $reviews = newPages<Review>();

export const loadMovements = (isMore = false) =>
  loadPages(
    $movements,
    async (cursor) => {
      const query = { ...$movementFilter.get(), ...(cursor !== undefined && { cursor }) };
      return asPage(
        await callDesk<typeof listPayments>("GET", "/payments", { query }),
        "movements",
      );
    },
    isMore,
  );

export const loadStrays = () =>
  loadPages($strays, async () =>
    asPage(
      await callDesk<typeof listStrayPayments>("GET", "/stray-payments", { query: {} }),
      "strayPayments",
    ),
  );

export const loadReviews = () =>
  loadPages($reviews, async () =>
    asPage(await callDesk<typeof listReviews>("GET", "/reviews", { query: {} }), "reviews"),
  );
