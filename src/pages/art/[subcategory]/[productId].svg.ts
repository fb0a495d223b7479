import type { APIRoute } from "astro";
import { answerArt, findByUrlName, findHiddenCard } from "../../../art/art-file.ts";
import { productCards } from "../../../art/product-cards.ts";
import { readListing } from "../../../page-data/catalogue.ts";

export const GET: APIRoute = async ({ params, locals }) => {
  const { subcategory: urlName, productId = "" } = params;
  const subcategory = await findByUrlName(locals, urlName);
  const cards = subcategory && productCards(await readListing(locals, subcategory), [subcategory]);
  return await answerArt(
    cards?.get(productId) ?? (await findHiddenCard(locals, urlName, productId)),
  );
};
