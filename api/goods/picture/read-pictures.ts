import type { HonoRequest } from "hono";
import { pictureRefusals } from "../../../contract/desk/picture.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import type { PictureUse } from "../../../contract/picture-sizes.ts";
import { uploadRefusals } from "../../../contract/upload.ts";
import { readForm } from "../../base/image/read-form.ts";
import { type CheckedPicture, checkPicture } from "./objects.ts";

/**
 * Reads the pictures of a form; each field is named after a use. Returns a refusal when a picture
 * does not fit its use.
 */
export async function readPictures(
  request: HonoRequest,
  uses: readonly PictureUse[],
): Promise<CheckedPicture[] | Refusal> {
  const form = await readForm(request);
  if (form === "malformed") return refusals.malformed;
  const pictures: CheckedPicture[] = [];
  for (const use of uses) {
    const file = form?.get(use) ?? "";
    if (typeof file === "string" || file.size === 0) return uploadRefusals.noFile;
    const picture = await checkPicture(file, use);
    if (picture === "tooLarge") return pictureRefusals.pictureTooLarge;
    if (picture === "wrong") return pictureRefusals.wrongPicture;
    pictures.push(picture);
  }
  return pictures;
}
