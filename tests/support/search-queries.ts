/**
 * By kind, what people type and the subcategory (its URL name) or product (its id) that they look
 * for; null when nothing should be found.
 */
export type QueryList = Record<string, Record<string, string | null>>;
