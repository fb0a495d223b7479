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
  .describe("The last part of a picture's address in the catalogue");

export const getPicture = {
  method: "GET",
  path: "/pictures/:name",
  summary: "A picture of the catalogue: an operator's own, or one for sharing",
  access: "anyone",
  answer: z.string().describe("The bytes of the picture"),
  produces: ["image/jpeg"],
  refusals: [refusals.notFound],
} as const satisfies Endpoint;
