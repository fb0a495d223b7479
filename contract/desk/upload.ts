import type { Refusal } from "../endpoint.ts";
import { z } from "zod";
import { type DeskEndpoint } from "./endpoint.ts";

/** Images of shoppers, shown to an operator for a short time. Section 10.3. */

export const deskUploadRefusals = {
  imageGone: {
    code: "image_gone",
    status: 404,
    message: "این تصویر وجود ندارد، یا مهلت نگهداری آن گذشته و پاک شده است.",
  },
} as const satisfies Record<string, Refusal>;

/** An image is shown to an operator through an address that works for this long. */
export const IMAGE_LINK_SECONDS = 120;

/** The image itself, below DESK_PATH. `proof` names the image and the time limit, signed by the shop. */
export const DESK_IMAGE_PATH = "/images/:proof";

export const getImageLink = {
  method: "GET",
  path: "/uploads/:uploadId/link",
  summary:
    "An address at which a shopper's image can be seen for two minutes; that it was asked for is written down",
  answer: z.object({ url: z.string(), expiresAt: z.iso.datetime() }),
  refusals: [deskUploadRefusals.imageGone],
} as const satisfies DeskEndpoint;
