import { atom } from "nanostores";
import type {
  changeCategory,
  changeSubcategory,
  getDeskCatalogue,
  makeCategory,
  makeSubcategory,
  orderGoods,
  showGoods,
} from "../../../contract/desk/catalogue.ts";
import type {
  changeManualStock,
  changePrice,
  changeProduct,
  changeQuestions,
  getDeskProduct,
  makeProduct,
} from "../../../contract/desk/product.ts";
import type { AnswerOf, RequestOf } from "../../../contract/request.ts";
import { loadedOf, type Outcome } from "../call.ts";
import type { Loaded } from "../loaded.ts";
import { callDesk } from "./call.ts";

/** The catalogue at the desk. */

export type Catalogue = AnswerOf<typeof getDeskCatalogue>;
export type Category = Catalogue["categories"][number];
export type Subcategory = Category["subcategories"][number];
export type Product = Subcategory["products"][number];
export type ProductPage = AnswerOf<typeof getDeskProduct>["product"];
export type Question = ProductPage["questions"][number];
export type PriceChange = ProductPage["prices"][number];
export type GoodsKind = RequestOf<typeof showGoods>["body"]["kind"];

export const $catalogue = atom<Loaded<Catalogue>>({ state: "loading" });
export const $product = atom<Loaded<ProductPage>>({ state: "loading" });

/** The category, subcategory or product that the open dialog asks to hide. */
export const $hiding = atom<{ kind: GoodsKind; id: string; name: string } | null>(null);

export async function loadCatalogue(): Promise<void> {
  const outcome = await callDesk<typeof getDeskCatalogue>("GET", "/catalogue", {
    needs: ["categories", "tutorials"],
  });
  $catalogue.set(loadedOf(outcome));
}

export async function loadProduct(id: string): Promise<void> {
  const outcome = await callDesk<typeof getDeskProduct>("GET", "/products/:id", {
    params: { id },
    needs: ["product"],
  });
  $product.set(loadedOf(outcome, ({ product }) => product));
}

/**
 * Loads again after success, and after a conflict (409), because somebody else has decided first.
 */
export async function thenLoad<Value>(
  act: Promise<Outcome<Value>>,
  load: () => Promise<void>,
): Promise<Outcome<Value>> {
  const outcome = await act;
  if (outcome.ok || outcome.status === 409) await load();
  return outcome;
}

export const newCategory = (body: RequestOf<typeof makeCategory>["body"]) =>
  thenLoad(callDesk<typeof makeCategory>("POST", "/categories", { body }), loadCatalogue);

export const editCategory = (type: string, body: RequestOf<typeof changeCategory>["body"]) =>
  thenLoad(
    callDesk<typeof changeCategory>("PUT", "/categories/:type", { params: { type }, body }),
    loadCatalogue,
  );

export const newSubcategory = (body: RequestOf<typeof makeSubcategory>["body"]) =>
  thenLoad(callDesk<typeof makeSubcategory>("POST", "/subcategories", { body }), loadCatalogue);

export const editSubcategory = (id: string, body: RequestOf<typeof changeSubcategory>["body"]) =>
  thenLoad(
    callDesk<typeof changeSubcategory>("PUT", "/subcategories/:id", { params: { id }, body }),
    loadCatalogue,
  );

export const newProduct = (body: RequestOf<typeof makeProduct>["body"]) =>
  thenLoad(callDesk<typeof makeProduct>("POST", "/products", { body }), loadCatalogue);

export const editProduct = (id: string, body: RequestOf<typeof changeProduct>["body"]) =>
  thenLoad(callDesk<typeof changeProduct>("PUT", "/products/:id", { params: { id }, body }), () =>
    loadProduct(id),
  );

export const setPrice = (id: string, body: RequestOf<typeof changePrice>["body"]) =>
  thenLoad(
    callDesk<typeof changePrice>("PUT", "/products/:id/price", { params: { id }, body }),
    () => loadProduct(id),
  );

export const setUnits = (id: string, body: RequestOf<typeof changeManualStock>["body"]) =>
  thenLoad(
    callDesk<typeof changeManualStock>("PUT", "/products/:id/stock", { params: { id }, body }),
    () => loadProduct(id),
  );

export const setQuestions = (id: string, body: RequestOf<typeof changeQuestions>["body"]) =>
  thenLoad(
    callDesk<typeof changeQuestions>("PUT", "/products/:id/questions", { params: { id }, body }),
    () => loadProduct(id),
  );

/** Hides a thing, or shows it again. Then loads the open product again, else the catalogue. */
export const setGoodsShown = (kind: GoodsKind, id: string, isShown: boolean) =>
  thenLoad(
    callDesk<typeof showGoods>("PUT", "/catalogue/shown", { body: { kind, id, isShown } }),
    () => ($product.get().state === "loading" ? loadCatalogue() : loadProduct(id)),
  );

/** Moves a thing one place up or down among its siblings. */
export function moveInOrder(
  kind: GoodsKind,
  within: string | null,
  siblings: readonly string[],
  id: string,
  by: -1 | 1,
) {
  const at = siblings.indexOf(id);
  const ids = siblings.toSpliced(at, 1).toSpliced(at + by, 0, id);
  return thenLoad(
    callDesk<typeof orderGoods>("PUT", "/catalogue/order", { body: { kind, within, ids } }),
    loadCatalogue,
  );
}
