/**
 * For each kind, queries with their expected results: a subcategory (its URL name), a product (its
 * id), a tutorial or a help entry (its address), or a notice that a service is not sold (`notice:`
 * and the name); null when nothing should be found.
 */
export type QueryList = Record<string, Record<string, string | null>>;
