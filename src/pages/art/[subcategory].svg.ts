import type { APIRoute } from "astro";
import { answerArt, findByUrlName } from "../../art/art-file.ts";
import { MIDDLE_STEP } from "../../art/value.ts";

export const GET: APIRoute = async ({ params, locals }) => {
  const subcategory = await findByUrlName(locals, params["subcategory"]);
  return await answerArt(subcategory && { ...subcategory, step: MIDDLE_STEP });
};
