import type { Category, Subcategory } from "../../../stores/desk/catalogue.ts";

/**
 * The open dialog and the thing that it is about. When the category or subcategory is null, the
 * dialog makes a new one.
 */
export type OpenDialog =
  | { kind: "category"; category: Category | null }
  | { kind: "subcategory"; type: string; subcategory: Subcategory | null }
  | { kind: "picture"; subcategory: Subcategory }
  | { kind: "product"; subcategory: Subcategory };
