import type { APIRoute } from "astro";
import { answerArt, findByUrlName } from "../../../art/art-file.ts";
import { productCards } from "../../../art/product-cards.ts";
import { readListing } from "../../../page-data/catalogue.ts";

export const GET: APIRoute = async ({ params, locals }) => {
  const subcategory = await findByUrlName(locals, params["subcategory"]);
  if (!subcategory) return await answerArt(undefined);
  const cards = productCards(await readListing(locals, subcategory), [subcategory]);
  return await answerArt(cards.get(params["productId"] ?? ""));
};
