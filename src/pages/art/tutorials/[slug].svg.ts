import { getEntry } from "astro:content";
import type { APIRoute } from "astro";
import { answerDrawing } from "../../../art/art-file.ts";
import { drawCover } from "../../../art/tutorial-cover.ts";

export const GET: APIRoute = async ({ params }) => {
  const tutorial = await getEntry("tutorials", params["slug"] ?? "");
  return answerDrawing(tutorial && drawCover(tutorial.data.cover));
};
