import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";

/**
 * Pictures of the catalogue that operators uploaded. They are public, and the picture at an address
 * never changes.
 */

/** A generated id, with a suffix for the small size. */
export const PictureName = z
  .string()
  .regex(/^[A-Za-z0-9_-]{22}(?:-small)?\.jpg$/)
  .describe("File name of a picture, as in the paths that the catalogue contains");

export const getPicture = {
  method: "GET",
  path: "/pictures/:name",
  summary: "Get a picture that an operator uploaded for the catalogue or for shared links",
  access: "anyone",
  answer: z.string().describe("The bytes of the picture"),
  produces: ["image/jpeg"],
  refusals: [refusals.notFound],
} as const satisfies Endpoint;
