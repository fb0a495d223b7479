import type { Subcategory } from "../../contract/catalogue.ts";
import { type Card, drawCard } from "./card-art.ts";
import { readCategories } from "../page-data/catalogue.ts";

const WEEK_SECONDS = 604_800;

/** Finds a subcategory by `urlName` alone: an image's address does not contain the category. */
export async function findByUrlName(
  locals: App.Locals,
  urlName: string | undefined,
): Promise<Subcategory | undefined> {
  const categories = await readCategories(locals);
  return categories
    .flatMap((category) => category.subcategories)
    .find((subcategory) => subcategory.urlName === urlName);
}

/** Answers with the card as an SVG file, or with 404 when there is none. */
export function answerArt(card: Card | undefined): Response {
  return answerDrawing(card && drawCard(card));
}

/** Answers with an SVG file that may be cached for a week, or with 404 when there is none. */
export function answerDrawing(svg: string | undefined): Response {
  if (svg === undefined) return new Response(null, { status: 404 });
  return new Response(svg, {
    headers: {
      "Content-Type": "image/svg+xml; charset=utf-8",
      "Cache-Control": `public, max-age=${String(WEEK_SECONDS)}`,
    },
  });
}
