/** Smaller files go up as they are. */
const LARGE_BYTES = 1_000_000;
/** Larger files are left alone: decoding them could take all memory of a phone. */
const DECODABLE_BYTES = 50_000_000;
/** Enough to read a handwritten sheet beside an identity card. */
const LONG_SIDE = 2000;
const QUALITY = 0.85;

/**
 * Makes a large photo smaller, since phones take photos that a slow connection sends for minutes.
 * Returns the file itself when it is small, when the browser cannot read it, or when nothing is
 * gained.
 */
export async function shrinkPhoto(file: File): Promise<File> {
  if (file.size <= LARGE_BYTES || file.size > DECODABLE_BYTES) return file;
  const photo = await createImageBitmap(file, { imageOrientation: "from-image" }).catch(() => null);
  if (!photo) return file;
  const jpeg = await drawJpeg(photo);
  photo.close();
  if (!jpeg || jpeg.size >= file.size) return file;
  const name = `${file.name.replace(/\.[^.]*$/, "")}.jpg`;
  return new File([jpeg], name, { type: jpeg.type });
}

function drawJpeg(photo: ImageBitmap): Promise<Blob | null> {
  const scale = Math.min(1, LONG_SIDE / Math.max(photo.width, photo.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(photo.width * scale);
  canvas.height = Math.round(photo.height * scale);
  const context = canvas.getContext("2d");
  if (!context) return Promise.resolve(null);
  context.imageSmoothingQuality = "high";
  // A JPEG has no transparency, which would become black.
  context.fillStyle = "#fff";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(photo, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY);
  });
}
