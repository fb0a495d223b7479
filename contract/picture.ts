import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";

/** Pictures of the catalogue that operators brought: public, and each address forever the same. */

/** A generated id, maybe in the small size. */
export const PictureName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}(?:-small)?\.jpg$/)
  .describe("The last part of an address that the catalogue named");

export const getPicture = {
  method: "GET",
  path: "/pictures/:name",
  summary: "A picture of the catalogue: an operator's own, or one for sharing",
  access: "anyone",
  answer: z.string().describe("The bytes of the picture"),
  produces: ["image/jpeg"],
  refusals: [refusals.notFound],
} as const satisfies Endpoint;
