import { atom } from "nanostores";
import type {
  exportBatch,
  getStock,
  listStock,
  recallBatch,
  restoreBatch,
  setThreshold,
} from "../../../contract/desk/stock.ts";
import type { AnswerOf } from "../../../contract/request.ts";
import { loadedOf, type Refused } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** The stock: the codes that are left of each product, and the batches of one product. */

export type Stock = AnswerOf<typeof listStock>;
export type StockProduct = Stock["products"][number];
export type Shelf = AnswerOf<typeof getStock>;
export type Batch = Shelf["batches"][number];

export const $stock = atom<Loaded<Stock>>({ state: "loading" });
export const $shelf = atom<Loaded<Shelf>>({ state: "loading" });

export async function loadStock(): Promise<void> {
  const outcome = await callDesk<typeof listStock>("GET", "/stock", { needs: ["products"] });
  $stock.set(loadedOf(outcome));
}

/** Loads a product's shelf, or with `isMore` its next batches. On failure, the old rows stay. */
export async function loadShelf(productId: string, isMore = false): Promise<void> {
  const before = $shelf.get();
  const cursor = isMore && before.state === "ready" ? before.value.nextCursor : null;
  const outcome = await callDesk<typeof getStock>("GET", "/stock/:productId", {
    params: { productId },
    query: cursor === null ? {} : { cursor },
    needs: ["product", "batches"],
  });
  if (!outcome.ok) {
    if (before.state !== "ready") $shelf.set({ state: "failed", message: outcome.message });
    return;
  }
  const earlier = cursor !== null && before.state === "ready" ? before.value.batches : [];
  const value = { ...outcome.value, batches: [...earlier, ...outcome.value.batches] };
  $shelf.set({ state: "ready", value });
}

/**
 * Saves the threshold of a product. With null, the shop computes it from the sales. Returns the
 * refusal, else null.
 */
export async function keepThreshold(
  productId: string,
  threshold: string | null,
): Promise<Refused | null> {
  const outcome = await callDesk<typeof setThreshold>("PUT", "/stock/:productId", {
    params: { productId },
    body: { threshold },
  });
  if (!outcome.ok) return outcome;
  await loadShelf(productId);
  return null;
}

/** Recalls a batch, or restores it, which needs no reason. Returns the refusal, else null. */
export async function moveBatch(
  productId: string,
  id: string,
  reason: string | null,
): Promise<Refused | null> {
  const params = { id };
  const outcome =
    reason === null
      ? await callDesk<typeof restoreBatch>("DELETE", "/batches/:id/recall", { params })
      : await callDesk<typeof recallBatch>("POST", "/batches/:id/recall", {
          params,
          body: { reason },
        });
  // Loads after a refusal too, because somebody else may have decided.
  await loadShelf(productId);
  return outcome.ok ? null : outcome;
}

/**
 * Takes out the unsold codes of a batch, page by page, and returns them as one file, or the
 * sentence of a refusal.
 */
export async function takeCodes(
  productId: string,
  id: string,
  reason: string,
): Promise<{ name: string; text: string } | { problem: string }> {
  let text = "";
  let after: string | null = "";
  let name = "";
  while (after !== null) {
    const body: { after: string; reason: string } = { after, reason };
    const outcome = await callDesk<typeof exportBatch>("POST", "/batches/:id/export", {
      params: { id },
      body,
      needs: ["text"],
    });
    if (!outcome.ok) {
      // The codes of earlier pages are already off sale.
      await loadShelf(productId);
      return { problem: outcome.message };
    }
    name = outcome.value.name;
    text += outcome.value.text;
    after = outcome.value.next;
  }
  await loadShelf(productId);
  return { name, text };
}
