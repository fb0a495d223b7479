/**
 * By kind, what people type and what they look for: a subcategory (its URL name), a product (its id),
 * a tutorial or a help entry (its address), or a notice that names something that is not sold
 * (`notice:` and the name); null when nothing should be found.
 */
export type QueryList = Record<string, Record<string, string | null>>;
