import { toJpeg } from "./to-jpeg.ts";

/** Pictures that an operator chose, and the JPEGs that are made of them. */

/** The largest file that is decoded: decoding a larger one could take all memory of a phone. */
const DECODABLE_BYTES = 50_000_000;

/** Reads a picture. Returns null when it is too large or this browser cannot show it. */
export async function readPhoto(file: File): Promise<ImageBitmap | null> {
  if (file.size > DECODABLE_BYTES) return null;
  return createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
}

export interface PictureSize {
  width: number;
  height: number;
  maxBytes: number;
}

/** Paints a photo at this scale into the middle of a picture. */
export async function paintMiddle(
  photo: ImageBitmap,
  { width, height, maxBytes }: PictureSize,
  scale: number,
): Promise<Blob | null> {
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const context = canvas.getContext("2d");
  if (!context) return null;
  const [drawnWidth, drawnHeight] = [photo.width * scale, photo.height * scale];
  context.imageSmoothingQuality = "high";
  // On a background, because a JPEG has no transparency: transparent parts would become black.
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
