import { atom } from "nanostores";
import type {
  askSupplierAgain,
  getSupply,
  listSupplierOrders,
  setProductSupply,
  setSupplier,
} from "../../../contract/desk/supply.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { loadedOf, type Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";
import { asPage, loadPages, newPages } from "./pages.ts";

/** Suppliers of codes, the products that they deliver, and the orders under way. */

type Supply = AnswerOf<typeof getSupply>;
export type Supplier = Supply["suppliers"][number];
export type ProductSupply = Supply["products"][number];
export type SupplierOrder = AnswerOf<typeof listSupplierOrders>["orders"][number];
export type SupplierTerms = RequestOf<typeof setSupplier>["body"];
export type SupplyRule = RequestOf<typeof setProductSupply>["body"];

export const $supply = atom<Loaded<Supply>>({ state: "loading" });
export const $supplierOrders = newPages<SupplierOrder>();

export async function loadSupply(): Promise<void> {
  const outcome = await callDesk<typeof getSupply>("GET", "/supply", { needs: ["suppliers"] });
  $supply.set(loadedOf(outcome));
}

export const loadSupplierOrders = (isMore = false) =>
  loadPages(
    $supplierOrders,
    async (cursor) =>
      asPage(
        await callDesk<typeof listSupplierOrders>("GET", "/supply/orders", {
          query: cursor === undefined ? {} : { cursor },
        }),
        "orders",
      ),
    isMore,
  );

/** Sets the terms of a supplier. */
export async function saveSupplier(name: string, body: SupplierTerms) {
  const outcome = await callDesk<typeof setSupplier>("PUT", "/supply/suppliers/:name", {
    params: { name },
    body,
  });
  if (outcome.ok) await loadSupply();
  return outcome;
}

/** Sets where the codes of a product come from. */
export async function saveRule(
  productId: string,
  body: SupplyRule,
): Promise<Outcome<AnswerOf<typeof setProductSupply>>> {
  const outcome = await callDesk<typeof setProductSupply>("PUT", "/supply/products/:productId", {
    params: { productId },
    body,
    needs: ["product"],
  });
  if (outcome.ok) await loadSupply();
  return outcome;
}

/** Makes the shop ask the supplier again. Returns the sentence of a refusal, else "". */
export async function askAgain(ref: string): Promise<string> {
  const outcome = await callDesk<typeof askSupplierAgain>("POST", "/supply/orders/:ref/again", {
    params: { ref },
  });
  return outcome.ok ? "" : outcome.message;
}
