import type { APIRoute } from "astro";
import { answerArt, findByUrlName, findHiddenCard } from "../../art/art-file.ts";
import { MIDDLE_STEP } from "../../art/value.ts";

export const GET: APIRoute = async ({ params, locals }) => {
  const { subcategory: urlName } = params;
  const subcategory = await findByUrlName(locals, urlName);
  return await answerArt(
    subcategory ? { ...subcategory, step: MIDDLE_STEP } : await findHiddenCard(locals, urlName),
  );
};
