import type { Subcategory } from "../../contract/catalogue.ts";
import { type Card, drawCard } from "./card-art.ts";
import { readCategories } from "../page-data/catalogue.ts";

const WEEK_SECONDS = 604_800;

/** An image's address names only the subcategory, not the category it is in. */
export async function findByUrlName(
  locals: App.Locals,
  urlName: string | undefined,
): Promise<Subcategory | undefined> {
  const categories = await readCategories(locals);
  return categories
    .flatMap((category) => category.subcategories)
    .find((subcategory) => subcategory.urlName === urlName);
}

/** The card as a file, or 404. */
export function answerArt(card: Card | undefined): Response {
  return answerDrawing(card && drawCard(card));
}

/** A drawing as a file that may be kept for a week, or 404. */
export function answerDrawing(svg: string | undefined): Response {
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": `public, max-age=${String(WEEK_SECONDS)}`,
    },
  });
}
