import { map } from "nanostores";

/**
 * The words that people typed into the forms of this page, by the name of form and field. They live
 * in the page's memory alone: a form that is drawn anew after an error has them again, and a page
 * that is left takes them along.
 */
export const $typed = map<Record<string, unknown>>({});
