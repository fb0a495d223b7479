import type { APIRoute } from "astro";
import { answerArt, findByUrlName } from "../../art/art-file.ts";

export const GET: APIRoute = async ({ params, locals }) => {
  const subcategory = await findByUrlName(locals, params["subcategory"]);
  return answerArt(
    subcategory && { latinName: subcategory.latinName, denomination: "", hue: subcategory.hue },
  );
};
