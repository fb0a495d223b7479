import type { Category, Subcategory } from "../../../stores/desk/catalogue.ts";

/** The thing that a dialog is about. A category or subcategory of null is a new one. */
export type OpenDialog =
  | { kind: "category"; category: Category | null }
  | { kind: "subcategory"; type: string; subcategory: Subcategory | null }
  | { kind: "picture"; subcategory: Subcategory }
  | { kind: "product"; subcategory: Subcategory };
