import { readFirst } from "../../base/batch.ts";
import { Hono } from "hono";
import { refusals } from "../../../contract/endpoint.ts";
import {
  IMAGE_MAX_BYTES,
  IMAGE_PIXELS_MAX,
  uploadImage,
  uploadRefusals,
} from "../../../contract/upload.ts";
import { type ShopEnv, limitBodyTo, refuse, shopper } from "../../base/context.ts";
import { createLane } from "../../base/lane.ts";
import { MINUTE_MS } from "../../base/time.ts";
import { addressOfUpload } from "./address.ts";
import { answerImage } from "../../base/image/answer-image.ts";
import { readImage } from "../../base/image/image.ts";
import { decodesToRows } from "../../base/image/png-data.ts";
import { readForm } from "../../base/image/read-form.ts";
import { findUpload } from "./statements.ts";
import { storeImage } from "./store.ts";

export const uploads = new Hono<ShopEnv>();

/** The size of the image, plus the other fields and the markup of the form. */
const FORM_MAX_BYTES = IMAGE_MAX_BYTES + 512 * 1024;
const limitUpload = limitBodyTo(FORM_MAX_BYTES, uploadRefusals.imageTooLarge);

/**
 * An upload gets its slot before its body is read, because the body needs the memory. A slow upload
 * may use its slot for five minutes.
 */
const uploadLane = createLane((settings) => settings.UPLOADS_AT_ONCE, {
  slotKeptMs: 5 * MINUTE_MS,
});

uploads.post("/", shopper, uploadLane, limitUpload, async (c) => {
  const form = await readForm(c.req);
  if (form === "malformed") return refuse(c, refusals.malformed);
  const file = form?.get(uploadImage.upload) ?? "";
  if (typeof file === "string" || file.size === 0) return refuse(c, uploadRefusals.noFile);
  if (file.size > IMAGE_MAX_BYTES) return refuse(c, uploadRefusals.imageTooLarge);
  const image = readImage(new Uint8Array(await file.arrayBuffer()));
  if (!image) return refuse(c, uploadRefusals.notAnImage);
  if (image.width * image.height > IMAGE_PIXELS_MAX) {
    return refuse(c, uploadRefusals.notAnImage, { details: "تصویر باید حداکثر ۴۰ مگاپیکسل باشد." });
  }
  if (image.mediaType === "image/png" && !(await decodesToRows(image.bytes)))
    return refuse(c, uploadRefusals.notAnImage);
  const stored = await storeImage(c.var.shop, c.var.userId, image);
  if (stored.kind === "too_many") return refuse(c, refusals.tooMany, stored);
  if (stored.kind === "unavailable") return refuse(c, refusals.unavailable);
  const imageUrl = addressOfUpload(stored.id);
  return c.json({ imageUrl, server2Response: { imageUrl } });
});

uploads.get("/:uploadId", shopper, async (c) => {
  const id = c.req.param("uploadId");
  const upload = await readFirst(findUpload(c.var.shop.db, c.var.userId, id));
  return upload ? answerImage(c, c.var.shop.uploads, upload) : refuse(c, refusals.notFound);
});
