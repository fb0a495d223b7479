import { PICTURES } from "../../contract/picture-sizes.ts";
import { type PictureSize, paintMiddle, readPhoto } from "./photo.ts";

/** A picture in the two sizes that pages show: as a card, and smaller in rows. */
export interface CutCard {
  card: Blob;
  small: Blob;
}

/**
 * Cuts the middle of a picture to the shape of a card, in both sizes. Returns `unreadable` when
 * this browser cannot show the file, and `small` when the picture would look blurred.
 */
export async function cutCard(file: File): Promise<CutCard | "unreadable" | "small"> {
  const photo = await readPhoto(file);
  if (photo === null) return "unreadable";
  try {
    if (photo.width < PICTURES.card.width / 2 || photo.height < PICTURES.card.height / 2)
      return "small";
    const card = await cutTo(photo, PICTURES.card);
    const small = await cutTo(photo, PICTURES.small);
    return card && small ? { card, small } : "unreadable";
  } finally {
    photo.close();
  }
}

const cutTo = (photo: ImageBitmap, size: PictureSize) =>
  paintMiddle(photo, size, Math.max(size.width / photo.width, size.height / photo.height));
