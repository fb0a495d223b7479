/** The largest file that is decoded: decoding a larger one could take all memory of a phone. */
const DECODABLE_BYTES = 50_000_000;
/** The longer side in pixels: enough to read a handwritten sheet beside an identity card. */
const LONG_SIDE = 2000;
const QUALITY = 0.85;

/**
 * Draws a photo again as an upright JPEG. The JPEG is smaller, because a phone's photo would take
 * minutes on a slow connection, and it has no metadata (such as places) and no attached films.
 * Returns null when the browser cannot read or draw the photo.
 */
export async function drawAnew(file: File): Promise<File | null> {
  if (file.size > DECODABLE_BYTES) return null;
  const photo = await decode(file).catch(() => null);
  if (!photo) return null;
  const jpeg = await drawJpeg(photo).catch(() => null);
  photo.close();
  if (!jpeg) return null;
  const name = `${file.name.replace(/\.[^.]*$/, "")}.jpg`;
  return new File([jpeg], name, { type: jpeg.type });
}

/** Decodes a picture. Rejects other files; old browsers reject every file. */
async function decode(file: File): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: "from-image" });
}

async function drawJpeg(photo: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONG_SIDE / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(photo.width * scale));
  canvas.height = Math.max(1, Math.round(photo.height * scale));
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.imageSmoothingQuality = "high";
  // On a background, because a JPEG has no transparency: transparent parts would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY);
  });
}
