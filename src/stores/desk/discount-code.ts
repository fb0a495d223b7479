import { atom } from "nanostores";
import type {
  exportDiscountSeries,
  listDeskDiscountCodes,
  makeDiscountCode,
  makeDiscountSeries,
  setDiscountActive,
  previewDiscountSeries,
} from "../../../contract/desk/discount-code.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** Discount codes at the desk. */

export type DiscountCode = AnswerOf<typeof listDeskDiscountCodes>["discountCodes"][number];
export type Filter = NonNullable<RequestOf<typeof listDeskDiscountCodes>["query"]>;
export type Preview = AnswerOf<typeof previewDiscountSeries>;
export type NewSeries = RequestOf<typeof makeDiscountSeries>["body"];
export type NewCode = RequestOf<typeof makeDiscountCode>["body"];

export const $discountCodes = newPages<DiscountCode>();
export const $filter = atom<Filter>({});

export const loadDiscountCodes = (isMore = false) =>
  loadPages(
    $discountCodes,
    async (cursor) => {
      const query = { ...$filter.get(), ...(cursor !== undefined && { cursor }) };
      return asPage(
        await callDesk<typeof listDeskDiscountCodes>("GET", "/discount-codes", { query }),
        "discountCodes",
      );
    },
    isMore,
  );

export async function makeOne(body: NewCode) {
  const outcome = await callDesk<typeof makeDiscountCode>("POST", "/discount-codes", { body });
  if (outcome.ok) await loadDiscountCodes();
  return outcome;
}

export const previewSeries = (body: NewSeries) =>
  callDesk<typeof previewDiscountSeries>("POST", "/discount-codes/preview", {
    body,
    needs: ["examples"],
  });

/** Makes a series and returns its codes as a file. A repeated key makes no second series. */
export async function makeSeries(body: NewSeries, idempotencyKey: string) {
  const outcome = await callDesk<typeof makeDiscountSeries>("POST", "/discount-codes/series", {
    body,
    idempotencyKey,
    needs: ["file"],
  });
  if (outcome.ok) await loadDiscountCodes();
  return outcome;
}

export const fetchSeries = (id: string) =>
  callDesk<typeof exportDiscountSeries>("GET", "/discount-codes/series/:id/export", {
    params: { id },
    needs: ["file"],
  });

/**
 * Stops or starts a code. A code of a series is changed with the whole series, unless `isAlone`.
 * Returns the sentence of a refusal, else "".
 */
export async function setCodeStatus(
  id: string,
  status: "stopped" | "running",
  isAlone: boolean,
): Promise<string> {
  const outcome = await callDesk<typeof setDiscountActive>("PUT", "/discount-codes/:id", {
    params: { id },
    body: { status, isAlone },
  });
  // Loads after a refusal too, because somebody else may have decided.
  await loadDiscountCodes();
  return outcome.ok ? "" : outcome.message;
}
