import { Hono, type HonoRequest } from "hono";
import { refusals } from "../../contract/endpoint.ts";
import { BASE_PATH } from "../../contract/endpoints.ts";
import { IMAGE_MAX_BYTES, IMAGE_PIXELS_MAX, uploadImage, uploadRefusals } from "../../contract/upload.ts";
import { type ShopEnv, refuse, shopper } from "../context.ts";
import { EXTENSIONS, type MediaType, readImage } from "./image.ts";
import { findUpload } from "./statements.ts";
import { storeImage } from "./store.ts";

export const uploads = new Hono<ShopEnv>();

uploads.post("/", shopper, async (c) => {
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
  const stored = await storeImage(c.var.shop, c.var.userId, image);
  if (stored.kind === "too_many") return refuse(c, refusals.tooMany, stored);
  if (stored.kind === "unavailable") return refuse(c, refusals.unavailable);
  const imageUrl = `${BASE_PATH}/uploads/${stored.id}`;
  return c.json({ imageUrl, server2Response: { imageUrl } });
});

uploads.get("/:uploadId", shopper, async (c) => {
  const { db, uploads: bucket } = c.var.shop;
  const id = c.req.param("uploadId");
  const upload = await findUpload(db, c.var.userId, id).first<{ media_type: MediaType }>();
  if (!upload) return refuse(c, refusals.notFound);
  const object = await bucket.get(id);
  if (!object) {
    console.error(JSON.stringify({ what: `The upload ${id} has no object` }));
    return refuse(c, refusals.notFound);
  }
  return c.body(object.body, 200, {
    "Content-Type": upload.media_type,
    "Content-Length": String(object.size),
    "Content-Disposition": `inline; filename="${id}.${EXTENSIONS[upload.media_type]}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "private, no-store",
  });
});

/** The multipart form, null when the body is of another kind. The runtime answers a form that it cannot read with a TypeError. */
async function readForm(request: HonoRequest): Promise<FormData | "malformed" | null> {
  if (!/^multipart\/form-data\s*(;|$)/i.test(request.header("Content-Type") ?? "")) return null;
  try {
    return await request.formData();
  } catch (error) {
    if (error instanceof TypeError) return "malformed";
    throw error;
  }
}
