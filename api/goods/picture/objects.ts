import { PICTURES, type PictureUse } from "../../../contract/picture-sizes.ts";
import type { Shop } from "../../base/context.ts";
import { randomId } from "../../base/vault.ts";
import { cleanJpeg } from "../../base/image/jpeg.ts";
import { report } from "../../base/image/report.ts";

/**
 * Public pictures in the storage. Their keys have a prefix of their own, so that no public address
 * can ever read a private image of a shopper.
 */
const PREFIX = "pictures/";

/** Returns the storage key of a picture; `name` is the last part of its public address. */
export const keyOf = (name: string) => PREFIX + name;

const FILES = {
  card: ".jpg",
  small: "-small.jpg",
  share: ".jpg",
  help: ".jpg",
} as const satisfies Record<PictureUse, string>;

export type CheckedPicture = { use: PictureUse; bytes: Uint8Array<ArrayBuffer> };

/**
 * Reads a picture for one use, and removes its metadata. It must be a JPEG (never transparent, and
 * accepted by every network) of exactly the size that pages expect.
 */
export async function checkPicture(
  file: File,
  use: PictureUse,
): Promise<CheckedPicture | "tooLarge" | "wrong"> {
  const { width, height, maxBytes } = PICTURES[use];
  if (file.size > maxBytes) return "tooLarge";
  const picture = cleanJpeg(new Uint8Array(await file.arrayBuffer()));
  if (picture?.width !== width || picture.height !== height) return "wrong";
  return { use, bytes: picture.bytes };
}

/** Stores pictures under one new id, which is returned; null when the storage fails. */
export async function storePictures(
  uploads: Shop["uploads"],
  pictures: readonly CheckedPicture[],
): Promise<string | null> {
  const id = randomId();
  try {
    for (const { use, bytes } of pictures)
      await uploads.put(keyOf(id + FILES[use]), bytes, {
        httpMetadata: { contentType: "image/jpeg" },
      });
    return id;
  } catch (error) {
    // The objects that were already stored have no row, so they are deleted after a day.
    report("A picture was not stored", error);
    return null;
  }
}
