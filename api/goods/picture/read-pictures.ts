import type { HonoRequest } from "hono";
import { pictureRefusals } from "../../../contract/desk/picture.ts";
import { type Refusal, refusals } from "../../../contract/endpoint.ts";
import type { PictureUse } from "../../../contract/picture-sizes.ts";
import { uploadRefusals } from "../../../contract/upload.ts";
import { readForm } from "../../base/image/read-form.ts";
import { type CheckedPicture, checkPicture } from "./objects.ts";

/** Reads the pictures of a form, each in the field of its use; a refusal when one is not as it must be. */
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
