import { z } from "zod";
import { type Endpoint, refusals } from "./endpoint.ts";

/** Private images: cards, identity documents, ticket pictures. Sections 5 and 7. */

export const IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const UPLOADS_PER_DAY_MAX = 20;
export const IMAGE_PIXELS_MAX = 40_000_000;

export const uploadRefusals = {
  noFile: { code: "no_file", status: 422, message: "لطفا یک فایل انتخاب کنید" },
  notAnImage: { code: "not_an_image", status: 422, message: "فرمت فایل باید تصویر باشد" },
  imageTooLarge: {
    code: "image_too_large",
    status: 413,
    message: "حجم فایل باید کمتر از 5MB باشد",
  },
} as const;

/**
 * An address that POST /uploads returned; a SQL statement checks its owner. `missing` is the error
 * message of a form without an image.
 */
export const uploadUrl = (missing: string) =>
  z.string({ error: missing }).regex(/^\/api\/v1\/uploads\/[A-Za-z0-9_-]{22}$/, { error: missing });
export const UploadUrl = uploadUrl(uploadRefusals.noFile.message);
/** Like `uploadUrl`, but the image may be missing: absent, null, or the empty text of a form. */
export const OptionalUploadUrl = z
  .union([UploadUrl, z.literal("")], { error: uploadRefusals.noFile.message })
  .nullish();

export const uploadImage = {
  method: "POST",
  path: "/uploads",
  summary: "Store an image (JPEG, PNG or WebP, field `image`) that only its owner can read",
  access: "shopper",
  upload: "image",
  answer: z.object({ imageUrl: z.string(), server2Response: z.object({ imageUrl: z.string() }) }),
  refusals: [...Object.values(uploadRefusals), refusals.tooMany],
} as const satisfies Endpoint;

export const getUpload = {
  method: "GET",
  path: "/uploads/:uploadId",
  summary: "Download an image; only the shopper who uploaded it can do so",
  access: "shopper",
  answer: z.string().describe("The bytes of the image"),
  produces: ["image/jpeg", "image/png", "image/webp"],
  refusals: [refusals.notFound],
} as const satisfies Endpoint;
