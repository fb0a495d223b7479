import type { APIRoute } from "astro";
import { answerArt, findByUrlName } from "../../../art/art-file.ts";
import { readListing } from "../../../page-data/catalogue.ts";

export const GET: APIRoute = async ({ params, locals }) => {
  const subcategory = await findByUrlName(locals, params["subcategory"]);
  if (!subcategory) return answerArt(undefined);
  const product = (await readListing(locals, subcategory)).find(
    ({ id }) => id === params["productId"],
  );
  return answerArt(
    product && {
      latinName: subcategory.latinName,
      denomination: product.denomination,
      hue: subcategory.hue,
    },
  );
};
