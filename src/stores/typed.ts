import { map } from "nanostores";

/**
 * The texts that people typed into the forms of this page, by the name of form and field. They are
 * only in the page's memory: a form that is drawn again after an error has them again, and leaving
 * the page deletes them.
 */
export const $typed = map<Record<string, unknown>>({});
