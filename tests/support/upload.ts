import { BASE_PATH } from "../../contract/endpoints.ts";
import { uploadImage } from "../../contract/upload.ts";
import type { AnswerTo, TestShop } from "./shop.ts";

/** A session, and its browser if it was opened by signing in. */
interface Uploader {
  token: string;
  visitor?: string;
}

/** Uploads a file with the name and type that the sender claims. */
export async function upload(
  shop: Pick<TestShop, "stack">,
  shopper: Uploader,
  file: Uint8Array<ArrayBuffer>,
  { field = "image", name = "photo.jpg", type = "image/jpeg" } = {},
): Promise<AnswerTo<typeof uploadImage>> {
  const form = new FormData();
  form.append(field, new Blob([file], { type }), name);
  return sendUpload(shop, shopper, form);
}

export async function sendUpload(
  shop: Pick<TestShop, "stack">,
  shopper: Uploader,
  body: BodyInit,
  headers: Record<string, string> = {},
): Promise<AnswerTo<typeof uploadImage>> {
  const response = await fetch(`${shop.stack.url}${BASE_PATH}${uploadImage.path}`, {
    method: uploadImage.method,
    headers: {
      Authorization: `Bearer ${shopper.token}`,
      ...(shopper.visitor !== undefined && { "X-Visitor": shopper.visitor }),
      ...headers,
    },
    body,
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as AnswerTo<typeof uploadImage>["body"],
  };
}
