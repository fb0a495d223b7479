import { PICTURES } from "../../contract/picture-sizes.ts";
import { toJpeg } from "./to-jpeg.ts";

/** Larger files are left alone: decoding them could take all memory of a phone. */
const DECODABLE_BYTES = 50_000_000;

/** A picture as pages show it: as a card, and for rows. */
export interface CutCard {
  card: Blob;
  small: Blob;
}

/**
 * Cuts the middle of a picture to the shape of a card, in both sizes. Answers `unreadable` for what
 * this browser does not show, `small` for a picture that would look blurred.
 */
export async function cutCard(file: File): Promise<CutCard | "unreadable" | "small"> {
  if (file.size > DECODABLE_BYTES) return "unreadable";
  const photo = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
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

async function cutTo(
  photo: ImageBitmap,
  { width, height, maxBytes }: { width: number; height: number; maxBytes: number },
): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) return null;
  const scale = Math.max(width / photo.width, height / photo.height);
  const [drawnWidth, drawnHeight] = [photo.width * scale, photo.height * scale];
  context.imageSmoothingQuality = "high";
  // A JPEG has no transparency, which would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, width, height);
  context.drawImage(
    photo,
    (width - drawnWidth) / 2,
    (height - drawnHeight) / 2,
    drawnWidth,
    drawnHeight,
  );
  return toJpeg(canvas, maxBytes);
}
