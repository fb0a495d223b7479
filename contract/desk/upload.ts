import type { Refusal } from "../endpoint.ts";
import { z } from "zod";
import type { DeskEndpoint } from "./endpoint.ts";

/** Shoppers' images, shown to an operator for a short time. Section 10.3. */

export const deskUploadRefusals = {
  imageGone: {
    code: "image_gone",
    status: 404,
    message: "این تصویر وجود ندارد، یا مهلت نگهداری آن گذشته و پاک شده است.",
  },
} as const satisfies Record<string, Refusal>;

/** The time after which the URL of an image expires. */
export const IMAGE_LINK_SECONDS = 120;

/**
 * The address of the image itself, below DESK_PATH. `proof` contains the image's id and the expiry,
 * signed by the shop.
 */
export const DESK_IMAGE_PATH = "/images/:proof";

export const getImageLink = {
  method: "GET",
  path: "/uploads/:uploadId/link",
  role: "support",
  area: "own",
  trace: "view",
  summary:
    "An address that shows a shopper's image for two minutes. The caller needs the area of the image: papers or tickets. The request is recorded",
  answer: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  refusals: [deskUploadRefusals.imageGone],
} as const satisfies DeskEndpoint;
